import Foundation

/// The kinds of results that a batch update returns.
public enum NSBatchUpdateRequestResultType: UInt, Sendable {
  /// Whether the request succeeded.
  case statusOnlyResultType = 0
  /// The IDs of the changed objects.
  case updatedObjectIDsResultType = 1
  /// The number of changed objects.
  case updatedObjectsCountResultType = 2
}

/// A request that sets the same values on all matching objects, directly in the stores. Merge its result into
/// contexts.
///
/// ```swift
/// let request = NSBatchUpdateRequest(entityName: "Track")
/// request.predicate = NSPredicate(format: "title == %@", "Blue")
/// request.propertiesToUpdate = ["title": "Green"]
/// request.resultType = .updatedObjectIDsResultType
/// let result = try context.execute(request) as? NSBatchUpdateResult
/// let ids = result?.result as? [NSManagedObjectID] ?? []
/// NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSUpdatedObjectIDsKey: ids], into: [context])
/// ```
open class NSBatchUpdateRequest: NSPersistentStoreRequest {
  /// The name of the entity.
  open var entityName: String { ownName }

  /// The entity. Reading it is a programming error if the request was created with an entity name.
  open var entity: NSEntityDescription {
    guard let ownEntity else { fatalError("This NSBatchUpdateRequest has only an entityName, \(ownName).") }
    return ownEntity
  }

  /// The predicate of the objects to change; nil for all.
  open var predicate: NSPredicate?

  /// Whether objects of subentities are changed too. The default is true.
  open var includesSubentities = true

  /// The new values, by attribute name or property description. An expression is computed for each object from its
  /// stored values, for example `["position": NSExpression(format: "position + 10")]`.
  open var propertiesToUpdate: [AnyHashable: Any]?

  /// The kind of result to return. By default, only whether the request succeeded.
  open var resultType = NSBatchUpdateRequestResultType.statusOnlyResultType

  private let ownName: String
  private let ownEntity: NSEntityDescription?

  /// Creates a request for the objects of an entity, by name.
  ///
  /// - Parameter entityName: the name of the entity; an unknown one is an error when the request is executed.
  public init(entityName: String) {
    ownName = entityName
    ownEntity = nil
    super.init()
  }

  /// Creates a request for the objects of an entity.
  ///
  /// - Parameter entity: the entity.
  public init(entity: NSEntityDescription) {
    ownName = entity.name ?? ""
    ownEntity = entity
    super.init()
  }

  /// The kind of the request, `batchUpdateRequestType`.
  open override var requestType: NSPersistentStoreRequestType { .batchUpdateRequestType }

  /// Returns a request with the same entity, predicate, values, stores and result type.
  public override func copy(with zone: NSZone? = nil) -> Any {
    let copy = ownEntity.map(NSBatchUpdateRequest.init(entity:)) ?? NSBatchUpdateRequest(entityName: ownName)
    copy.affectedStores = affectedStores
    copy.predicate = predicate
    copy.includesSubentities = includesSubentities
    copy.propertiesToUpdate = propertiesToUpdate
    copy.resultType = resultType
    return copy
  }
}

/// The result of a batch update.
open class NSBatchUpdateResult: NSPersistentStoreResult {
  /// A Bool, an array of object IDs by ascending primary key, or a number, depending on `resultType`.
  open var result: Any? { ownResult }

  /// The kind of `result`.
  public let resultType: NSBatchUpdateRequestResultType

  private let ownResult: Any?

  init(_ result: Any?, _ resultType: NSBatchUpdateRequestResultType) {
    ownResult = result
    self.resultType = resultType
    super.init()
  }
}
