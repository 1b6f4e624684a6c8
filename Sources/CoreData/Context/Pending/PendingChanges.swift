/// The unsaved changes of a context. They keep the changed objects alive.
struct PendingChanges {
  /// In the order of insertion, which is the order of the keys they get.
  private(set) var inserted = ObjectList()
  private(set) var updated = ObjectList()
  private(set) var deleted = ObjectList()
  /// Deleted objects whose rules have not been applied yet.
  private(set) var awaitingPropagation: [NSManagedObject] = []
  /// Objects that must not have been changed elsewhere, whether they are changed here or not.
  private(set) var locked = ObjectList()
  /// The keys of objects with changes; made when it is first asked for, and anew when it has become too full.
  private var keys = KeyFilter()
  /// Made when a merge first asks.
  private var references: UnsavedReferences?

  var hasChanges: Bool { !inserted.isEmpty || !updated.isEmpty || !deleted.isEmpty }

  /// Whether an object with the key may have changes. Complexity: O(1); O(changes) once after as many changes again.
  mutating func mayHold(_ key: RowKey) -> Bool {
    guard hasChanges else { return false }
    if keys.isFull { keys = filter() }
    return keys.mayContain(key)
  }

  /// Notes that an object is to be inserted. A deletion of it was taken back.
  mutating func insert(_ object: NSManagedObject) {
    inserted.insert(object)
    note(object.key)
  }

  /// The same for one that has changes already: it has no row to update any more.
  mutating func insertInstead(_ object: NSManagedObject) {
    updated.remove(object)
    insert(object)
  }

  mutating func update(_ object: NSManagedObject) {
    updated.insert(object)
    note(object.key)
  }

  /// Forgets that an object has changes to be written.
  mutating func forgetUpdate(of object: NSManagedObject) { updated.remove(object) }

  /// Notes that an object is to be deleted, and that its rules are to be applied.
  ///
  /// - Parameter hasRow: whether there is a row to delete.
  mutating func delete(_ object: NSManagedObject, hasRow: Bool) {
    inserted.remove(object)
    updated.remove(object)
    if hasRow {
      deleted.insert(object)
      note(object.key)
    }
    awaitingPropagation.append(object)
  }

  /// Takes back a deletion.
  mutating func undelete(_ object: NSManagedObject) {
    deleted.remove(object)
    awaitingPropagation.removeAll { $0 === object }
  }

  /// Has the delete rules of a deleted object applied, for the first time or again.
  mutating func awaitPropagation(of object: NSManagedObject) { awaitingPropagation.append(object) }

  /// Removes and returns the deleted objects whose rules have not been applied yet.
  mutating func takeAwaitingPropagation() -> [NSManagedObject] {
    defer { awaitingPropagation = [] }
    return awaitingPropagation
  }

  mutating func lock(_ object: NSManagedObject) { locked.insert(object) }

  /// Records the key of an object with changes. It must also be called for each such object that gets another key.
  mutating func note(_ key: RowKey) {
    if !keys.isFull { keys.insert(key) }
  }

  /// The keys of objects that may have an unsaved to-one relationship that leads to an object, or away from it.
  ///
  /// - Complexity: O(what is returned); O(changes) for the first time, and once after as many changes again.
  mutating func referrers(to key: RowKey) -> [RowKey] {
    if references?.isFull ?? true { references = UnsavedReferences(updated.all + deleted.all) }
    return references?.referrers(to: key) ?? []
  }

  /// Whether referrers were asked for, so that changes are to be noted.
  var notesReferences: Bool { references != nil }

  /// Records an object's unsaved references. It must be called when its to-one relationships change, or when its row
  /// does while they are changed.
  mutating func noteReferences(of object: NSManagedObject) { references?.note(object) }

  /// Forgets the gathered references. It must be called when keys, or objects that were not recorded, may have changed.
  mutating func forgetReferences() { references = nil }

  private func filter() -> KeyFilter {
    var filter = KeyFilter(count: inserted.count + updated.count + deleted.count)
    for list in [inserted, updated, deleted] {
      list.forEach { filter.insert($0.key) }
    }
    return filter
  }

  /// Forgets what a save has written, and what it has checked.
  mutating func removeSaved(_ lists: [ContiguousArray<NSManagedObject>]) {
    for list in lists where !list.isEmpty {
      inserted.remove(list)
      updated.remove(list)
    }
    locked.removeAll()
    forgetReferences()
  }

  /// Forgets all changes.
  mutating func removeAll() {
    inserted.removeAll()
    updated.removeAll()
    deleted.removeAll()
    locked.removeAll()
    awaitingPropagation = []
    forgetReferences()
  }

  mutating func forget(_ object: NSManagedObject) {
    inserted.remove(object)
    updated.remove(object)
    deleted.remove(object)
    locked.remove(object)
  }
}
