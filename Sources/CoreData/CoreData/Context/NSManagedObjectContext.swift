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
// Unchecked: all state except the queue is confined to the context's queue; `ConcurrencyDebug` checks that.
open class NSManagedObjectContext: NSObject, @unchecked Sendable {
  /// The handle for types that refer to the context without retaining it.
  final let handle: ContextHandle
  // The parts, lowest first. Each part uses only those before it.
  final let scheduler: EventScheduler
  final let graph: ObjectGraph
  final let changes: UnsavedChanges
  final let undoRecorder: UndoRecorder
  final let events: EventDelivery
  final let parentLink: ParentLink
  final let merger: ContextMerger
  final let saver: ContextSaver

  /// Creates a context bound to a queue. It needs a coordinator or a parent before it is used.
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

  /// Creates a context bound to a queue. It needs a coordinator or a parent before it is used.
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

  /// The coordinator whose stores the context reads and writes. If the context has a parent, it is the parent's, and
  /// setting it is a programming error. Setting another coordinator resets the context.
  ///
  /// - Complexity: O(registered objects) to set another one.
  open var persistentStoreCoordinator: NSPersistentStoreCoordinator? {
    get { graph.coordinator }
    set { setCoordinator(newValue) }
  }

  /// The context that this one fetches from and saves to; nil if it uses a coordinator. It is retained.
  ///
  /// Fetches include the parent's unsaved changes, and a save turns changes into unsaved changes of the parent. New
  /// objects have temporary IDs until the topmost context, which has its own coordinator, saves them. Then they
  /// receive permanent IDs in all its descendants. Set the parent before the context is used. Setting it is a
  /// programming error if the context already has a parent or a coordinator, or is an ancestor of the new parent.
  open var parent: NSManagedObjectContext? {
    get { parentLink.superior }
    set { parentLink.setParent(newValue) }
  }

  /// The kind of queue that the context is bound to.
  open var concurrencyType: NSManagedObjectContextConcurrencyType { scheduler.queue.type }

  /// A name for the context, for the program's own use.
  open var name: String?

  /// The author of the context's saves in the stores' histories.
  open var transactionAuthor: String?

  /// A dictionary for the program's own use.
  open private(set) lazy var userInfo = NSMutableDictionary()

  /// An `NSMergePolicy` that resolves conflicts in a save. The default makes the save throw.
  open var mergePolicy: Any = NSMergePolicy.error

  /// Whether the context merges changes automatically: saves of other contexts to the coordinator or the parent, and
  /// saves and merges of the parent itself. On platforms other than Apple's, also saves of other coordinators and
  /// processes to the stores. Batch requests of this coordinator are not merged; merge their results with
  /// `mergeChanges(fromRemoteContextSave:into:)`. The default is false.
  open var automaticallyMergesChangesFromParent = false {
    didSet { if automaticallyMergesChangesFromParent, parent == nil { graph.registry.coordinator?.watchStores() } }
  }

  /// Whether delete rules are applied each time pending changes are processed, and not only in a save. The default is
  /// true.
  open var propagatesDeletesAtEndOfEvent = true

  /// Whether a fault whose row is gone counts as deleted, with nil for all values. If false, accessing such a fault
  /// is a programming error. The default is true.
  open var shouldDeleteInaccessibleFaults = true

  /// The maximum age, in seconds, of the data that fills a fault. Negative, the default, means no limit.
  ///
  /// The context has no row cache for other faults, but all reads of one event see the same saved state. If that
  /// state was first read longer ago than this interval, filling a fault reads the newest state.
  open var stalenessInterval: TimeInterval = -1

  /// Whether the context retains all its objects, not only the changed ones. The default is false.
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
  /// - Complexity: O(such objects), because the set is created with each call.
  open var insertedObjects: Set<NSManagedObject> { changes.pending.inserted.set }

  /// The objects whose changes the next save writes.
  ///
  /// - Complexity: O(such objects), because the set is created with each call.
  open var updatedObjects: Set<NSManagedObject> {
    let updated = changes.pending.updated.set
    return graph.registry.layout.hasImpliedSlots ? updated.filter { !$0.differsOnlyInImplied } : updated
  }

  /// The objects that the next save deletes.
  ///
  /// - Complexity: O(such objects), because the set is created with each call.
  open var deletedObjects: Set<NSManagedObject> { changes.pending.deleted.set }

  /// All objects of the context that are alive.
  ///
  /// - Complexity: O(registered objects and pages of the identity map), because the set is created with each call.
  open var registeredObjects: Set<NSManagedObject> { Set(graph.registry.objects.filter { !$0.flags.contains(.gone) }) }

  /// Returns the object with an ID if it is registered; otherwise nil, also for an ID of another store. Never reads a
  /// store.
  ///
  /// - Complexity: O(1).
  open func registeredObject(for objectID: NSManagedObjectID) -> NSManagedObject? {
    requireQueue()
    return graph.isOfKnownStore(objectID) ? graph.registeredObject(for: parentLink.currentKey(objectID.key)) : nil
  }

  /// Returns the object with an ID: the registered one, or a new fault. A missing row is detected when the fault is
  /// filled.
  ///
  /// - Parameter objectID: an ID of this context's model and stores. An ID of another model or store is a programming
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

  /// Returns the object with an ID, filled with its values.
  ///
  /// - Parameter objectID: an ID of this context's model. An ID of another model is a programming error, and so is a
  ///   context without a coordinator.
  /// - Complexity: O(1) for a registered object with values, otherwise the read of one row.
  /// - Throws: 133000 (`NSManagedObjectReferentialIntegrityError`) if the row does not exist, 134070
  ///   (`NSPersistentStoreOperationError`) if no store holds the entity, or the store's error.
  open func existingObject(with objectID: NSManagedObjectID) throws -> NSManagedObject {
    try findExistingObject(objectID)
  }

  /// Inserts an object that was created outside any context, or inserts an object again that was deleted in this one.
  ///
  /// - Parameter object: the object. An object of another context is a programming error; so is an entity that is
  ///   abstract or not in the coordinator's model, and a context without a coordinator.
  /// - Complexity: O(1) for a new object. Undoing a deletion reads the object's destinations and relates the object
  ///   to each of them again.
  open func insert(_ object: NSManagedObject) {
    requireQueue()
    changes.insertDetached(object) { events.hasUndeliveredDeletion(of: $0) }
  }

  /// Marks an object to be deleted by the next save. Delete rules are applied when pending changes are processed.
  ///
  /// - Parameter object: an object of this context; any other is a programming error.
  /// - Complexity: O(1). Applying the rules reads the object's destinations, and those of the objects that they delete.
  open func delete(_ object: NSManagedObject) {
    requireQueue()
    changes.markDeleted(object)
  }

  /// Chooses the store of a new object. Only one store holds an entity here, so any other is a programming error.
  open func assign(_ object: Any, to store: NSPersistentStore) { checkAssignment(of: object, to: store) }

  /// Gives objects their permanent IDs before they are saved.
  ///
  /// - Parameter objects: the objects. Those with permanent IDs and those of other contexts are ignored. Keys are
  ///   allocated in the order in which the objects were created.
  /// - Complexity: O(objects · log objects + objects with unsaved changes).
  /// - Throws: 134070 (`NSPersistentStoreOperationError`) if no store holds the entity, 134030
  ///   (`NSPersistentStoreSaveError`) if the store has no keys left, or another error of the store.
  open func obtainPermanentIDs(for objects: [NSManagedObject]) throws { try promote(objects) }

  /// Decides whether a fault whose row is gone counts as deleted. Overrides must call super.
  ///
  /// - Parameters:
  ///   - fault: the object that could not be filled.
  ///   - oid: its ID.
  ///   - property: always nil here.
  /// - Returns: true to treat the object as deleted. False traps, because the object has no values.
  open func shouldHandleInaccessibleFault(
    _ fault: NSManagedObject, for oid: NSManagedObjectID, triggeredByProperty property: NSPropertyDescription?
  ) -> Bool { shouldDeleteInaccessibleFaults }

  // MARK: Fetching

  /// Fetches the results of a request, including this context's unsaved changes.
  ///
  /// - Returns: the results, ordered by the sort descriptors, and by identity if these compare equal.
  /// - Complexity: the same as `fetch(_:)` with a request that has a result type.
  /// - Throws: the same errors, except those for a wrong result type.
  open func fetch(_ request: NSFetchRequest<any NSFetchRequestResult>) throws -> [Any] {
    try parentLink.withParents { try FetchExecution(request, in: self).results() }
  }

  /// Counts the results of a request, with its limit and offset applied.
  ///
  /// - Complexity: the same as `count(for:)` with a request that has a result type.
  /// - Throws: the same errors.
  open func count(for request: NSFetchRequest<any NSFetchRequestResult>) throws -> Int {
    try parentLink.withParents { try FetchExecution(request, in: self).count() }
  }

  /// Executes a batch request, a request for a store's history, or an asynchronous fetch. A batch request changes the
  /// stores, not this context. Merge its result into the context.
  ///
  /// - Parameter request: a batch delete, update or insert, an `NSPersistentHistoryChangeRequest` or an
  ///   `NSAsynchronousFetchRequest`.
  /// - Returns: an `NSBatchDeleteResult`, `NSBatchUpdateResult`, `NSBatchInsertResult`, `NSPersistentHistoryResult`,
  ///   or an `NSAsynchronousFetchResult`, which is returned before anything is fetched.
  /// - Complexity: O(changed objects, and objects that delete rules reach). They are created in a separate context of
  ///   the request, which keeps them until its single save.
  /// - Throws: an error in `NSCocoaErrorDomain`: 134091 (`NSPersistentStoreUnsupportedRequestTypeError`) for any
  ///   other request; 134070 (`NSPersistentStoreOperationError`) if the context has no coordinator, or the request
  ///   names an unknown or abstract entity, a property that is not an attribute, or a value of another type; or an
  ///   error of its fetch or save.
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
  /// - Complexity: O(objects changed in the event), plus the read of the destinations of deleted objects.
  open func processPendingChanges() {
    requireQueue()
    processEvents()
    undoManager?.endEvent()
  }

  /// Saves all changes, or none. Temporary IDs become permanent. The notifications are posted even without changes.
  ///
  /// In this order: pending changes are processed; the will-save notification is posted; `willSave` is called and the
  /// changes are validated, both repeated as long as they change something; the stores write; the event is delivered,
  /// or queued if an observer saves while it receives another event; `didSave` is called; the did-save notifications
  /// are posted; and the contexts that merge automatically receive the changes on their queues.
  ///
  /// - Complexity: O(objects with unsaved changes), in one transaction of each store.
  /// - Throws: an error in `NSCocoaErrorDomain`: 1550 (`NSManagedObjectValidationError`) and following if an object
  ///   is not valid; 133020 (`NSManagedObjectMergeError`) if another context, coordinator or process changed the same
  ///   rows and the merge policy does not resolve the conflict; 133021 (`NSManagedObjectConstraintMergeError`) if two
  ///   objects have the same values under a uniqueness constraint and the policy does not resolve that; 134060
  ///   (`NSCoreDataError`) if `willSave` or validation changes something in each of 1,000 rounds; 132001 if called
  ///   while another save of this context, which continues, is between its will-save notification and its write;
  ///   134070 (`NSPersistentStoreOperationError`) without a coordinator or a store for an entity; or the store's
  ///   error. The context and the stores are then as before, except for changes that `willSave` made, and for stores
  ///   that had already written when another store failed.
  open func save() throws { try saver.saveChanges() }

  /// Discards all unsaved changes. Observers are notified of each discarded change that was reported to them.
  ///
  /// - Complexity: O(objects with unsaved changes), without a read of the store.
  open func rollback() { saver.takeBackChanges() }

  /// Discards all objects and changes. Objects that the program still holds become faults without values.
  ///
  /// - Complexity: O(registered objects).
  open func reset() { forgetEverything() }

  /// Reads an object's values again, or discards them.
  ///
  /// - Parameters:
  ///   - object: an object of this context; any other is a programming error. A deleted object is left as it is.
  ///   - flag: if true, unsaved changes and transient values are kept over the newly read values. If false, both are
  ///     discarded and the object becomes a fault. An unsaved object becomes a fault too, but keeps its values,
  ///     because no store has them.
  /// - Complexity: O(1), plus the read of one row if changes are kept; O(destinations) if its to-many relationships
  ///   were changed or are read again.
  open func refresh(_ object: NSManagedObject, mergeChanges flag: Bool) {
    merger.refreshObject(object, keepingChanges: flag)
  }

  /// Makes all objects read their values again. Unsaved changes, including transient values, are kept.
  ///
  /// - Complexity: O(registered objects), plus the read of the rows of objects with unsaved changes, which are read
  ///   together.
  open func refreshAllObjects() { merger.refreshObjects() }

  /// Makes the next save check an object for conflicts, even if this context did not change it. If another context or
  /// process changed the object, the save fails unless the merge policy resolves the conflict.
  open func detectConflicts(for object: NSManagedObject) {
    requireQueue()
    changes.pending.lock(object)
  }

  /// Merges the save of another context.
  ///
  /// Unsaved changes of this context stay, except those of objects that the other context deleted. Observers receive
  /// the merge as one event.
  ///
  /// - Parameter notification: a did-save notification of the other context, with objects or with object IDs. A
  ///   notification of this context itself is ignored.
  /// - Complexity: O(saved objects) if both contexts have the same coordinator. The notification contains the rows,
  ///   which are read again only if a later save may have changed them. Otherwise the same as
  ///   `mergeChanges(fromRemoteContextSave:into:)`. With unsaved changes also O(changed objects) if anything was
  ///   deleted.
  open func mergeChanges(fromContextDidSave notification: Notification) { merger.merge(notification) }

  /// Merges changes that were saved elsewhere, such as by a batch request, into several contexts. The changed
  /// properties are unknown, so an update counts as a change of all properties.
  ///
  /// - Parameters:
  ///   - changeNotificationData: object IDs or their URIs, in arrays or sets, by `NSInsertedObjectIDsKey`,
  ///     `NSInsertedObjectsKey` and the corresponding keys for updates and deletions. Temporary IDs, and IDs of
  ///     another store or model than a context's, are ignored.
  ///   - contexts: the contexts. Each of them merges on its queue, in the order of the array, before this method
  ///     returns.
  /// - Complexity: O(named and registered objects) for each context. The rows of inserted objects, and of objects
  ///   with values in the context, are read together, once for each root entity.
  open class func mergeChanges(
    fromRemoteContextSave changeNotificationData: [AnyHashable: Any], into contexts: [NSManagedObjectContext]
  ) {
    for context in contexts {
      context.performAndWait { context.merger.merge(RemoteChanges(changeNotificationData, in: context)) }
    }
  }

  // MARK: Queue

  /// Runs a block asynchronously on the context's queue, and processes pending changes after it.
  ///
  /// - Parameter block: the work to do with the context. Blocks run one at a time, in the order of the calls.
  open func perform(_ block: @escaping () -> Void) { schedule(block) }

  /// Runs a block on the context's queue and waits for it. Pending changes are processed after the outermost block.
  ///
  /// - Parameter block: the work to do with the context.
  open func performAndWait(_ block: () -> Void) { runAndWait(block) }
}
