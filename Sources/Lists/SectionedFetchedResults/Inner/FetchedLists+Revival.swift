import CoreData

/// The context's current objects, by the objects from before a reset.
typealias RevivedObjects = [ObjectIdentifier: NSManagedObject]

extension FetchedLists {
  /// The objects that the lists retain.
  private var heldObjects: [NSManagedObject] {
    (0..<objects.count).compactMap { objects[$0] } + unsaved.objects + unsavedSections.objects + unsavedKeys.values
  }

  /// Looks up the context's current objects after a reset. Do not call it in the middle of a change of the lists: a
  /// lookup may reveal IDs that became permanent in a parent context, and the shown objects are renamed at once.
  ///
  /// - Returns: the current object for each retained one and each given one.
  /// - Complexity: O(sections + items that are not saved).
  func lookUpHeldObjects(and further: [NSManagedObject]) -> RevivedObjects {
    var revived: RevivedObjects = [:]
    for object in heldObjects + further where revived[ObjectIdentifier(object)] == nil {
      let id = object.objectID
      // The context cannot find a never saved object by its ID, unless a parent has it.
      revived[ObjectIdentifier(object)] =
        id.isTemporaryID ? (try? context.existingObject(with: id)) ?? object : context.object(with: id)
    }
    return revived
  }

  /// Replaces the retained objects. Sections that have got permanent IDs meanwhile no longer count as unsaved.
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
