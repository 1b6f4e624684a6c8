import Foundation

/// The kinds of results that a batch insert returns.
public enum NSBatchInsertRequestResultType: UInt, Sendable {
  /// Whether the request succeeded.
  case statusOnly = 0
  /// The IDs of the inserted objects.
  case objectIDs = 1
  /// The number of inserted objects.
  case count = 2
}

/// A request that inserts many objects directly in the stores. Merge its result into contexts.
///
/// ```swift
/// let request = NSBatchInsertRequest(entityName: "Track", objects: [["title": "Blue"], ["title": "Green"]])
/// request.resultType = .objectIDs
/// let result = try context.execute(request) as? NSBatchInsertResult
/// let ids = result?.result as? [NSManagedObjectID] ?? []
/// NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSInsertedObjectIDsKey: ids], into: [context])
/// ```
open class NSBatchInsertRequest: NSPersistentStoreRequest {
  /// The name of the entity.
  open var entityName: String { ownName }

  /// The entity, if the request was created with an entity.
  open var entity: NSEntityDescription? { ownEntity }

  /// The attribute values by name, in one dictionary for each object.
  open var objectsToInsert: [[String: Any]]?

  /// Fills a dictionary with the attribute values of the next object. If it returns true, the insertion ends without
  /// that dictionary.
  open var dictionaryHandler: ((NSMutableDictionary) -> Bool)?

  /// Sets the values of the next object. If it returns true, the insertion ends without that object. Each call
  /// receives the same object, reset to the values of a new one. Do not keep the object, and set no relationships.
  open var managedObjectHandler: ((NSManagedObject) -> Bool)?

  /// The kind of result to return. By default, only whether the request succeeded.
  open var resultType = NSBatchInsertRequestResultType.statusOnly

  private let ownName: String
  private let ownEntity: NSEntityDescription?

  @available(*, unavailable, message: "Use an initializer that names the entity.")
  public override convenience init() { CoreData.unavailable() }

  /// Creates a request that inserts one object for each dictionary.
  ///
  /// - Parameters:
  ///   - entityName: the name of an entity that is not abstract; any other is an error when the request is executed.
  ///   - dictionaries: the attribute values by name, in the order of insertion. A relationship, an unknown name or a
  ///     value of another type is an error when the request is executed.
  public init(entityName: String, objects dictionaries: [[String: Any]]) {
    ownName = entityName
    ownEntity = nil
    objectsToInsert = dictionaries
    super.init()
  }

  /// Creates a request that inserts one object for each dictionary.
  ///
  /// - Parameters:
  ///   - entity: an entity that is not abstract.
  ///   - dictionaries: as in `init(entityName:objects:)`.
  public init(entity: NSEntityDescription, objects dictionaries: [[String: Any]]) {
    ownName = entity.name ?? ""
    ownEntity = entity
    objectsToInsert = dictionaries
    super.init()
  }

  /// Creates a request that inserts objects until the handler returns true.
  ///
  /// - Parameters:
  ///   - entity: an entity that is not abstract.
  ///   - handler: the closure for `dictionaryHandler`.
  public convenience init(
    entity: NSEntityDescription, dictionaryHandler handler: @escaping (NSMutableDictionary) -> Bool
  ) {
    self.init(entity: entity, objects: [])
    take(handler)
  }

  /// Creates a request that inserts objects until the handler returns true.
  ///
  /// - Parameters:
  ///   - entityName: the name of an entity that is not abstract.
  ///   - handler: the closure for `dictionaryHandler`.
  public convenience init(entityName: String, dictionaryHandler handler: @escaping (NSMutableDictionary) -> Bool) {
    self.init(entityName: entityName, objects: [])
    take(handler)
  }

  /// Creates a request that inserts objects until the handler returns true.
  ///
  /// - Parameters:
  ///   - entity: an entity that is not abstract.
  ///   - handler: the closure for `managedObjectHandler`.
  public convenience init(
    entity: NSEntityDescription, managedObjectHandler handler: @escaping (NSManagedObject) -> Bool
  ) {
    self.init(entity: entity, objects: [])
    take(handler)
  }

  /// Creates a request that inserts objects until the handler returns true.
  ///
  /// - Parameters:
  ///   - entityName: the name of an entity that is not abstract.
  ///   - handler: the closure for `managedObjectHandler`.
  public convenience init(entityName: String, managedObjectHandler handler: @escaping (NSManagedObject) -> Bool) {
    self.init(entityName: entityName, objects: [])
    take(handler)
  }

  /// The kind of the request, `batchInsertRequestType`.
  open override var requestType: NSPersistentStoreRequestType { .batchInsertRequestType }

  /// Returns a request with the same entity, objects or handler, stores and result type.
  public override func copy(with zone: NSZone? = nil) -> Any {
    let copy =
      ownEntity.map { NSBatchInsertRequest(entity: $0, objects: []) }
      ?? NSBatchInsertRequest(entityName: ownName, objects: [])
    copy.affectedStores = affectedStores
    copy.objectsToInsert = objectsToInsert
    copy.dictionaryHandler = dictionaryHandler
    copy.managedObjectHandler = managedObjectHandler
    copy.resultType = resultType
    return copy
  }

  private func take(_ handler: @escaping (NSMutableDictionary) -> Bool) {
    objectsToInsert = nil
    dictionaryHandler = handler
  }

  private func take(_ handler: @escaping (NSManagedObject) -> Bool) {
    objectsToInsert = nil
    managedObjectHandler = handler
  }
}

/// The result of a batch insert.
open class NSBatchInsertResult: NSPersistentStoreResult {
  /// A Bool, an array of object IDs in the order of insertion, or a number, depending on `resultType`.
  open var result: Any? { ownResult }

  /// The kind of `result`.
  public let resultType: NSBatchInsertRequestResultType

  private let ownResult: Any?

  init(_ result: Any?, _ resultType: NSBatchInsertRequestResultType) {
    ownResult = result
    self.resultType = resultType
    super.init()
  }
}
