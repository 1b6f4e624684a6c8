import CoreData

/// By an object from before a reset: the one that the context has now.
typealias RevivedObjects = [ObjectIdentifier: NSManagedObject]

extension FetchedLists {
  /// All that is held by objects, and not by name alone.
  private var heldObjects: [NSManagedObject] {
    (0..<objects.count).compactMap { objects[$0] } + unsaved.objects + unsavedSections.objects + unsavedKeys.values
  }

  /// After a reset: looks up the objects that the context has now. A lookup may bring IDs that became permanent in a
  /// context above, and what is shown is renamed at once: nothing of the lists may be under change meanwhile.
  ///
  /// - Returns: an object for each that is held, and for each of the others.
  /// - Complexity: O(sections + items that are not saved).
  func lookUpHeldObjects(and others: [NSManagedObject]) -> RevivedObjects {
    var revived: RevivedObjects = [:]
    for object in heldObjects + others where revived[ObjectIdentifier(object)] == nil {
      let id = object.objectID
      // An object that was never saved cannot be asked of the context by its ID, unless its parent has it.
      revived[ObjectIdentifier(object)] =
        id.isTemporaryID ? (try? context.existingObject(with: id)) ?? object : context.object(with: id)
    }
    return revived
  }

  /// Has what is held be other objects. Sections that have got permanent IDs meanwhile count as reported.
  func revive(as revived: RevivedObjects) {
    unsaved.replace(revived)
    unsavedSections.replace(revived)
    _ = unsavedSections.takeSaved()
    unsavedKeys = unsavedKeys.mapValues { revived[ObjectIdentifier($0)] ?? $0 }
    for slot in 0..<objects.count {
      guard let object = objects[slot], let now = revived[ObjectIdentifier(object)], now !== object else { continue }
      objects[slot] = now
      slots[ObjectIdentifier(now)] = slots.removeValue(forKey: ObjectIdentifier(object))
    }
  }
}
