import Foundation

/// A way to compare strings. If strings are equal by it, the next sort descriptor decides.
package enum Collation: Sendable, Hashable, CaseIterable {
  /// The order of the UTF-8 bytes, as of `compare:`.
  case binary
  case caseInsensitive
  /// The order of `caseInsensitiveCompare:`, in which Ä is between A and B. Foundation's own method is inconsistent for
  /// some strings with several diacritics: each of two strings is less than the other.
  case caseInsensitiveMethod
  case localized
  case localizedCaseInsensitive
  case localizedStandard
  case diacriticInsensitive
  case caseAndDiacriticInsensitive
}

extension Collation {
  /// The collation for the options of a comparison. The locale's collations never ignore diacritics, so the locale
  /// option has no effect if diacritics are to be ignored.
  package init(_ options: StringOptions) {
    let (ignoresCase, ignoresMarks) = (options.contains(.caseInsensitive), options.contains(.diacriticInsensitive))
    self =
      if options.contains(.localeSensitive) && !ignoresMarks {
        ignoresCase ? .localizedCaseInsensitive : .localized
      } else if ignoresCase {
        ignoresMarks ? .caseAndDiacriticInsensitive : .caseInsensitive
      } else {
        ignoresMarks ? .diacriticInsensitive : .binary
      }
  }

  /// The folding after which a comparison of bytes gives this order; nil if the locale's rules are needed.
  package var folding: StringOptions? {
    switch self {
    case .binary: []
    case .caseInsensitive: .caseInsensitive
    case .caseInsensitiveMethod: [.caseInsensitive, .decomposed]
    case .diacriticInsensitive: .diacriticInsensitive
    case .caseAndDiacriticInsensitive: [.caseInsensitive, .diacriticInsensitive]
    case .localized, .localizedCaseInsensitive, .localizedStandard: nil
    }
  }

  func compare(_ left: String, _ right: String) -> ComparisonResult {
    if let folding {
      return left.withUTF8Bytes { left in right.withUTF8Bytes { left.compared(to: $0, folding: folding) } }
    }
    return compareLocalized(left, right)
  }

  package func compare(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> ComparisonResult {
    if let folding { return left.compared(to: right, folding: folding) }
    if left.hasSameBytes(as: right) { return .orderedSame }
    return compareLocalized(String(decoding: left, as: UTF8.self), String(decoding: right, as: UTF8.self))
  }

  private func compareLocalized(_ left: String, _ right: String) -> ComparisonResult {
    switch self {
    case .localizedCaseInsensitive: left.localizedCaseInsensitiveCompare(right)
    case .localizedStandard: left.localizedStandardCompare(right)
    default: left.localizedCompare(right)
    }
  }
}
