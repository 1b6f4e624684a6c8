/// The interface of a context for other modules of the package; applications do not see it.
extension NSManagedObjectContext {
  /// Traps if it is not called on the context's queue, in builds that check this.
  package func checkQueue() { requireQueue() }

  /// Whether observers are being notified of an event. Changes made meanwhile are reported afterwards.
  package var isDelivering: Bool { events.eventQueue.isDelivering }

  /// Makes observers place objects again, all in one event. The objects are neither created nor read.
  ///
  /// - Complexity: O(objects).
  package func announceRefresh(of objects: [NSManagedObjectID]) {
    let notice = ContextNotice()
    notice.onlyPlaces = true
    notice.event.refreshed = objects.map(\.key)
    notice.refreshed = ContiguousArray(objects.compactMap { registeredObject(for: $0) })
    events.announce(notice)
  }

  /// Discards the values and the ID of an object without notifying observers. Both are created again on access. Used
  /// when a program reads a long list once and keeps its objects elsewhere. An object with changes is left as it is.
  package func forgetValues(of object: NSManagedObject) {
    guard object.registry === graph.registry, object.isRefreshable, object.state == nil else { return }
    merger.turnIntoFault(object)
    object.identity.forgetID()
  }
}

extension NSManagedObjectContext {
  /// Returns the ID of an object for its primary key.
  ///
  /// - Parameter entity: the object's entity or an ancestor of it.
  package func objectID(primaryKey: Int64, entity: NSEntityDescription) -> NSManagedObjectID {
    graph.objectID(for: RowKey(entity: entity.layout.index, primaryKey: primaryKey))
  }
}

extension NSManagedObjectID {
  /// The object's primary key; negative if it is not saved.
  package var primaryKey: Int64 { key.primaryKey }
}

extension NSManagedObject {
  /// The current primary key of an object that is in a context. Does not create the object's ID.
  package final var currentPrimaryKey: Int64 { primaryKey }
}
