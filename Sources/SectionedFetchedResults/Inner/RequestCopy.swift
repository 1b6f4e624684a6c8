import CoreData

/// Copies of requests for lists.
package enum RequestCopy {
  /// A request for the same objects, whatever their class, or for their identifiers. Properties for other results are
  /// not copied.
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
    copy.fetchBatchSize = request.fetchBatchSize
    copy.includesPropertyValues = request.includesPropertyValues
    copy.returnsObjectsAsFaults = request.returnsObjectsAsFaults
    copy.shouldRefreshRefetchedObjects = request.shouldRefreshRefetchedObjects
    copy.relationshipKeyPathsForPrefetching = request.relationshipKeyPathsForPrefetching
    return copy
  }
}
