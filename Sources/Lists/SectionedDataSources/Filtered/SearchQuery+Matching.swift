import Foundation

extension SearchQuery {
  /// Whether a text contains the query's text, ignoring case and diacritics. True if the query has no text.
  ///
  /// The result is that of Foundation's `localizedStandardContains`, but is found in a small part of the time if both
  /// texts are ASCII.
  ///
  /// - Parameter candidate: the text of an item.
  /// - Complexity: O(characters of the candidate × characters of the query); O(characters of the candidate) for most
  ///   texts.
  public func matches(_ candidate: String) -> Bool {
    if text.isEmpty { return true }
    if hasPlainCase, let isFound = candidate.containsPrintable(text) { return isFound }
    return candidate.localizedStandardContains(text)
  }

  /// Whether lowercase and uppercase ASCII letters are pairs in a language. They are not in Turkish and related
  /// languages, which have a dotless i, and in Lithuanian, which has an i with a second dot.
  static func hasPlainCase(_ locale: Locale) -> Bool {
    !["tr", "az", "lt"].contains(locale.language.languageCode?.identifier)
  }
}

extension String {
  /// Whether this text contains another one, ignoring case; nil unless both have printable ASCII characters only.
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

  /// The lowercase letter of an uppercase ASCII letter; any other byte unchanged.
  fileprivate var smallLetter: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}
