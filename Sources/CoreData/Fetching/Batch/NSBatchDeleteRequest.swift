import Foundation

/// What a batch delete gives.
public enum NSBatchDeleteRequestResultType: UInt, Sendable {
  /// Whether it succeeded.
  case resultTypeStatusOnly = 0
  /// The IDs of the deleted objects.
  case resultTypeObjectIDs = 1
  /// The number of deleted objects.
  case resultTypeCount = 2
}

/// Deletes the objects that a fetch finds, in the stores alone: contexts follow when its result is merged.
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

  /// What the result is; the default is only whether it succeeded.
  open var resultType = NSBatchDeleteRequestResultType.resultTypeStatusOnly

  /// Deletes what a fetch finds.
  ///
  /// - Parameter fetch: the fetch; its limit and offset count.
  public init(fetchRequest fetch: NSFetchRequest<any NSFetchRequestResult>) {
    fetchRequest = fetch
    super.init()
  }

  /// Deletes objects.
  ///
  /// - Parameter objects: the permanent IDs of saved objects of one entity. An empty array is a programming error.
  ///   Objects that are not there any more are passed over.
  public convenience init(objectIDs objects: [NSManagedObjectID]) {
    guard let entity = objects.first?.entity else {
      fatalError("NSBatchDeleteRequest(objectIDs:) needs at least one ID, whose entity is the request's.")
    }
    let fetch = NSFetchRequest<any NSFetchRequestResult>()
    fetch.entity = entity
    self.init(fetchRequest: fetch)
    objectIDs = objects
  }

  /// The objects, when they were given one by one.
  var objectIDs: [NSManagedObjectID]?

  /// The kind of the request, `batchDeleteRequestType`.
  open override var requestType: NSPersistentStoreRequestType { .batchDeleteRequestType }

  /// A request with the same fetch or objects, stores and result type.
  public override func copy(with zone: NSZone? = nil) -> Any {
    let copy = NSBatchDeleteRequest(fetchRequest: fetchRequest)
    copy.affectedStores = affectedStores
    copy.objectIDs = objectIDs
    copy.resultType = resultType
    return copy
  }
}

/// What a batch delete did.
open class NSBatchDeleteResult: NSPersistentStoreResult {
  /// A Bool, an array of object IDs or a number, by `resultType`. Objects that delete rules took along are among them.
  ///
  /// The IDs are in the order in which the objects were deleted: the fetch's, then those that the rules reached.
  open var result: Any? { ownResult }

  /// What `result` is.
  public let resultType: NSBatchDeleteRequestResultType

  private let ownResult: Any?

  init(_ result: Any?, _ resultType: NSBatchDeleteRequestResultType) {
    ownResult = result
    self.resultType = resultType
    super.init()
  }
}
