/// The unsaved changes of a context. They retain the changed objects.
struct PendingChanges {
  /// The inserted objects, in the order in which they receive permanent keys.
  private(set) var inserted = ObjectList()
  private(set) var updated = ObjectList()
  private(set) var deleted = ObjectList()
  /// Deleted objects whose delete rules have not been applied yet.
  private(set) var awaitingPropagation: [NSManagedObject] = []
  /// Objects that the next save checks for conflicts, whether they are changed here or not.
  private(set) var locked = ObjectList()
  /// The keys of objects with changes. Created on first use, and again when it is full.
  private var keys = KeyFilter()
  /// The unsaved references by destination; nil until a merge needs them.
  private var references: UnsavedReferences?

  var hasChanges: Bool { !inserted.isEmpty || !updated.isEmpty || !deleted.isEmpty }

  /// Whether the object of a key may have changes. Complexity: O(1); O(changes) when the filter is full, after the
  /// number of changes has doubled.
  mutating func mayHold(_ key: RowKey) -> Bool {
    guard hasChanges else { return false }
    if keys.isFull { keys = filter() }
    return keys.mayContain(key)
  }

  /// Records an object to be inserted, which is not recorded as deleted any more.
  mutating func insert(_ object: NSManagedObject) {
    inserted.insert(object)
    note(object.key)
  }

  /// Records a changed object to be inserted instead of updated, because it has no row any more.
  mutating func insertInstead(_ object: NSManagedObject) {
    updated.remove(object)
    insert(object)
  }

  mutating func update(_ object: NSManagedObject) {
    updated.insert(object)
    note(object.key)
  }

  /// Removes an object from the updated ones.
  mutating func forgetUpdate(of object: NSManagedObject) { updated.remove(object) }

  /// Records an object to be deleted, and that its delete rules must be applied.
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

  /// Undoes a deletion.
  mutating func undelete(_ object: NSManagedObject) {
    deleted.remove(object)
    awaitingPropagation.removeAll { $0 === object }
  }

  /// Schedules the delete rules of a deleted object, for the first time or again.
  mutating func awaitPropagation(of object: NSManagedObject) { awaitingPropagation.append(object) }

  /// Removes and returns the deleted objects whose delete rules have not been applied yet.
  mutating func takeAwaitingPropagation() -> [NSManagedObject] {
    defer { awaitingPropagation = [] }
    return awaitingPropagation
  }

  mutating func lock(_ object: NSManagedObject) { locked.insert(object) }

  /// Records the key of an object with changes. Call it also for each such object that receives another key.
  mutating func note(_ key: RowKey) {
    if !keys.isFull { keys.insert(key) }
  }

  /// The keys of objects that may have an unsaved change of a to-one relationship that referred or refers to an
  /// object.
  ///
  /// - Complexity: O(keys returned); O(changes) for the first call, and again after the number of changes has
  ///   doubled.
  mutating func referrers(to key: RowKey) -> [RowKey] {
    if references?.isFull ?? true { references = UnsavedReferences(updated.all + deleted.all) }
    return references?.referrers(to: key) ?? []
  }

  /// Whether `referrers(to:)` was called, so that changes of references must be recorded.
  var notesReferences: Bool { references != nil }

  /// Records an object's unsaved references. Call it when its to-one relationships change, and when its row changes
  /// while it has such changes.
  mutating func noteReferences(of object: NSManagedObject) { references?.note(object) }

  /// Discards the recorded references. Call it when keys, or objects that were not recorded, may have changed.
  mutating func forgetReferences() { references = nil }

  private func filter() -> KeyFilter {
    var filter = KeyFilter(count: inserted.count + updated.count + deleted.count)
    for list in [inserted, updated, deleted] {
      list.forEach { filter.insert($0.key) }
    }
    return filter
  }

  /// Removes the objects that a save has written, and the objects that it has checked for conflicts.
  mutating func removeSaved(_ lists: [ContiguousArray<NSManagedObject>]) {
    for list in lists where !list.isEmpty {
      inserted.remove(list)
      updated.remove(list)
    }
    locked.removeAll()
    forgetReferences()
  }

  /// Removes all changes.
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
