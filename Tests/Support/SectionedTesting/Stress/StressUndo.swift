import CoreData

/// Reverts random edits by inverse edits, the last edit first.
final class StressUndo {
  private var inverses: [() -> Void] = []
  /// The replacements of deleted objects, by the IDs of the deleted objects.
  private var restored: [NSManagedObjectID: NSManagedObject] = [:]

  /// Whether `perform` replaces deleted objects by new ones.
  private(set) var restoresObjects = false

  func perform() {
    while let inverse = inverses.popLast() { inverse() }
  }

  func willSet(_ key: String, of object: NSManagedObject) {
    let old = object.value(forKey: key)
    inverses.append { [unowned self] in
      current(object).setValue((old as? NSManagedObject).map(current) ?? old, forKey: key)
    }
  }

  func didInsert(_ object: NSManagedObject) {
    inverses.append { [unowned self] in
      let object = current(object)
      object.managedObjectContext?.delete(object)
    }
  }

  /// Records the inverse of a deletion. Deleting an album deletes its tracks, and deleting an artist removes it from
  /// its albums.
  func willDelete(_ object: NSManagedObject) {
    restoresObjects = true
    let tracks = related(object, "tracks")
    let albums = related(object, "albums")
    for track in tracks { willDelete(track) }
    let values = object.entity.attributesByName.keys.map { ($0, object.value(forKey: $0)) }
    let owners = object.entity.relationshipsByName.filter { !$0.value.isToMany }.map { name, _ in
      (name, object.value(forKey: name) as? NSManagedObject)
    }
    let context = object.managedObjectContext
    inverses.append { [unowned self] in
      let again = NSManagedObject(entity: object.entity, insertInto: context)
      restored[object.objectID] = again
      for (key, value) in values { again.setValue(value, forKey: key) }
      for (key, owner) in owners { again.setValue(owner.map(current), forKey: key) }
      for album in albums { current(album).setValue(again, forKey: "artist") }
    }
  }

  private func related(_ object: NSManagedObject, _ key: String) -> Set<NSManagedObject> {
    guard object.entity.relationshipsByName[key] != nil else { return [] }
    return object.value(forKey: key) as? Set<NSManagedObject> ?? []
  }

  private func current(_ object: NSManagedObject) -> NSManagedObject { restored[object.objectID] ?? object }
}
