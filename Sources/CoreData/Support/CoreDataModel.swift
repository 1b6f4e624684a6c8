// The model is a module of its own, so that tools read models without the rest. Programs import it as CoreData.
@_exported import CoreDataModel

// Foundation has classes of these names, which are marked deprecated. A file that imports CoreData before Foundation finds the
// names of the module that it imports first, and not those of a module that this one exports.

/// An expression: a key path, a constant, a function of other expressions and the like.
public typealias NSExpression = CoreDataModel.NSExpression

/// A predicate that compares two expressions.
public typealias NSComparisonPredicate = CoreDataModel.NSComparisonPredicate
