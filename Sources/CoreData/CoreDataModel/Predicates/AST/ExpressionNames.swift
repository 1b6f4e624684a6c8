import Foundation

// Foundation's classes for expressions and comparisons cannot be instantiated on Linux, and their names are marked as
// deprecated there. If this package declared classes with these names, the names would be ambiguous in every file that
// also imports Foundation. So it declares subclasses, and the aliases below name Foundation's types without the
// deprecation. A file that imports only CoreData, or imports it before Foundation, can use them without a warning.

/// Names Foundation's deprecated types by associated types that are not deprecated. Not for use by programs.
public protocol _ExpressionNames {
  associatedtype Expression
  associatedtype ExpressionType
  associatedtype Comparison
  associatedtype Modifier
  associatedtype Operator
  associatedtype Options

  func types() -> (Expression, ExpressionType, Comparison, Modifier, Operator, Options)
}

/// Binds the associated types to Foundation's types. Not for use by programs.
public enum _FoundationNames: _ExpressionNames {
  /// Never called. The compiler infers the associated types from it.
  @available(*, deprecated)
  public func types() -> (
    Foundation.NSExpression, Foundation.NSExpression.ExpressionType, Foundation.NSComparisonPredicate,
    Foundation.NSComparisonPredicate.Modifier, Foundation.NSComparisonPredicate.Operator,
    Foundation.NSComparisonPredicate.Options
  ) { fatalError("The types are all there is to this function.") }
}

// These aliases are hidden from the documentation, because programs use those of CoreData. A re-exported name has lower
// precedence than a name of any module that a file imports, including Foundation.

@_documentation(visibility: internal)
public typealias NSExpression = _FoundationNames.Expression
@_documentation(visibility: internal)
public typealias NSComparisonPredicate = _FoundationNames.Comparison

/// Lets initializers of Foundation's classes return objects of subclasses, because only an initializer in a protocol
/// extension may assign `self`. Not for use by programs.
public protocol _MadeBySyntax {}

extension NSObject: _MadeBySyntax {}

/// An expression of this package's subclasses, which has a syntax tree.
protocol SyntaxProviding {
  var expressionSyntax: ExpressionSyntax { get }
}
