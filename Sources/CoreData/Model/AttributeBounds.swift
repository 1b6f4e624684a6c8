import Foundation

/// The limits that the model editor offers for an attribute; nil where there is none.
///
/// For a string they are limits of its length (in UTF-16 units, as Apple's `length` counts); for a number, of the
/// number; for a date, of its seconds since 2001.
struct AttributeBounds: Hashable, Sendable {
  var minimum: Decimal?
  var maximum: Decimal?
  /// A regular expression that the whole string must match.
  var pattern: String?

  var isEmpty: Bool { minimum == nil && maximum == nil && pattern == nil }
}
