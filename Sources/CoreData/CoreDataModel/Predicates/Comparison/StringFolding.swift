import Foundation

extension String {
  /// The string without the differences that the options ignore. Strings that are equal by the options have the same
  /// folded bytes, and the byte order of folded strings is their sort order.
  ///
  /// The result is composed (NFC), or decomposed with the option `decomposed`. So composed and decomposed letters are
  /// equal with any option.
  package func folded(_ options: StringOptions) -> String {
    let options = options.folding
    if options.isEmpty { return self }
    if withUTF8Bytes({ $0.isASCII }) {
      return options.contains(.caseInsensitive) ? lowercased() : self
    }
    var compareOptions: String.CompareOptions = []
    if options.contains(.caseInsensitive) { compareOptions.insert(.caseInsensitive) }
    if options.contains(.diacriticInsensitive) { compareOptions.insert(.diacriticInsensitive) }
    let folded = folding(options: compareOptions, locale: nil)
    return options.contains(.decomposed)
      ? folded.decomposedStringWithCanonicalMapping : folded.precomposedStringWithCanonicalMapping
  }
}

extension StringOptions {
  /// The options that affect folding.
  package var folding: StringOptions { intersection([.caseInsensitive, .diacriticInsensitive, .decomposed]) }
}

extension UnsafeBufferPointer<UInt8> {
  /// Passes the bytes of the folded text to a closure, without a copy if folding changes nothing.
  func withFolded<Result>(_ options: StringOptions, _ body: (Self) throws -> Result) rethrows -> Result {
    let options = options.folding
    if options.isEmpty || isEmpty { return try body(self) }
    guard isASCII else { return try String(decoding: self, as: UTF8.self).folded(options).withUTF8Bytes(body) }
    guard options.contains(.caseInsensitive), contains(where: \.isASCIIUppercase) else { return try body(self) }
    return try withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { copy in
      for index in 0..<count { copy[index] = self[index].lowercasedASCII }
      return try body(Self(copy))
    }
  }

  /// Compares two texts by their folded forms.
  func compared(to other: Self, folding options: StringOptions) -> ComparisonResult {
    if options.isEmpty { return compared(to: other) }
    if isASCII && other.isASCII {
      return options.contains(.caseInsensitive) ? comparedIgnoringASCIICase(to: other) : compared(to: other)
    }
    return withFolded(options) { folded in other.withFolded(options) { folded.compared(to: $0) } }
  }

  private func comparedIgnoringASCIICase(to other: Self) -> ComparisonResult {
    for index in 0..<Swift.min(count, other.count) where self[index] != other[index] {
      let (byte, otherByte) = (self[index].lowercasedASCII, other[index].lowercasedASCII)
      if byte != otherByte { return byte < otherByte ? .orderedAscending : .orderedDescending }
    }
    return .comparing(count, other.count)
  }
}

extension UInt8 {
  fileprivate var isASCIIUppercase: Bool { self &- 0x41 < 26 }
  fileprivate var lowercasedASCII: UInt8 { isASCIIUppercase ? self | 0x20 : self }
}
