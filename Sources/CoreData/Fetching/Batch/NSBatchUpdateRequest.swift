import Foundation

/// What a batch update gives.
public enum NSBatchUpdateRequestResultType: UInt, Sendable {
  /// Whether it succeeded.
  case statusOnlyResultType = 0
  /// The IDs of the changed objects.
  case updatedObjectIDsResultType = 1
  /// The number of changed objects.
  case updatedObjectsCountResultType = 2
}

/// Sets the same values on all objects that match, in the stores alone: contexts hear of it when its result is merged.
open class NSBatchUpdateRequest: NSPersistentStoreRequest {
  /// The name of the entity.
  open var entityName: String { ownName }

  /// The entity. Asking a request that was made with a name is a programming error.
  open var entity: NSEntityDescription {
    guard let ownEntity else { fatalError("This NSBatchUpdateRequest has only an entityName, \(ownName).") }
    return ownEntity
  }

  /// Which objects are changed; nil for all.
  open var predicate: NSPredicate?

  /// Whether objects of subentities are changed too. The default is true.
  open var includesSubentities = true

  /// The new values, by names or property descriptions. Expressions cannot be built on this platform.
  open var propertiesToUpdate: [AnyHashable: Any]?

  /// What the result is; the default says only that it succeeded.
  open var resultType = NSBatchUpdateRequestResultType.statusOnlyResultType

  private let ownName: String
  private let ownEntity: NSEntityDescription?

  /// Changes objects of an entity by name.
  public init(entityName: String) {
    ownName = entityName
    ownEntity = nil
    super.init()
  }

  /// Changes objects of an entity.
  public init(entity: NSEntityDescription) {
    ownName = entity.name ?? ""
    ownEntity = entity
    super.init()
  }

  open override var requestType: NSPersistentStoreRequestType { .batchUpdateRequestType }
}

/// What a batch update did.
open class NSBatchUpdateResult: NSPersistentStoreResult {
  /// A Bool, an array of object IDs or a number, as `resultType` says.
  open var result: Any? { ownResult }

  /// What `result` is.
  public let resultType: NSBatchUpdateRequestResultType

  private let ownResult: Any?

  init(_ result: Any?, _ resultType: NSBatchUpdateRequestResultType) {
    ownResult = result
    self.resultType = resultType
    super.init()
  }
}
