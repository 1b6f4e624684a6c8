import Foundation

/// Data as numbers, with the letters that they are beside them.
enum HexDump {
  /// The greatest number of bytes that are written.
  static let limit = 4096

  /// The lines of data, and a last one that says how many bytes are left out.
  ///
  /// - Parameter width: the columns that there are: with too few for sixteen bytes a line has eight.
  static func lines(of data: Data, width: Int = 80) -> [String] {
    let perLine = width < 78 ? 8 : 16
    let bytes = [UInt8](data.prefix(limit))
    var lines = stride(from: 0, to: bytes.count, by: perLine).map { start in
      line(bytes[start..<min(start + perLine, bytes.count)], perLine)
    }
    if data.count > limit { lines.append("… and \(ListTotals.count(data.count - limit, "byte")) more") }
    return lines
  }

  private static func line(_ bytes: ArraySlice<UInt8>, _ perLine: Int) -> String {
    var text = hex(bytes.startIndex, 8) + " "
    for place in 0..<perLine {
      if place % 8 == 0 { text += " " }
      let index = bytes.startIndex + place
      text += index < bytes.endIndex ? hex(Int(bytes[index]), 2) + " " : "   "
    }
    let letters = bytes.map { 0x20..<0x7f ~= $0 ? String(UnicodeScalar($0)) : "." }.joined()
    return text + " |\(letters)|"
  }

  private static func hex(_ number: Int, _ digits: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
