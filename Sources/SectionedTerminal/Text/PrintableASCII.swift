// Most of what a terminal shows is printable ASCII, of which each byte is a character of one column. Nothing has to be
// asked of it, neither where a character ends nor how wide it is.
extension String {
  /// Whether each byte is a character that a terminal shows in one column.
  var isPrintableASCII: Bool { utf8.isPrintableASCII }
}

extension Collection<UInt8> {
  var isPrintableASCII: Bool {
    withBytes { bytes in bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }
  }

  /// Hands the bytes to a block together: one by one, each is asked for by its place in a text.
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    withContiguousStorageIfAvailable(body) ?? Array(self).withUnsafeBufferPointer(body)
  }

  /// What stands between two columns of a text of printable ASCII that begins at one.
  func clipped(at column: Int, to columns: Range<Int>) -> SubSequence {
    // A text may begin anywhere: nothing is added up that could be too great.
    guard column < columns.upperBound else { return prefix(0) }
    let hidden = column < columns.lowerBound ? columns.lowerBound.subtractingReportingOverflow(column).partialValue : 0
    guard hidden >= 0 else { return prefix(0) }
    return dropFirst(hidden).prefix(columns.upperBound - Swift.max(column, columns.lowerBound))
  }
}
