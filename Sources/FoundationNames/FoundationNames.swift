import Foundation

// A module of its own: within one, how far the compiler has come with finding the types depends on which files it is
// given together, and a class that is declared with such a name for its superclass may have none yet.

/// What gives Foundation's deprecated types names that are not. It is not meant for programs.
public protocol _ExpressionNames {
  associatedtype Expression
  associatedtype ExpressionType
  associatedtype Comparison
  associatedtype Modifier
  associatedtype Operator
  associatedtype Options

  func types() -> (Expression, ExpressionType, Comparison, Modifier, Operator, Options)
}

/// Foundation's types. It is not meant for programs.
public enum _FoundationNames: _ExpressionNames {
  /// Never called: the compiler finds the types in it.
  @available(*, deprecated)
  public func types() -> (
    Foundation.NSExpression, Foundation.NSExpression.ExpressionType, Foundation.NSComparisonPredicate,
    Foundation.NSComparisonPredicate.Modifier, Foundation.NSComparisonPredicate.Operator,
    Foundation.NSComparisonPredicate.Options
  ) { fatalError("The types are all there is to this function.") }
}
