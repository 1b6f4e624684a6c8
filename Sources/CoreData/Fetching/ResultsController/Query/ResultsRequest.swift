import Foundation

/// The settings that a fetched results controller takes from its fetch request at `performFetch()`.
struct ResultsRequest {
  let entity: NSEntityDescription?
  let entityName: String?
  let predicate: NSPredicate?
  let sortDescriptors: [NSSortDescriptor]
  /// Whether the request's sort descriptors are set; an empty array asks for the order of identity.
  let namesOrder: Bool
  let limit: Int
  let offset: Int
  let batchSize: Int
  let returnsObjectsAsFaults: Bool
  let includesSubentities: Bool
  let includesPendingChanges: Bool
  let resultType: NSFetchRequestResultType
  let affectedStores: [NSPersistentStore]?
  let sectionNameKeyPath: String?
  /// Whether a request without sort descriptors is one for the order of identity, and not a mistake.
  let allowsIdentityOrder: Bool
  /// Whether the list keeps the runs of rows with the same value of the first sort descriptor.
  let keepsRuns: Bool

  init(
    _ request: NSFetchRequest<some NSFetchRequestResult>, sectionNameKeyPath: String?, allowsIdentityOrder: Bool,
    keepsRuns: Bool = false
  ) {
    entity = request.entity
    entityName = request.entityName
    predicate = request.predicate
    sortDescriptors = request.sortDescriptors ?? []
    namesOrder = request.sortDescriptors != nil
    limit = max(0, request.fetchLimit)
    offset = max(0, request.fetchOffset)
    batchSize = request.fetchBatchSize
    returnsObjectsAsFaults = request.returnsObjectsAsFaults
    includesSubentities = request.includesSubentities
    includesPendingChanges = request.includesPendingChanges
    resultType = request.resultType
    affectedStores = request.affectedStores
    self.sectionNameKeyPath = sectionNameKeyPath
    self.allowsIdentityOrder = allowsIdentityOrder
    self.keepsRuns = keepsRuns
  }

  /// Whether only a part of the objects that match is in the list. That part cannot be followed object by object.
  var isWindowed: Bool { limit > 0 || offset > 0 }

  /// The same request for IDs.
  var identifiers: NSFetchRequest<NSManagedObjectID> {
    let request = NSFetchRequest<NSManagedObjectID>(entityName: entity?.name ?? entityName ?? "")
    request.predicate = predicate
    request.sortDescriptors = sortDescriptors
    request.fetchLimit = limit
    request.fetchOffset = offset
    request.includesSubentities = includesSubentities
    request.includesPendingChanges = includesPendingChanges
    request.affectedStores = affectedStores
    request.resultType = .managedObjectIDResultType
    return request
  }
}
