import Foundation

// Foundation's classes of expressions and comparisons cannot be made on Linux, and their names are marked deprecated
// there. A class of ours with the same name would make it ambiguous in every file that imports Foundation too. So ours
// are subclasses of Foundation's, and these aliases name the same types without the mark: a file that imports only
// CoreData, or imports it before Foundation, uses them without a warning.

/// Gives Foundation's deprecated types names that are not deprecated. It is not meant for programs.
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

// Programs use those of CoreData, which the documentation has: a name of a module that is exported comes after those of
// every module that a file imports, Foundation's among them.

@_documentation(visibility: internal)
public typealias NSExpression = _FoundationNames.Expression
@_documentation(visibility: internal)
public typealias NSComparisonPredicate = _FoundationNames.Comparison

/// Lets an initializer of Foundation's classes make an object of a subclass, because only an initializer in a
/// protocol's extension may assign `self`. It has no requirements and is not meant for programs.
public protocol _MadeBySyntax {}

extension NSObject: _MadeBySyntax {}

/// An expression that was built from the format language, or by code that means the same.
protocol SyntaxProviding {
  var expressionSyntax: ExpressionSyntax { get }
}
