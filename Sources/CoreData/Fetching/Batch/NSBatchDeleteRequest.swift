import Foundation

/// The kinds of results that a batch delete returns.
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

  /// The kind of result to return; the default is only whether the request succeeded.
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

/// The result of a batch delete.
open class NSBatchDeleteResult: NSPersistentStoreResult {
  /// A Bool, an array of object IDs or a number, by `resultType`. Objects deleted by delete rules are included.
  ///
  /// The IDs are in the order in which the objects were deleted: those of the fetch, then those that the rules reached.
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
