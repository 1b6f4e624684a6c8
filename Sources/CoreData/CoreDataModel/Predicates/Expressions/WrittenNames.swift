/// An expression that this package created.
typealias WrittenExpression = WrittenNames.Expression

/// A comparison that this package created.
typealias WrittenComparison = WrittenNames.Comparison

/// Names the two deprecated classes by associated types that are not deprecated, as `_FoundationNames` does.
enum WrittenNames: NamesOfWritten {
  /// Never called. The compiler infers the associated types from it.
  @available(*, deprecated)
  func types() -> (DeprecatedExpression, DeprecatedComparison) {
    fatalError("The types are all there is to this function.")
  }
}

protocol NamesOfWritten {
  associatedtype Expression
  associatedtype Comparison

  func types() -> (Expression, Comparison)
}
