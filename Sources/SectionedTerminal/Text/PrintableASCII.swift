// Most text on a terminal is printable ASCII, in which each byte is a character of one column: neither the ends of
// characters nor their widths have to be computed.
extension String {
  /// Whether each byte is a character that a terminal shows in one column.
  var isPrintableASCII: Bool { utf8.isPrintableASCII }
}

extension Collection<UInt8> {
  var isPrintableASCII: Bool {
    withBytes { bytes in bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F } }
  }

  /// Passes all bytes to a closure at once, because reading them one by one looks each up in the text.
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    withContiguousStorageIfAvailable(body) ?? Array(self).withUnsafeBufferPointer(body)
  }

  /// The part of a text of printable ASCII between two columns, if the text begins at a column.
  func clipped(at column: Int, to columns: Range<Int>) -> SubSequence {
    // A text may begin anywhere: no sum is computed that could overflow.
    guard column < columns.upperBound else { return prefix(0) }
    let hidden = column < columns.lowerBound ? columns.lowerBound.subtractingReportingOverflow(column).partialValue : 0
    guard hidden >= 0 else { return prefix(0) }
    return dropFirst(hidden).prefix(columns.upperBound - Swift.max(column, columns.lowerBound))
  }
}
