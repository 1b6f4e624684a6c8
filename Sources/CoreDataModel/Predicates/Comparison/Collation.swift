import Foundation

/// How strings compare. The next term of an order decides between strings that a collation holds equal.
package enum Collation: Sendable, Hashable, CaseIterable {
  /// `compare:`: UTF-8 bytes.
  case binary
  case caseInsensitive
  /// `caseInsensitiveCompare:`: an Ä stands between A and B, as of Foundation's method. That method itself does not
  /// order strings with a mark behind a letter that has one: it holds each of two less than the other.
  case caseInsensitiveMethod
  case localized
  case localizedCaseInsensitive
  case localizedStandard
  case diacriticInsensitive
  case caseAndDiacriticInsensitive
}

extension Collation {
  /// The collation that a comparison with the options uses. By the locale, marks always count.
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

  /// The folding that makes the collation a comparison of bytes; nil where only the locale's rules can decide.
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
