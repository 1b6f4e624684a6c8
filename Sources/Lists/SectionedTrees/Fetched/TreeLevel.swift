import CoreData

/// A level of a tree: the objects of one request, and the relationship to their parents.
///
/// ```swift
/// let cities = TreeLevel(entityName: "City", parent: "region", sortDescriptors: byName)
/// ```
public struct TreeLevel {
  /// The request of the nodes. Its sort descriptors give the order of siblings.
  public var fetchRequest: NSFetchRequest<NSManagedObject>
  /// The key of a to-one relationship to the parent; nil if all nodes of the level are roots.
  public var parentKey: String?

  /// Makes a level of a request.
  ///
  /// - Parameters:
  ///   - fetchRequest: the request, with sort descriptors.
  ///   - parent: the key of a to-one relationship to the parent, in any level; nil for roots.
  public init(_ fetchRequest: NSFetchRequest<NSManagedObject>, parent: String? = nil) {
    self.fetchRequest = fetchRequest
    parentKey = parent
  }

  /// Makes a level of the objects of an entity.
  ///
  /// - Parameters:
  ///   - entityName: the entity.
  ///   - parent: the key of a to-one relationship to the parent, in any level; nil for roots.
  ///   - predicate: the predicate that the nodes match; nil for all.
  ///   - sortDescriptors: the order of siblings. At least one is needed.
  ///   - batchSize: the `fetchBatchSize` of the request.
  public init(
    entityName: String, parent: String? = nil, predicate: NSPredicate? = nil, sortDescriptors: [NSSortDescriptor],
    batchSize: Int = 20
  ) {
    let request = NSFetchRequest<NSManagedObject>(entityName: entityName)
    request.predicate = predicate
    request.sortDescriptors = sortDescriptors
    request.fetchBatchSize = batchSize
    self.init(request, parent: parent)
  }
}
