/// A line and a column of a text, both from 1. Columns count characters as Unicode scalars.
struct TextPosition: Equatable, Sendable {
  let line: Int
  let column: Int

  /// The place of a byte.
  ///
  /// - Complexity: O(offset).
  init(of offset: Int, in text: [UInt8]) {
    let before = text[..<min(offset, text.count)]
    var line = 1
    var start = 0
    for (index, byte) in before.enumerated() where byte == UInt8(ascii: "\n") {
      line += 1
      start = index + 1
    }
    self.line = line
    column = before[start...].reduce(1) { $0 + ($1 & 0xc0 == 0x80 ? 0 : 1) }
  }
}
