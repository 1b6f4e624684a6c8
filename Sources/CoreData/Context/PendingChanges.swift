/// What a context has changed and not saved, and what it has not told its observers yet. It keeps the objects alive.
struct PendingChanges {
  /// In the order of insertion, which is the order of the keys they get.
  var inserted = ObjectList()
  var updated = ObjectList()
  var deleted = ObjectList()
  /// Deleted objects whose rules have not been applied yet.
  var awaitingPropagation: [NSManagedObject] = []
  /// Objects that must not have been changed by others, whether they are changed here or not.
  var locked = ObjectList()
  /// All objects, when the context is asked to keep them.
  var retained: [NSManagedObject]?

  var hasChanges: Bool { !inserted.isEmpty || !updated.isEmpty || !deleted.isEmpty }

  mutating func forget(_ object: NSManagedObject) {
    inserted.remove(object)
    updated.remove(object)
    deleted.remove(object)
    locked.remove(object)
  }
}

/// The event that is being gathered, and those that wait to be told.
struct EventState {
  var inserted = ObjectList()
  var updated = ObjectList()
  var deleted = ObjectList()
  /// Events are told one at a time, in order: what observers change is the next one. The first may be being told.
  var waiting: [ContextNotice] = []
  var isTelling = false
  /// How many `perform` blocks are running, one inside the other.
  var depth = 0
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
