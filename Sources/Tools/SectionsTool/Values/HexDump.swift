import Foundation

/// Formats data as hexadecimal numbers with their ASCII characters.
enum HexDump {
  /// The largest number of bytes that are printed.
  static let limit = 4096

  /// Returns the lines of a dump. If bytes are omitted, the last line says how many.
  ///
  /// - Parameters:
  ///   - data: the data.
  ///   - width: the available columns. A line has 16 bytes, or 8 if the width is below 78.
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
