// Most text on a terminal is printable ASCII, in which each byte is a character of one column. So neither character
// boundaries nor widths have to be computed.
extension String {
  /// Whether each byte is a character that a terminal shows in one column.
  var isPrintableASCII: Bool { utf8.isPrintableASCII }
}

extension Collection<UInt8> {
  var isPrintableASCII: Bool {
    withBytes { bytes in bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }
  }

  /// Passes all bytes to a closure at once, because reading single bytes of a string looks up each one.
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    withContiguousStorageIfAvailable(body) ?? Array(self).withUnsafeBufferPointer(body)
  }

  /// The part of a text that is visible within a range of columns. The text must be printable ASCII, and begins at the
  /// given column.
  func clipped(at column: Int, to columns: Range<Int>) -> SubSequence {
    // A text may begin at any integer column, so no sum may overflow.
    guard column < columns.upperBound else { return prefix(0) }
    let hidden = column < columns.lowerBound ? columns.lowerBound.subtractingReportingOverflow(column).partialValue : 0
    guard hidden >= 0 else { return prefix(0) }
    return dropFirst(hidden).prefix(columns.upperBound - Swift.max(column, columns.lowerBound))
  }
}
