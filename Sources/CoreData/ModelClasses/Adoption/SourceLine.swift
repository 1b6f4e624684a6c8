/// A line of a source, as a range of bytes. `"\r\n"` is a single `Character`, so strings cannot be split at `"\n"`.
struct SourceLine {
  /// The line without its ending.
  let range: Range<Int>
  /// The line ending; empty at the end of the file.
  let ending: [UInt8]

  /// Finds the line that contains a byte.
  init(around place: Int, in bytes: [UInt8]) {
    var start = bytes[..<place].lastIndex(of: Self.newline).map { $0 + 1 } ?? 0
    // Keep a byte order mark at the beginning of the file.
    if start == 0, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { start = 3 }
    guard let newline = bytes[place...].firstIndex(of: Self.newline) else {
      (range, ending) = (start..<bytes.count, [])
      return
    }
    let hasReturn = newline > start && bytes[newline - 1] == Self.carriageReturn
    range = start..<(hasReturn ? newline - 1 : newline)
    ending = hasReturn ? [Self.carriageReturn, Self.newline] : [Self.newline]
  }

  static func ending(ofFirstIn bytes: [UInt8]) -> [UInt8] {
    let ending = SourceLine(around: 0, in: bytes).ending
    return ending.isEmpty ? [newline] : ending
  }

  static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  private static let newline = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")
}
