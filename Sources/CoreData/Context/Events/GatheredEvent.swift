/// What has changed in a context since its last event.
struct GatheredEvent {
  private(set) var inserted = ObjectList()
  private(set) var updated = ObjectList()
  private(set) var deleted = ObjectList()

  var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

  /// Notes that an object is there. One whose deletion was not reported yet was never gone.
  mutating func noteInsertion(of object: NSManagedObject) {
    if !deleted.remove(object) { inserted.insert(object) }
  }

  mutating func noteUpdate(of object: NSManagedObject) { updated.insert(object) }

  /// Notes that an object is there no more. One whose insertion was not reported yet never was.
  mutating func noteDeletion(of object: NSManagedObject) {
    updated.remove(object)
    if !inserted.remove(object) { deleted.insert(object) }
  }

  mutating func forget(_ object: NSManagedObject) {
    inserted.remove(object)
    updated.remove(object)
    deleted.remove(object)
  }

  mutating func removeAll() {
    inserted.removeAll()
    updated.removeAll()
    deleted.removeAll()
  }
}
