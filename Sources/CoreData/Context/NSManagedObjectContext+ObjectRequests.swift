/// The requests that an object makes of its context. Objects know no part of it.
extension NSManagedObjectContext {
  // MARK: Other objects

  /// The object of a key: the registered one, else a new fault.
  func object(for key: RowKey) -> NSManagedObject { graph.object(for: key) }

  /// The object of a key, kept alive until the end of the event.
  func reachedObject(for key: RowKey) -> NSManagedObject { graph.reachedObject(for: key) }

  /// The object of a key, unless it was never saved and has left.
  func objectUnlessGone(_ key: RowKey) -> NSManagedObject? { graph.objectUnlessGone(key) }

  func objectID(for key: RowKey) -> NSManagedObjectID { graph.objectID(for: key) }

  /// Gives the faults among several objects their rows, in one go.
  func fill(_ keys: [RowKey]) { graph.fill(keys) }

  /// The store's destinations of a to-many relationship; nil when they cannot be read, which is logged.
  func readDestinations(_ slot: Int, of object: NSManagedObject) -> [RowKey]? {
    graph.readDestinations(slot, of: object)
  }

  /// Whether the context saves to another one, which may have objects that no store has.
  var hasParent: Bool { parentLink.superior != nil }

  /// The entity whose objects are of a class, in the context's model.
  func entity(of objectClass: NSManagedObject.Type) -> NSEntityDescription { graph.entity(of: objectClass) }

  // MARK: Changes

  /// Records that an object was changed.
  func noteUpdated(_ object: NSManagedObject) { changes.noteUpdated(object) }

  /// Whether unsaved references are indexed, so that their changes must be noted.
  var notesReferences: Bool { changes.pending.notesReferences }

  func noteReferences(of object: NSManagedObject) { changes.pending.noteReferences(of: object) }

  /// The number of the event that is being delivered; nil for none.
  var deliveredEvent: Int? { events.eventQueue.currentNumber }

  /// The ordered relationship to which a program has added last in this event.
  var recentOrderedSet: RelationshipOrderedSet? {
    get { changes.recentOrderedSet }
    set { changes.recentOrderedSet = newValue }
  }
}
