import Foundation

/// A graph of managed objects with their unsaved changes, fetched from the stores of a coordinator and saved to them.
///
/// ```swift
/// let context = container.newBackgroundContext()
/// try await context.perform {
///   let track = Track(context: context)
///   track.title = "Blue"
///   try context.save()
/// }
/// ```
///
/// A context and its objects belong to one queue; use them inside `perform` or `performAndWait`, or on the main queue
/// when the context is bound to that. An object without changes lives as long as the program holds a reference to it.
// Unchecked: everything but the queue is confined to the context's queue; `ConcurrencyDebug` checks that.
open class NSManagedObjectContext: NSObject, @unchecked Sendable {
  /// For types that refer to the context without keeping it alive.
  final let handle: ContextHandle
  // The parts, lowest first. Each knows those before it.
  final let scheduler: EventScheduler
  final let graph: ObjectGraph
  final let changes: UnsavedChanges
  final let undoRecorder: UndoRecorder
  final let events: EventDelivery
  final let parentLink: ParentLink
  final let merger: ContextMerger
  final let saver: ContextSaver

  /// Makes a context bound to a queue. It is of no use until it has a coordinator.
  ///
  /// - Parameter ct: the kind of queue. `confinementConcurrencyType` is a programming error.
  public init(concurrencyType ct: NSManagedObjectContextConcurrencyType) {
    let handle = ContextHandle()
    self.handle = handle
    scheduler = EventScheduler(ContextQueue(ct)) { handle.context?.endTurn() }
    graph = ObjectGraph(scheduler)
    changes = UnsavedChanges(graph)
    undoRecorder = UndoRecorder(changes)
    events = EventDelivery(undoRecorder)
    parentLink = ParentLink(events)
    merger = ContextMerger(parentLink)
    saver = ContextSaver(merger)
    super.init()
    handle.set(self)
    graph.registry.adopt(by: self)
    events.adopt(by: self)
    parentLink.adopt(by: self)
    merger.adopt(by: self)
    saver.adopt(by: self)
  }

  @available(*, unavailable, message: "Use init(concurrencyType:): a context is bound to a queue.")
  public override convenience init() { CoreData.unavailable() }

  /// Makes a context bound to a queue. It is of no use until it has a coordinator.
  ///
  /// - Parameter type: the kind of queue.
  public convenience init(_ type: ConcurrencyType) {
    self.init(concurrencyType: type.rawValue)
  }

  deinit {
    handle.clear()
    graph.registry.disown()
    graph.registry.letGoOfDestinations()
  }

  // MARK: Set-up

  /// The coordinator whose stores the context reads and writes: the parent's, where there is one. Setting another one
  /// resets the context; setting one where there is a parent is a programming error.
  ///
  /// - Complexity: O(registered objects) to set another one.
  open var persistentStoreCoordinator: NSPersistentStoreCoordinator? {
    get { graph.coordinator }
    set { setCoordinator(newValue) }
  }

  /// The context that this one fetches from and saves to; nil where that is a coordinator. It is kept alive.
  ///
  /// Fetches see the parent's unsaved changes, and a save makes changes of the parent that it has yet to save. New
  /// objects have temporary IDs until the context that has a coordinator of its own saves them; then the objects of all
  /// contexts below it get the permanent ones. Set it before the context is used: on a context that has a parent or a
  /// coordinator, or is above the parent, setting one is a programming error.
  open var parent: NSManagedObjectContext? {
    get { parentLink.superior }
    set { parentLink.setParent(newValue) }
  }

  /// The kind of queue that the context is bound to.
  open var concurrencyType: NSManagedObjectContextConcurrencyType { scheduler.queue.type }

  /// A name for the context, for the program's own use.
  open var name: String?

  /// The author of the context's saves, as the store's history names it.
  open var transactionAuthor: String?

  /// A dictionary for the program's own use.
  open private(set) lazy var userInfo = NSMutableDictionary()

  /// The policy that settles conflicts in a save, an `NSMergePolicy`. The default stops the save.
  open var mergePolicy: Any = NSMergePolicy.error

  /// Whether what other contexts save to the coordinator or the parent, and what the parent saves and merges, is merged
  /// into this one; off Apple platforms also what other coordinators and processes save to the stores. What a batch
  /// request of this coordinator writes is not: merge its result by `mergeChanges(fromRemoteContextSave:into:)`. The
  /// default is false.
  open var automaticallyMergesChangesFromParent = false {
    didSet { if automaticallyMergesChangesFromParent, parent == nil { graph.registry.coordinator?.watchStores() } }
  }

  /// Whether delete rules are applied when pending changes are processed, and not only by a save. The default is true.
  open var propagatesDeletesAtEndOfEvent = true

  /// Whether a fault whose row is gone counts as deleted, all its values nil. When false, touching one is a programming
  /// error. The default is true.
  open var shouldDeleteInaccessibleFaults = true

  /// The greatest age of the data that a fault is filled with, in seconds; negative, the default, for no limit.
  ///
  /// Rows that were read are not cached for other faults, but all reads of one event see one saved state. If that state
  /// was first read longer ago than this interval, a fault begins with the newest one.
  open var stalenessInterval: TimeInterval = -1

  /// Whether the context keeps all its objects alive, not only changed ones. The default is false.
  ///
  /// - Complexity: O(registered objects) to set it to true.
  open var retainsRegisteredObjects = false {
    didSet { graph.retainAll(retainsRegisteredObjects) }
  }

  // MARK: Objects

  /// Whether there is anything to save.
  open var hasChanges: Bool { changes.pending.hasChanges }

  /// The objects that the next save inserts.
  ///
  /// - Complexity: O(such objects): the set is made with each call.
  open var insertedObjects: Set<NSManagedObject> { changes.pending.inserted.set }

  /// The objects whose changes the next save writes.
  ///
  /// - Complexity: O(such objects): the set is made with each call.
  open var updatedObjects: Set<NSManagedObject> {
    let updated = changes.pending.updated.set
    return graph.registry.layout.hasImpliedSlots ? updated.filter { !$0.differsOnlyInImplied } : updated
  }

  /// The objects that the next save deletes.
  ///
  /// - Complexity: O(such objects): the set is made with each call.
  open var deletedObjects: Set<NSManagedObject> { changes.pending.deleted.set }

  /// All objects of the context that are alive.
  ///
  /// - Complexity: O(registered objects and pages of the identity map): the set is made with each call.
  open var registeredObjects: Set<NSManagedObject> { Set(graph.registry.objects.filter { !$0.flags.contains(.gone) }) }

  /// The object with an ID if it is registered, otherwise nil, as for an ID of another store. Never reads a store.
  ///
  /// - Complexity: O(1).
  open func registeredObject(for objectID: NSManagedObjectID) -> NSManagedObject? {
    requireQueue()
    return graph.isOfKnownStore(objectID) ? graph.registeredObject(for: parentLink.currentKey(objectID.key)) : nil
  }

  /// The object with an ID, a fault unless it is registered. Whether its row exists shows when the fault is filled.
  ///
  /// - Parameter objectID: an ID of this context's model and stores; one of another model or store is a programming
  ///   error, and so is a context without a coordinator.
  /// - Complexity: O(1), without a read of the store.
  open func object(with objectID: NSManagedObjectID) -> NSManagedObject {
    requireQueue()
    let key = parentLink.localKey(of: objectID)
    guard graph.isOfKnownStore(objectID) else {
      fatalError(
        "The ID \(objectID.uriRepresentation().absoluteString) is of a store that this context's coordinator does not have. "
          + "Ask a context of its coordinator, or look it up with existingObject(with:).")
    }
    return graph.object(for: key)
  }

  /// The object with an ID, with its values.
  ///
  /// - Parameter objectID: an ID of this context's model; one of another model is a programming error, and so is a
  ///   context without a coordinator.
  /// - Complexity: O(1) for a registered object with values, otherwise the read of one row.
  /// - Throws: 133000 (`NSManagedObjectReferentialIntegrityError`) when there is no such row, 134070
  ///   (`NSPersistentStoreOperationError`) when no store holds the entity, or the store's error.
  open func existingObject(with objectID: NSManagedObjectID) throws -> NSManagedObject {
    try findExistingObject(objectID)
  }

  /// Inserts an object that was made outside any context, or again one that was deleted here.
  ///
  /// - Parameter object: the object. One of another context is a programming error; so is an entity that is abstract or
  ///   not in the model of the coordinator, and a context without a coordinator.
  /// - Complexity: O(1) for an object that is new. One whose deletion is taken back is related again to each of its
  ///   destinations, which are read.
  open func insert(_ object: NSManagedObject) {
    requireQueue()
    changes.insertDetached(object) { events.hasUndeliveredDeletion(of: $0) }
  }

  /// Deletes an object with the next save. Its delete rules are applied when pending changes are processed.
  ///
  /// - Parameter object: an object of this context; any other is a programming error.
  /// - Complexity: O(1). Applying the rules reads the object's destinations, and those of the objects that they delete.
  open func delete(_ object: NSManagedObject) {
    requireQueue()
    changes.markDeleted(object)
  }

  /// Names the store that a new object goes to. An entity is held by one store here, so that any other is a
  /// programming error.
  open func assign(_ object: Any, to store: NSPersistentStore) { checkAssignment(of: object, to: store) }

  /// Gives objects the IDs that they will have once they are saved.
  ///
  /// - Parameter objects: what needs IDs. Objects with permanent IDs and those of other contexts are passed over. Keys
  ///   are given in the order in which the objects were made.
  /// - Complexity: O(objects · log objects + objects with unsaved changes).
  /// - Throws: 134070 (`NSPersistentStoreOperationError`) when no store holds the entity, 134030
  ///   (`NSPersistentStoreSaveError`) when the store has no keys left, or another error of the store.
  open func obtainPermanentIDs(for objects: [NSManagedObject]) throws { try promote(objects) }

  /// Decides whether a fault whose row is gone counts as deleted. Overriding methods call super.
  ///
  /// - Parameters:
  ///   - fault: the object that was to be filled.
  ///   - oid: its ID.
  ///   - property: always nil here.
  /// - Returns: true to treat the object as deleted. False stops the program: there is no value to give.
  open func shouldHandleInaccessibleFault(
    _ fault: NSManagedObject, for oid: NSManagedObjectID, triggeredByProperty property: NSPropertyDescription?
  ) -> Bool { shouldDeleteInaccessibleFaults }

  // MARK: Fetching

  /// Fetches what a request describes, this context's unsaved changes included.
  ///
  /// - Returns: the results in the order of the sort descriptors; ties stand by identity.
  /// - Complexity: as `fetch(_:)` of a request with a result type.
  /// - Throws: as that, but never for the type of the results.
  open func fetch(_ request: NSFetchRequest<any NSFetchRequestResult>) throws -> [Any] {
    try parentLink.withParents { try FetchExecution(request, in: self).results() }
  }

  /// How many results a request has, its limit and offset applied.
  ///
  /// - Complexity: as `count(for:)` of a request with a result type.
  /// - Throws: as that.
  open func count(for request: NSFetchRequest<any NSFetchRequestResult>) throws -> Int {
    try parentLink.withParents { try FetchExecution(request, in: self).count() }
  }

  /// Executes a batch request, a request for a store's history, or a fetch that is answered later. A batch changes the
  /// stores, not this context: merge what it returns.
  ///
  /// - Parameter request: a batch delete, update or insert, an `NSPersistentHistoryChangeRequest` or an
  ///   `NSAsynchronousFetchRequest`.
  /// - Returns: an `NSBatchDeleteResult`, `NSBatchUpdateResult`, `NSBatchInsertResult`, `NSPersistentHistoryResult` or,
  ///   before anything was fetched, `NSAsynchronousFetchResult`.
  /// - Complexity: O(objects that it changes, and those that delete rules reach). Each is made in a context of the
  ///   request's own and held until its one save.
  /// - Throws: an error in `NSCocoaErrorDomain`: 134091 (`NSPersistentStoreUnsupportedRequestTypeError`) for any other
  ///   request; 134070 (`NSPersistentStoreOperationError`) when the context has no coordinator, or the request names an
  ///   entity that is unknown or abstract, a property that is no attribute, or a value of another type; or what its
  ///   fetch or its save throws.
  @discardableResult
  open func execute(_ request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult {
    try executeBatch(request)
  }

  // MARK: Changes

  /// Applies delete rules, and notifies observers of what changed since the last event.
  ///
  /// Changes that observers make meanwhile form the next event, delivered after this one; more than 10,000 events in a
  /// row are a programming error.
  ///
  /// - Complexity: O(objects changed in the event), and the destinations of deleted ones are read.
  open func processPendingChanges() {
    requireQueue()
    processEvents()
    undoManager?.endEvent()
  }

  /// Saves all changes, or none. IDs become permanent with it. The notifications are posted without changes, too.
  ///
  /// In this order: pending changes are processed, the will-save notification is posted, `willSave` is called and the
  /// changes are validated, both again as long as they change something; the stores write; the event is delivered, or
  /// queued behind the one whose observer saves; `didSave` is called, the did-save notifications are posted, and the
  /// contexts that merge automatically get the changes on their queues.
  ///
  /// - Complexity: O(objects with unsaved changes), in one transaction of each store.
  /// - Throws: an error in `NSCocoaErrorDomain`: 1550 (`NSManagedObjectValidationError`) and following when something
  ///   is not valid; 133020 (`NSManagedObjectMergeError`) when another context, coordinator or process changed the same
  ///   rows and the merge policy does not settle it; 133021 (`NSManagedObjectConstraintMergeError`) when two objects
  ///   have the same values under a uniqueness constraint and the policy does not settle that; 134060
  ///   (`NSCoreDataError`) when `willSave` or validation change something each of 1,000 times; 132001 when called
  ///   between the will-save notification and the write of another save of this context, which goes on; 134070
  ///   (`NSPersistentStoreOperationError`) without a coordinator or a store for an entity; or the store's error. The
  ///   context and the stores are then as before, but for what one of several stores had written before another
  ///   refused, which stays saved, and for what `willSave` changed.
  open func save() throws { try saver.saveChanges() }

  /// Takes back all unsaved changes. Observers are notified of the reported changes that it undoes.
  ///
  /// - Complexity: O(objects with unsaved changes), without a read of the store.
  open func rollback() { saver.takeBackChanges() }

  /// Forgets all objects and changes. Objects that the program still holds are faults without values.
  ///
  /// - Complexity: O(registered objects).
  open func reset() { forgetEverything() }

  /// Reads an object's values again, or forgets them.
  ///
  /// - Parameters:
  ///   - object: an object of this context; any other is a programming error. One that is deleted stays as it is.
  ///   - flag: true keeps unsaved changes over the newly read values, and transient values; false forgets both, and
  ///     makes the object a fault. One that is not saved yet is a fault with false, and keeps its values: nothing else
  ///     has them.
  /// - Complexity: O(1), and one row is read when changes are kept; O(destinations) where its to-many relationships
  ///   were changed or are read again.
  open func refresh(_ object: NSManagedObject, mergeChanges flag: Bool) {
    merger.refreshObject(object, keepingChanges: flag)
  }

  /// Makes all objects read their values again; unsaved changes are kept, transient values among them.
  ///
  /// - Complexity: O(registered objects), and the rows of those that have unsaved changes, which are read together.
  open func refreshAllObjects() { merger.refreshObjects() }

  /// Makes the next save fail, or the merge policy settle it, if another context or process changed the object, whether
  /// this context changed it or not.
  open func detectConflicts(for object: NSManagedObject) {
    requireQueue()
    changes.pending.lock(object)
  }

  /// Merges what another context saved.
  ///
  /// Unsaved changes of this context stay, but for those of objects that were deleted there. Observers are notified of
  /// the merge as one event.
  ///
  /// - Parameter notification: its did-save notification, or the object-ID form. This context's own changes nothing.
  /// - Complexity: O(saved objects) when both contexts have one coordinator: the rows come with the notification, and
  ///   are read again only where a later save may have changed them. Otherwise as
  ///   `mergeChanges(fromRemoteContextSave:into:)`. With unsaved changes also O(changed objects) where something was
  ///   deleted.
  open func mergeChanges(fromContextDidSave notification: Notification) { merger.merge(notification) }

  /// Merges what was saved elsewhere, such as by a batch request, into several contexts. The changed properties are not
  /// known then: an update counts for all of them.
  ///
  /// - Parameters:
  ///   - changeNotificationData: object IDs or their URIs, in arrays or sets, by `NSInsertedObjectIDsKey` and the like
  ///     or `NSInsertedObjectsKey` and the like. IDs that are temporary, or of another store or model than a context's,
  ///     are passed over.
  ///   - contexts: where to merge; each does it on its queue before this returns, in the order of the array.
  /// - Complexity: for each context O(named and registered objects). The rows of inserted objects, and of those that
  ///   the context has values of, are read together, once for each root entity.
  open class func mergeChanges(
    fromRemoteContextSave changeNotificationData: [AnyHashable: Any], into contexts: [NSManagedObjectContext]
  ) {
    for context in contexts {
      context.performAndWait { context.merger.merge(RemoteChanges(changeNotificationData, in: context)) }
    }
  }

  // MARK: Queue

  /// Runs a block on the context's queue, later, and processes pending changes after it.
  ///
  /// - Parameter block: what to do with the context. Blocks run one at a time, in the order they were given.
  open func perform(_ block: @escaping () -> Void) { schedule(block) }

  /// Runs a block on the context's queue and waits for it. Pending changes are processed after the outermost block.
  ///
  /// - Parameter block: what to do with the context.
  open func performAndWait(_ block: () -> Void) { runAndWait(block) }
}
