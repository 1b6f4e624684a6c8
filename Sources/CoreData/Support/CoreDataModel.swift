// The model is a module of its own, so that tools read models without the rest. Programs import it as CoreData.
@_exported import CoreDataModel

// A file that imports CoreData before Foundation finds these names first, which are not marked deprecated. See
// `_ExpressionNames`.

/// An expression: a key path, a constant, a function of other expressions and the like.
///
/// ```swift
/// let count = NSExpression(forFunction: "count:", arguments: [NSExpression(forKeyPath: "title")])
/// ```
public typealias NSExpression = _FoundationNames.Expression

/// A predicate that compares two expressions.
public typealias NSComparisonPredicate = _FoundationNames.Comparison
