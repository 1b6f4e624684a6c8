// The model is a separate module, so that tools can read models without the rest. Programs import it through
// CoreData.
@_exported import CoreDataModel

// A file that imports CoreData before Foundation resolves these names to the following declarations, which are not
// deprecated. See `_ExpressionNames`.

/// An expression, such as a key path, a constant, or a function of other expressions.
///
/// ```swift
/// let count = NSExpression(forFunction: "count:", arguments: [NSExpression(forKeyPath: "title")])
/// ```
public typealias NSExpression = _FoundationNames.Expression

/// A predicate that compares two expressions.
public typealias NSComparisonPredicate = _FoundationNames.Comparison
