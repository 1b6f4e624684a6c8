/// The changes of a context since its last event.
struct GatheredEvent {
  private(set) var inserted = ObjectList()
  private(set) var updated = ObjectList()
  private(set) var deleted = ObjectList()
  /// Objects inserted and deleted since the last event. No list has them, but the program is notified of their
  /// deletion.
  private(set) var vanished = ObjectList()

  var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty && vanished.isEmpty }

  /// Records an insertion. If the object's deletion was not reported yet, the two cancel each other.
  mutating func noteInsertion(of object: NSManagedObject) {
    vanished.remove(object)
    if !deleted.remove(object) { inserted.insert(object) }
  }

  mutating func noteUpdate(of object: NSManagedObject) { updated.insert(object) }

  /// Records a deletion. If the object's insertion was not reported yet, the two cancel each other.
  mutating func noteDeletion(of object: NSManagedObject) {
    updated.remove(object)
    if !inserted.remove(object) { deleted.insert(object) }
  }

  /// Records a deletion by the program. If the object is unsaved and its insertion was not reported yet, it is
  /// recorded only in `vanished`.
  mutating func noteDeletionByProgram(of object: NSManagedObject) {
    if object.flags.contains(.neverSaved), inserted.contains(object) { vanished.insert(object) }
    noteDeletion(of: object)
  }

  mutating func forget(_ object: NSManagedObject) {
    inserted.remove(object)
    updated.remove(object)
    deleted.remove(object)
    vanished.remove(object)
  }

  mutating func removeAll() {
    inserted.removeAll()
    updated.removeAll()
    deleted.removeAll()
    vanished.removeAll()
  }
}
