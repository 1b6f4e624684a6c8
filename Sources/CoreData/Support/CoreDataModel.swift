// The model is a module of its own, so that tools read models without the rest. Programs import it as CoreData.
@_exported import CoreDataModel

// Foundation has classes of these names, which are marked deprecated. Ours are found first in this module.
typealias NSExpression = CoreDataModel.NSExpression
typealias NSComparisonPredicate = CoreDataModel.NSComparisonPredicate
