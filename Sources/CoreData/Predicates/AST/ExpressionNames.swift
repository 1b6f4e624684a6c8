import Foundation
import FoundationNames

// Foundation's classes of expressions and comparisons cannot be made on Linux, and their names are marked deprecated
// there. A class of ours with the same name would make it ambiguous in every file that imports Foundation too. So ours
// are subclasses of Foundation's, and these aliases name the same types without the mark: a file that imports only
// CoreData, or imports it before Foundation, uses them without a warning.

/// An expression: a key path, a constant, a function of other expressions and the like.
///
/// ```swift
/// let count = NSExpression(forFunction: "count:", arguments: [NSExpression(forKeyPath: "title")])
/// ```
public typealias NSExpression = _FoundationNames.Expression

/// A predicate that compares two expressions.
public typealias NSComparisonPredicate = _FoundationNames.Comparison

/// What lets an initializer of Foundation's classes make an object of a subclass: only an initializer in a protocol's
/// extension may assign `self`. It has no requirements and is not meant for programs.
public protocol _MadeBySyntax {}

extension NSObject: _MadeBySyntax {}

/// What was built of the format language, or in code that means the same.
protocol SyntaxProviding {
  var expressionSyntax: ExpressionSyntax { get }
}
