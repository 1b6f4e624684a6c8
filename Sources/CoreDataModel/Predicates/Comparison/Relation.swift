/// The relations of two values.
package enum Relation: Sendable {
  case equalTo
  case notEqualTo
  case lessThan
  case lessThanOrEqualTo
  case greaterThan
  case greaterThanOrEqualTo
}

/// The tests of a string. The raw values are their spelling in the format language.
package enum TextRelation: String, Sendable, CaseIterable {
  case beginsWith = "BEGINSWITH"
  case endsWith = "ENDSWITH"
  case contains = "CONTAINS"
  case like = "LIKE"
  case matches = "MATCHES"
}
