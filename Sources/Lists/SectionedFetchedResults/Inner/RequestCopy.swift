import CoreData

// Not an extension of `NSFetchRequest`, because on Apple platforms an extension of that generic class cannot read its
// properties.
extension NSManagedObject {
  /// Whether the object in its current state matches a request of an entity.
  ///
  /// - Complexity: O(1). The object is filled if the request has a predicate.
  package func isFound<Found>(by request: NSFetchRequest<Found>, of entity: NSEntityDescription) -> Bool {
    guard self.entity.isKindOf(entity: entity), request.includesSubentities || self.entity.name == entity.name,
      !isDeleted
    else { return false }
    return request.predicate?.evaluate(with: self) ?? true
  }
}

/// Copies of requests for lists.
package enum RequestCopy {
  /// A request for the same objects, whatever their class, or for their identifiers. Properties for other results are
  /// not copied. `propertiesToFetch` are those of partial objects, or of dictionaries.
  package static func make<Old, New>(
    _ request: NSFetchRequest<Old>, of entity: NSEntityDescription, as type: New.Type,
    _ resultType: NSFetchRequestResultType
  ) -> NSFetchRequest<New> {
    let copy = NSFetchRequest<New>()
    copy.entity = entity
    copy.affectedStores = request.affectedStores
    copy.predicate = request.predicate
    copy.sortDescriptors = request.sortDescriptors
    copy.fetchLimit = request.fetchLimit
    copy.fetchOffset = request.fetchOffset
    copy.resultType = resultType
    copy.includesSubentities = request.includesSubentities
    copy.includesPendingChanges = request.includesPendingChanges
    guard resultType == .managedObjectResultType else { return copy }
    if request.resultType == .managedObjectResultType, let properties = request.propertiesToFetch {
      copy.propertiesToFetch = properties
    }
    copy.fetchBatchSize = request.fetchBatchSize
    copy.includesPropertyValues = request.includesPropertyValues
    copy.returnsObjectsAsFaults = request.returnsObjectsAsFaults
    copy.shouldRefreshRefetchedObjects = request.shouldRefreshRefetchedObjects
    copy.relationshipKeyPathsForPrefetching = request.relationshipKeyPathsForPrefetching
    return copy
  }
}
