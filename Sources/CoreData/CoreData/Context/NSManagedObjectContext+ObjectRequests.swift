/// The requests that an object makes of its context. An object does not access the context's parts.
extension NSManagedObjectContext {
  // MARK: Other objects

  /// The object of a key: the registered one, else a new fault.
  func object(for key: RowKey) -> NSManagedObject { graph.object(for: key) }

  /// Returns the object of a key. If it is a new fault, keeps it alive until the end of the event.
  func reachedObject(for key: RowKey) -> NSManagedObject { graph.reachedObject(for: key) }

  /// The object of a key; nil if it was never saved and has left the context.
  func objectUnlessGone(_ key: RowKey) -> NSManagedObject? { graph.objectUnlessGone(key) }

  func objectID(for key: RowKey) -> NSManagedObjectID { graph.objectID(for: key) }

  /// Reads the rows of the faults among several objects at once.
  func fill(_ keys: [RowKey]) { graph.fill(keys) }

  /// Reads the stored destinations of a to-many relationship. If that fails, logs the error and returns nil.
  func readDestinations(_ slot: Int, of object: NSManagedObject) -> [RowKey]? {
    graph.readDestinations(slot, of: object)
  }

  /// Whether the context has a parent. The parent may have objects that no store has.
  var hasParent: Bool { parentLink.superior != nil }

  /// The entity of a class in the context's model.
  func entity(of objectClass: NSManagedObject.Type) -> NSEntityDescription { graph.entity(of: objectClass) }

  // MARK: Changes

  /// Records that an object was changed.
  func noteUpdated(_ object: NSManagedObject) { changes.noteUpdated(object) }

  /// Whether unsaved references are indexed, so that their changes must be noted.
  var notesReferences: Bool { changes.pending.notesReferences }

  func noteReferences(of object: NSManagedObject) { changes.pending.noteReferences(of: object) }

  /// The number of the event that is being delivered; nil if there is none.
  var deliveredEvent: Int? { events.eventQueue.currentNumber }

  /// The ordered relationship that the program added to last in this event.
  var recentOrderedSet: RelationshipOrderedSet? {
    get { changes.recentOrderedSet }
    set { changes.recentOrderedSet = newValue }
  }
}
