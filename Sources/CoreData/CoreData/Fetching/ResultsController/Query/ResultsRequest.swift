import Foundation

/// The settings that `performFetch()` of a fetched results controller takes from its fetch request.
struct ResultsRequest {
  let entity: NSEntityDescription?
  let entityName: String?
  let predicate: NSPredicate?
  let sortDescriptors: [NSSortDescriptor]
  /// Whether the request has sort descriptors. An empty array means the order of identity.
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
  /// Whether a request without sort descriptors means the order of identity. Otherwise it is an error.
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

  /// Whether a limit or offset applies. Such a list cannot be updated object by object.
  var isWindowed: Bool { limit > 0 || offset > 0 }

  /// The same request with IDs as results.
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
