/// The interface of a context for other modules of the package, not for applications.
extension NSManagedObjectContext {
  /// Stops the program when it is not on the context's queue, where that is checked.
  package func checkQueue() { requireQueue() }

  /// Whether observers are being notified of an event: what is changed meanwhile is reported when that is over.
  package var isDelivering: Bool { events.eventQueue.isDelivering }

  /// Has observers look at objects again, all in one event. The objects are neither made nor read.
  ///
  /// - Complexity: O(objects).
  package func announceRefresh(of objects: [NSManagedObjectID]) {
    let notice = ContextNotice()
    notice.onlyPlaces = true
    notice.event.refreshed = objects.map(\.key)
    notice.refreshed = ContiguousArray(objects.compactMap { registeredObject(for: $0) })
    events.announce(notice)
  }

  /// Lets go of the values and the ID that an object keeps, and notifies no observer: both are made again when they are
  /// asked for. For a program that reads a long list once whose objects are kept elsewhere. An object with changes
  /// stays as it is.
  package func forgetValues(of object: NSManagedObject) {
    guard object.registry === graph.registry, object.isRefreshable, object.state == nil else { return }
    merger.turnIntoFault(object)
    object.identity.forgetID()
  }
}

extension NSManagedObjectContext {
  /// The ID of an object by its primary key.
  ///
  /// - Parameter entity: the object's entity or an ancestor of it.
  package func objectID(primaryKey: Int64, entity: NSEntityDescription) -> NSManagedObjectID {
    graph.objectID(for: RowKey(entity: entity.layout.index, primaryKey: primaryKey))
  }
}

extension NSManagedObjectID {
  /// The object's primary key; negative while it is not saved.
  package var primaryKey: Int64 { key.primaryKey }
}

extension NSManagedObject {
  /// The primary key that the object has now, without making its ID. For objects of a context.
  package final var currentPrimaryKey: Int64 { primaryKey }
}
