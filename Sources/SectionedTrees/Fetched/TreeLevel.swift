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
  /// The key of the parents' ordered relationship, the inverse of ``parentKey``, that gives the order of siblings; nil
  /// if the request gives it. Roots always have the order of the request.
  public var orderedChildren: String?
  /// The treatment of nodes of this level that cannot be under their parents; nil for that of the controller.
  public var policies: TreePolicies?

  /// Makes a level of a request.
  ///
  /// - Parameters:
  ///   - fetchRequest: the request, with sort descriptors.
  ///   - parent: the key of a to-one relationship to the parent, in any level; nil for roots.
  ///   - orderedChildren: the inverse of `parent`, an ordered relationship that gives the order of siblings; nil for
  ///     the order of the request.
  ///   - policies: the treatment of nodes that cannot be under their parents; nil for that of the controller.
  public init(
    _ fetchRequest: NSFetchRequest<NSManagedObject>, parent: String? = nil, orderedChildren: String? = nil,
    policies: TreePolicies? = nil
  ) {
    self.fetchRequest = fetchRequest
    parentKey = parent
    (self.orderedChildren, self.policies) = (orderedChildren, policies)
  }

  /// Makes a level of the objects of an entity.
  ///
  /// - Parameters:
  ///   - entityName: the entity.
  ///   - parent: the key of a to-one relationship to the parent, in any level; nil for roots.
  ///   - orderedChildren: the inverse of `parent`, an ordered relationship that gives the order of siblings; nil for
  ///     the order of the request.
  ///   - predicate: the predicate that the nodes match; nil for all.
  ///   - sortDescriptors: the order of siblings. At least one is needed.
  ///   - batchSize: the `fetchBatchSize` of the request.
  ///   - policies: the treatment of nodes that cannot be under their parents; nil for that of the controller.
  public init(
    entityName: String, parent: String? = nil, orderedChildren: String? = nil, predicate: NSPredicate? = nil,
    sortDescriptors: [NSSortDescriptor], batchSize: Int = 20, policies: TreePolicies? = nil
  ) {
    let request = NSFetchRequest<NSManagedObject>(entityName: entityName)
    request.predicate = predicate
    request.sortDescriptors = sortDescriptors
    request.fetchBatchSize = batchSize
    self.init(request, parent: parent, orderedChildren: orderedChildren, policies: policies)
  }
}
