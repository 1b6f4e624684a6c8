import Foundation

/// The kinds of results that a batch delete returns.
public enum NSBatchDeleteRequestResultType: UInt, Sendable {
  /// Whether the request succeeded.
  case resultTypeStatusOnly = 0
  /// The IDs of the deleted objects.
  case resultTypeObjectIDs = 1
  /// The number of deleted objects.
  case resultTypeCount = 2
}

/// A request that deletes the objects that a fetch finds, directly in the stores. Merge its result into contexts.
///
/// ```swift
/// let request = NSBatchDeleteRequest(fetchRequest: Track.fetchRequest())
/// request.resultType = .resultTypeObjectIDs
/// let result = try context.execute(request) as? NSBatchDeleteResult
/// let ids = result?.result as? [NSManagedObjectID] ?? []
/// NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSDeletedObjectIDsKey: ids], into: [context])
/// ```
open class NSBatchDeleteRequest: NSPersistentStoreRequest {
  /// The fetch that finds the objects.
  @NSCopying open private(set) var fetchRequest: NSFetchRequest<any NSFetchRequestResult>

  /// The kind of result to return. By default, only whether the request succeeded.
  open var resultType = NSBatchDeleteRequestResultType.resultTypeStatusOnly

  /// Creates a request that deletes the results of a fetch.
  ///
  /// - Parameter fetch: the fetch. Its limit and offset apply.
  public init(fetchRequest fetch: NSFetchRequest<any NSFetchRequestResult>) {
    fetchRequest = fetch
    super.init()
  }

  /// Creates a request that deletes given objects.
  ///
  /// - Parameter objects: the permanent IDs of saved objects of one entity. An empty array is a programming error.
  ///   Objects that do not exist any more are ignored.
  public convenience init(objectIDs objects: [NSManagedObjectID]) {
    guard let entity = objects.first?.entity else {
      fatalError("NSBatchDeleteRequest(objectIDs:) needs at least one ID, whose entity is the request's.")
    }
    let fetch = NSFetchRequest<any NSFetchRequestResult>()
    fetch.entity = entity
    self.init(fetchRequest: fetch)
    objectIDs = objects
  }

  /// The objects to delete, if the request was created with IDs.
  var objectIDs: [NSManagedObjectID]?

  /// The kind of the request, `batchDeleteRequestType`.
  open override var requestType: NSPersistentStoreRequestType { .batchDeleteRequestType }

  /// Returns a request with the same fetch or objects, stores and result type.
  public override func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSBatchDeleteRequest(fetchRequest: fetchRequest)
    copy.affectedStores = affectedStores
    copy.objectIDs = objectIDs
    copy.resultType = resultType
    return copy
  }
}

/// The result of a batch delete.
open class NSBatchDeleteResult: NSPersistentStoreResult {
  /// A Bool, an array of object IDs, or a number, depending on `resultType`. Objects that delete rules deleted are
  /// included.
  ///
  /// The IDs are in the order of deletion: the results of the fetch, then the objects that delete rules deleted.
  open var result: Any? { ownResult }

  /// The kind of `result`.
  public let resultType: NSBatchDeleteRequestResultType

  private let ownResult: Any?

  init(_ result: Any?, _ resultType: NSBatchDeleteRequestResultType) {
    ownResult = result
    self.resultType = resultType
    super.init()
  }
}
