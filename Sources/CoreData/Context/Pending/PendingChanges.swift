/// What a context has changed and not saved. It keeps the objects alive.
struct PendingChanges {
  /// In the order of insertion, which is the order of the keys they get.
  var inserted = ObjectList()
  var updated = ObjectList()
  var deleted = ObjectList()
  /// Deleted objects whose rules have not been applied yet.
  var awaitingPropagation: [NSManagedObject] = []
  /// Objects that must not have been changed elsewhere, whether they are changed here or not.
  var locked = ObjectList()
  /// All objects, when the context is asked to keep them.
  var retained: [NSManagedObject]?
  /// The keys of objects with changes; made when it is first asked for, and anew when it has become too full.
  private var keys = KeyFilter()
  /// Made when a merge first asks.
  private var references: UnsavedReferences?

  init(retained: [NSManagedObject]? = nil) {
    self.retained = retained
  }

  var hasChanges: Bool { !inserted.isEmpty || !updated.isEmpty || !deleted.isEmpty }

  /// Whether an object with the key may have changes. Complexity: O(1); O(changes) once after as many changes again.
  mutating func mayHold(_ key: RowKey) -> Bool {
    guard hasChanges else { return false }
    if keys.isFull { keys = filter() }
    return keys.mayContain(key)
  }

  /// To be called for each object that gets a change, or another key while it has one.
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

  /// To be called for each object whose to-one relationships change, or whose row does while they are changed.
  mutating func noteReferences(of object: NSManagedObject) { references?.note(object) }

  /// To be called when other objects than those noted may have changed, or keys.
  mutating func forgetReferences() { references = nil }

  private func filter() -> KeyFilter {
    var filter = KeyFilter(count: inserted.count + updated.count + deleted.count)
    for list in [inserted, updated, deleted] {
      list.forEach { filter.insert($0.key) }
    }
    return filter
  }

  mutating func forget(_ object: NSManagedObject) {
    inserted.remove(object)
    updated.remove(object)
    deleted.remove(object)
    locked.remove(object)
  }
}

/// The event that is being gathered, and those that wait to be delivered.
struct EventState {
  var inserted = ObjectList()
  var updated = ObjectList()
  var deleted = ObjectList()
  /// Events are delivered one at a time, in order: what observers change is the next one. The first may be on its way.
  var waiting: [ContextNotice] = []
  var isTelling = false
  /// Up to which write the rows of objects are those of the stores.
  var saves = SaveCursor()
  /// Whether the first is being delivered to observers; when all have it, it waits no more.
  var isFirstUnderWay = false
  /// The one that is being delivered to the listeners, after all observers.
  var delivered: ContextNotice?
  /// How often the context was reset in a callback: what was being delivered then names objects without a context.
  var resets = 0
  /// How many events were closed.
  var closed = 0
  /// The number of the one that is being delivered.
  var numberBeingTold: Int?
  /// How many `perform` blocks are running, one inside the other.
  var depth = 0
  /// During a save: what events changed since the changes were validated last.
  var unvalidated: ObjectList?
  /// Whether the end of the event on the main queue has been asked for.
  var endIsScheduled = false

  var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

  mutating func forgetChanges() {
    inserted.removeAll()
    updated.removeAll()
    deleted.removeAll()
  }

  mutating func forget(_ object: NSManagedObject) {
    inserted.remove(object)
    updated.remove(object)
    deleted.remove(object)
  }
}
