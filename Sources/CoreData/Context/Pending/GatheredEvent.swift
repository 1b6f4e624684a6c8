/// The changes of a context since its last event.
struct GatheredEvent {
  private(set) var inserted = ObjectList()
  private(set) var updated = ObjectList()
  private(set) var deleted = ObjectList()
  /// Objects inserted and deleted since the last event: no list has them, but the program is notified of the deletion.
  private(set) var vanished = ObjectList()

  var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty && vanished.isEmpty }

  /// Notes that an object is there. One whose deletion was not reported yet was never gone.
  mutating func noteInsertion(of object: NSManagedObject) {
    vanished.remove(object)
    if !deleted.remove(object) { inserted.insert(object) }
  }

  mutating func noteUpdate(of object: NSManagedObject) { updated.insert(object) }

  /// Notes that an object is there no more. One whose insertion was not reported yet never was.
  mutating func noteDeletion(of object: NSManagedObject) {
    updated.remove(object)
    if !inserted.remove(object) { deleted.insert(object) }
  }

  /// Records that the program deletes an object. One whose insertion was not reported yet is in no list.
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
