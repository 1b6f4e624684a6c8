import Foundation

/// A graph of managed objects with their unsaved changes, fetched from the stores of a coordinator and saved to them.
///
/// A context and its objects belong to one queue; use them inside `perform` or `performAndWait`, or on the main queue
/// when the context is bound to that. Objects without changes live as long as somebody holds them.
// Unchecked: everything but the queue is confined to the context's queue; `ConcurrencyDebug` checks that.
open class NSManagedObjectContext: NSObject, @unchecked Sendable {
  let confinement: ContextQueue
  /// For whoever refers to the context without keeping it alive.
  final let handle = ContextHandle()
  final private(set) var registry = ObjectRegistry(coordinator: nil)
  final var observers = ContextObservers()
  final var pending = PendingChanges()
  final var events = EventState()
  final var reach = ReadScope()
  /// Whether the context's saves are told to nobody: those of batch requests.
  final var isSilent = false
  private var coordinator: NSPersistentStoreCoordinator?

  /// Makes a context bound to a queue. It is of no use until it has a coordinator.
  ///
  /// - Parameter ct: the kind of queue.
  public init(concurrencyType ct: NSManagedObjectContextConcurrencyType) {
    confinement = ContextQueue(ct)
    super.init()
    handle.set(self)
    registry.adopt(by: self)
  }

  @available(*, unavailable, message: "Use init(concurrencyType:): a context is bound to a queue.")
  public override convenience init() { CoreData.unavailable() }

  /// Makes a context bound to a queue. It is of no use until it has a coordinator.
  public convenience init(_ type: ConcurrencyType) {
    self.init(concurrencyType: type.rawValue)
  }

  deinit {
    handle.clear()
    registry.disown()
  }

  /// Disowns all objects, which become faults that nothing fills, and starts with none.
  final func startRegistry() {
    let objects = registry.objects
    for object in objects where !object.flags.contains(.fault) { object.willTurnIntoFault() }
    registry.disown()
    for object in objects { object.abandon() }
    registry = ObjectRegistry(coordinator: coordinator)
    registry.adopt(by: self)
    pending = PendingChanges(retained: retainsRegisteredObjects ? [] : nil)
    events.forgetChanges()
    events.saves = SaveCursor(at: coordinator?.saveNumber ?? 0)
    reach = ReadScope()
  }

  // MARK: Set-up

  /// The coordinator whose stores the context reads and writes. Setting another one resets the context.
  open var persistentStoreCoordinator: NSPersistentStoreCoordinator? {
    get { coordinator }
    set {
      guard newValue !== coordinator else { return }
      coordinator = newValue
      startRegistry()
      newValue?.register(self)
      if let newValue { KnownModels.remember(newValue.model) }
    }
  }

  /// The kind of queue that the context is bound to.
  open var concurrencyType: NSManagedObjectContextConcurrencyType { confinement.type }

  /// A name for the context, for the program's own use.
  open var name: String?

  /// The author that the program names for its saves. It is kept; no history is written here.
  open var transactionAuthor: String?

  /// Whatever the program wants to keep with the context.
  open private(set) lazy var userInfo = NSMutableDictionary()

  /// What settles conflicts in a save: an `NSMergePolicy`. The default stops the save.
  open var mergePolicy: Any = NSMergePolicy.error

  /// Whether saves of other contexts of the coordinator are merged into this one. The default is false.
  open var automaticallyMergesChangesFromParent = false

  /// Whether delete rules are applied when pending changes are processed rather than at once. The default is true.
  open var propagatesDeletesAtEndOfEvent = true

  /// Whether a fault whose row is gone counts as deleted, all its values nil. When false, touching one is a programming
  /// error. The default is true.
  open var shouldDeleteInaccessibleFaults = true

  /// Whether the context keeps all its objects alive, not only changed ones. The default is false.
  open var retainsRegisteredObjects = false {
    didSet { pending.retained = retainsRegisteredObjects ? Array(registry.objects) : nil }
  }

  // MARK: Objects

  /// Whether there is anything to save.
  open var hasChanges: Bool { pending.hasChanges }

  /// The objects that the next save inserts.
  open var insertedObjects: Set<NSManagedObject> { pending.inserted.set }

  /// The objects whose changes the next save writes.
  open var updatedObjects: Set<NSManagedObject> { pending.updated.set }

  /// The objects that the next save deletes.
  open var deletedObjects: Set<NSManagedObject> { pending.deleted.set }

  /// All objects of the context that are alive.
  open var registeredObjects: Set<NSManagedObject> { Set(registry.objects.filter { !$0.flags.contains(.gone) }) }

  /// The object with an ID if it is registered, otherwise nil. Never reads a store.
  open func registeredObject(for objectID: NSManagedObjectID) -> NSManagedObject? {
    requireQueue()
    return registeredObject(for: objectID.key)
  }

  /// The object with an ID, a fault unless it is registered. Whether its row exists shows when the fault is filled.
  open func object(with objectID: NSManagedObjectID) -> NSManagedObject {
    requireQueue()
    return object(for: localKey(of: objectID))
  }

  /// The object with an ID, with its values.
  ///
  /// - Throws: 133000 (`NSManagedObjectReferentialIntegrityError`) when there is no such row, or the store's error.
  open func existingObject(with objectID: NSManagedObjectID) throws -> NSManagedObject {
    try findExistingObject(objectID)
  }

  /// Inserts an object that was made outside any context.
  open func insert(_ object: NSManagedObject) { insertDetached(object) }

  /// Deletes an object with the next save. Its delete rules are applied when pending changes are processed.
  open func delete(_ object: NSManagedObject) { markDeleted(object) }

  /// Names the store that a new object goes to. An entity is held by one store here, so that any other is a
  /// programming error.
  open func assign(_ object: Any, to store: NSPersistentStore) { checkAssignment(of: object, to: store) }

  /// Gives objects the IDs that they will have once they are saved.
  ///
  /// - Throws: the store's error when it cannot give out keys.
  open func obtainPermanentIDs(for objects: [NSManagedObject]) throws { try promote(objects) }

  /// Decides whether a fault whose row is gone counts as deleted. Overriding methods call super.
  open func shouldHandleInaccessibleFault(
    _ fault: NSManagedObject, for oid: NSManagedObjectID, triggeredByProperty property: NSPropertyDescription?
  ) -> Bool { shouldDeleteInaccessibleFaults }

  // MARK: Fetching

  /// Fetches what a request describes, this context's unsaved changes included.
  ///
  /// - Throws: an error that names what in the request is wrong, or the store's error.
  open func fetch(_ request: NSFetchRequest<any NSFetchRequestResult>) throws -> [Any] {
    try FetchExecution(request, in: self).results()
  }

  /// Fetches what a request describes, this context's unsaved changes included.
  ///
  /// - Returns: the results in the order of the sort descriptors; ties stand by identity.
  /// - Throws: an error that names what in the request is wrong, or the store's error.
  open func fetch<T>(_ request: NSFetchRequest<T>) throws -> [T] where T: NSFetchRequestResult {
    try FetchExecution(request, in: self).results(as: T.self)
  }

  /// How many results a request has.
  open func count(for request: NSFetchRequest<any NSFetchRequestResult>) throws -> Int {
    try FetchExecution(request, in: self).count()
  }

  /// How many results a request has.
  open func count<T>(for request: NSFetchRequest<T>) throws -> Int where T: NSFetchRequestResult {
    try FetchExecution(request, in: self).count()
  }

  /// Executes a batch request. It changes the stores, not this context: merge what it returns.
  ///
  /// - Throws: an error that names what in the request is wrong, or the store's error.
  open func execute(_ request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult {
    try executeBatch(request)
  }

  // MARK: Changes

  /// Applies delete rules, and tells observers what changed since the last event.
  open func processPendingChanges() {
    requireQueue()
    processEvents()
  }

  /// Saves all changes, or none. IDs become permanent with it. The notifications are posted without changes, too.
  ///
  /// - Throws: 1550 and following when something is not valid, 133020 when others changed the same rows and the merge
  ///   policy does not settle it, or the store's error. The context and the stores are then as before.
  open func save() throws { try saveChanges() }

  /// Takes back all unsaved changes.
  open func rollback() { takeBackChanges() }

  /// Forgets all objects and changes. Objects that the program still holds are faults without values.
  open func reset() { forgetEverything() }

  /// Reads an object's values again, or forgets them.
  ///
  /// - Parameters:
  ///   - object: an object of this context.
  ///   - flag: true keeps unsaved changes over the newly read values; false forgets them, and makes the object a fault.
  open func refresh(_ object: NSManagedObject, mergeChanges flag: Bool) { refreshObject(object, keepingChanges: flag) }

  /// Makes all objects read their values again, unsaved changes kept.
  open func refreshAllObjects() { refreshObjects() }

  /// Makes the next save fail, or the merge policy settle it, if somebody else changed the object, changed here or not.
  open func detectConflicts(for object: NSManagedObject) {
    requireQueue()
    pending.locked.insert(object)
  }

  /// Merges what another context saved.
  ///
  /// - Parameter notification: that context's did-save notification, or its object-ID form.
  open func mergeChanges(fromContextDidSave notification: Notification) { merge(notification) }

  /// Merges what was saved elsewhere, such as by a batch request, into several contexts.
  ///
  /// - Parameters:
  ///   - changeNotificationData: object IDs or their URIs, in arrays or sets, by `NSInsertedObjectIDsKey` and the like or
  ///     `NSInsertedObjectsKey` and the like.
  ///   - contexts: where to merge; each does it on its queue before this returns.
  open class func mergeChanges(
    fromRemoteContextSave changeNotificationData: [AnyHashable: Any], into contexts: [NSManagedObjectContext]
  ) {
    for context in contexts {
      context.performAndWait { context.merge(RemoteChanges(changeNotificationData, in: context)) }
    }
  }

  // MARK: Queue

  /// Runs a block on the context's queue, later, and processes pending changes after it.
  open func perform(_ block: @escaping () -> Void) { schedule(block) }

  /// Runs a block on the context's queue and waits for it. It may call this method again.
  open func performAndWait(_ block: () -> Void) { runAndWait(block) }
}
