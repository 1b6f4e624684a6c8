import CoreData

/// The objects that the context has now, by the objects from before a reset.
typealias RevivedObjects = [ObjectIdentifier: NSManagedObject]

extension FetchedLists {
  /// The objects that the lists hold, and do not only name.
  private var heldObjects: [NSManagedObject] {
    (0..<objects.count).compactMap { objects[$0] } + unsaved.objects + unsavedSections.objects + unsavedKeys.values
  }

  /// Looks up the objects that the context has now, after a reset. A lookup may bring IDs that became permanent in a
  /// context above, and what is shown is renamed at once: the lists must not be in the middle of a change.
  ///
  /// - Returns: an object for each that is held, and for each that was given.
  /// - Complexity: O(sections + items that are not saved).
  func lookUpHeldObjects(and further: [NSManagedObject]) -> RevivedObjects {
    var revived: RevivedObjects = [:]
    for object in heldObjects + further where revived[ObjectIdentifier(object)] == nil {
      let id = object.objectID
      // An object that was never saved cannot be asked of the context by its ID, unless its parent has it.
      revived[ObjectIdentifier(object)] =
        id.isTemporaryID ? (try? context.existingObject(with: id)) ?? object : context.object(with: id)
    }
    return revived
  }

  /// Replaces the objects that are held. Sections that have got permanent IDs meanwhile count as reported.
  func revive(as revived: RevivedObjects) {
    unsaved.replace(revived)
    unsavedSections.replace(revived)
    folding.rename(unsavedSections.takeSaved())
    unsavedKeys = unsavedKeys.mapValues { revived[ObjectIdentifier($0)] ?? $0 }
    for slot in 0..<objects.count {
      guard let object = objects[slot], let now = revived[ObjectIdentifier(object)], now !== object else { continue }
      objects[slot] = now
      slots[ObjectIdentifier(now)] = slots.removeValue(forKey: ObjectIdentifier(object))
    }
  }
}
