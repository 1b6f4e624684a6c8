/// The comparisons of two expressions. The raw values are their spelling in the format language.
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

/// The elements of a collection on the left that must satisfy a comparison. `SOME` is `any`; `NONE` is its negation.
package enum ComparisonModifier: Sendable {
  case direct
  case any
  case all
}

/// The differences that are disregarded when strings are compared: the letters in brackets after an operator.
package struct StringOptions: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// `c`: upper and lower case are the same.
  package static let caseInsensitive = StringOptions(rawValue: 1)
  /// `d`: letters are the same with and without marks.
  static let diacriticInsensitive = StringOptions(rawValue: 2)
  /// `n`: the strings are compared as they are, which is the default here.
  static let normalized = StringOptions(rawValue: 4)
  /// `l`: by the rules of the user's locale.
  static let localeSensitive = StringOptions(rawValue: 8)
  /// Never written after an operator. A folded string is decomposed (NFD), so that a letter with a mark stands right
  /// behind the same letter without one.
  static let decomposed = StringOptions(rawValue: 16)

  /// The options as they are written after an operator.
  var suffix: String {
    var letters = ""
    if contains(.caseInsensitive) { letters += "c" }
    if contains(.diacriticInsensitive) { letters += "d" }
    if contains(.normalized) { letters += "n" }
    if contains(.localeSensitive) { letters += "l" }
    return letters.isEmpty ? "" : "[\(letters)]"
  }
}
