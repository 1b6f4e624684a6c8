/// An expression that was built here.
typealias WrittenExpression = WrittenNames.Expression

/// A comparison that was built here.
typealias WrittenComparison = WrittenNames.Comparison

/// Gives the two deprecated classes names that are not deprecated, as `_FoundationNames` does.
enum WrittenNames: NamesOfWritten {
  /// Never called: the compiler finds the types in it.
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
