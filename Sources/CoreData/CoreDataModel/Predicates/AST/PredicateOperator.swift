/// The comparison operators. The raw values are their spellings in the format language.
package enum PredicateOperator: String, Sendable {
  case equalTo = "=="
  case notEqualTo = "!="
  case lessThan = "<"
  case lessThanOrEqualTo = "<="
  case greaterThan = ">"
  case greaterThanOrEqualTo = ">="
  case beginsWith = "BEGINSWITH"
  case endsWith = "ENDSWITH"
  case contains = "CONTAINS"
  case like = "LIKE"
  case matches = "MATCHES"
  case `in` = "IN"
  case between = "BETWEEN"
}

/// The elements of the left collection that must satisfy a comparison. `SOME` means `any`, and `NONE` is the negation
/// of `any`.
package enum ComparisonModifier: Sendable {
  case direct
  case any
  case all
}

/// The differences that a string comparison ignores, written as letters in brackets after an operator.
package struct StringOptions: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `c`: upper and lower case are equal.
  package static let caseInsensitive = StringOptions(rawValue: 1)
  /// `d`: letters with and without diacritics are equal.
  static let diacriticInsensitive = StringOptions(rawValue: 2)
  /// `n`: the strings are compared byte by byte, which is the default here.
  static let normalized = StringOptions(rawValue: 4)
  /// `l`: the strings are compared by the rules of the user's locale.
  static let localeSensitive = StringOptions(rawValue: 8)
  /// An internal option: folded strings are decomposed (NFD), so that a letter with a diacritic is sorted directly
  /// after the letter without it.
  static let decomposed = StringOptions(rawValue: 16)

  /// The suffix of an operator with these options, such as `[cd]`.
  var suffix: String {
    var letters = ""
    if contains(.caseInsensitive) { letters += "c" }
    if contains(.diacriticInsensitive) { letters += "d" }
    if contains(.normalized) { letters += "n" }
    if contains(.localeSensitive) { letters += "l" }
    return letters.isEmpty ? "" : "[\(letters)]"
  }
}
