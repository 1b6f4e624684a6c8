import Foundation

extension SearchQuery {
  /// Whether a text contains the query's text, without regard to case and accents; true if the query has no text.
  ///
  /// The result is that of Foundation's `localizedStandardContains`. If both texts are plain ASCII, it takes a small
  /// part of the time.
  ///
  /// - Parameter candidate: the text of an item.
  /// - Complexity: O(characters of the candidate × characters of the query); O(characters of the candidate) for most
  ///   texts.
  public func matches(_ candidate: String) -> Bool {
    if text.isEmpty { return true }
    if hasPlainCase, let isFound = candidate.containsPrintable(text) { return isFound }
    return candidate.localizedStandardContains(text)
  }

  /// Whether small and capital ASCII letters are pairs in a language. They are not in Turkish and related languages,
  /// where an I has no dot, and in Lithuanian, where it may have two.
  static func hasPlainCase(_ locale: Locale) -> Bool {
    !["tr", "az", "lt"].contains(locale.language.languageCode?.identifier)
  }
}

extension String {
  /// Whether this text contains another one, without regard to case; nil unless both are of printable ASCII characters.
  fileprivate func containsPrintable(_ other: String) -> Bool? {
    let answer = utf8.withContiguousStorageIfAvailable { bytes in
      other.utf8.withContiguousStorageIfAvailable { pattern -> Bool? in
        guard bytes.allSatisfy(\.isPrintable), pattern.allSatisfy(\.isPrintable) else { return nil }
        guard let first = pattern.first?.smallLetter, pattern.count <= bytes.count else { return false }
        for start in 0...(bytes.count - pattern.count) where bytes[start].smallLetter == first {
          let rest = 1..<pattern.count
          if rest.allSatisfy({ bytes[start + $0].smallLetter == pattern[$0].smallLetter }) { return true }
        }
        return false
      }
    }
    return answer.flatMap { $0.flatMap { $0 } }
  }
}

extension UInt8 {
  fileprivate var isPrintable: Bool { self >= 0x20 && self < 0x7f }

  /// The small letter of a capital ASCII letter; any other byte as it is.
  fileprivate var smallLetter: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}
