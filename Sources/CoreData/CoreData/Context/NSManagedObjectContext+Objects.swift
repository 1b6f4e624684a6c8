import Foundation

extension NSManagedObjectContext {
  /// Fills a fault, and the other faults of its batch.
  func fire(_ object: NSManagedObject) {
    requireQueue()
    do {
      if try !graph.fillFault(object) { lose(object, because: nil) }
    } catch {
      lose(object, because: error)
    }
  }

  /// Sets the entity of a new object and registers it, so that the next save inserts it.
  func insertNew(_ object: NSManagedObject, entity: NSEntityDescription) {
    requireQueue()
    changes.enterNew(object, entity: entity)
  }

  /// Fills faults of one root entity. A fault whose row is gone stays a fault.
  ///
  /// - Parameter isCancelled: returns true when the rows are not wanted any more.
  /// - Throws: the store's error, or `CocoaError.userCancelled`. No fault is filled then.
  func fill(_ objects: [NSManagedObject], unless isCancelled: @escaping @Sendable () -> Bool) throws {
    requireQueue()
    let objects = objects.filter { $0.liveContext === self }
    try parentLink.withParents { try graph.readRows(of: objects, unless: isCancelled) }
    for object in objects where object.row != nil && !object.flags.contains(.deleted) { object.fireIfFault() }
  }

  /// Treats an object whose row is gone, or cannot be read, as deleted.
  private func lose(_ object: NSManagedObject, because error: (any Error)?) {
    if let error {
      logLine("\(object.objectName) could not be read and counts as deleted: \(error)")
    }
    guard shouldHandleInaccessibleFault(object, for: object.makeID(), triggeredByProperty: nil) else {
      fatalError(
        "\(object.objectName) has no row any more: it was deleted elsewhere. Set shouldDeleteInaccessibleFaults, "
          + "or look it up with existingObject(with:)."
      )
    }
    changes.loseRow(of: object)
  }

  func findExistingObject(_ id: NSManagedObjectID) throws -> NSManagedObject {
    requireQueue()
    let key = parentLink.localKey(of: id)
    let isKnown = graph.isOfKnownStore(id)
    if isKnown, let object = graph.registeredObject(for: key), !object.flags.contains(.fault) || graph.isUnsaved(key) {
      return object
    }
    let missing = NSError.coreData(
      NSManagedObjectReferentialIntegrityError,
      "There is no object \(id.uriRepresentation().absoluteString): it was deleted, or never saved.",
      details: [NSAffectedObjectsErrorKey: [id]]
    )
    guard isKnown, let row = try graph.savedRow(key) else { throw missing }
    let object = graph.object(for: row.key, row: row)
    object.fireIfFault()
    return object
  }

  func checkAssignment(of object: Any, to store: NSPersistentStore) {
    guard let object = object as? NSManagedObject, store.entityIndices.contains(Int(object.entityIndex)) else {
      fatalError(
        "assign(_:to:): the store at \(store.url?.addressInMessages ?? "no address") does not hold the object's entity."
      )
    }
  }
}
