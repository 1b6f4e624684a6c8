/// An index of the objects that may have an unsaved change of a to-one relationship that referred or refers to a
/// given object.
///
/// A merge looks up each object that it merges here, so that it does not visit unrelated changed objects. Entries are
/// never removed, so an object that no longer has such a change is visited needlessly until the index is rebuilt.
struct UnsavedReferences {
  private var referrers: [RowKey: Set<RowKey>] = [:]
  private var room = 0

  init(_ objects: some Collection<NSManagedObject>) {
    for object in objects { note(object) }
    // Rebuilding the index costs no more than the records made since it was built.
    room = 2 * objects.count + 1_024
  }

  /// Whether the index must be rebuilt.
  var isFull: Bool { room <= 0 }

  /// Records an object's unsaved references. Call it when its to-one relationships change, and when its row changes
  /// while it has such changes.
  mutating func note(_ object: NSManagedObject) {
    guard let values = object.unsavedValues else { return }
    room -= 1
    for slot in object.layout.toOneSlots {
      let (current, saved) = (values[slot].reference, object.row?[slot].reference)
      if current == saved { continue }
      if let current { referrers[current, default: []].insert(object.key) }
      if let saved { referrers[saved, default: []].insert(object.key) }
    }
  }

  /// The keys of the objects with such changes, in the order of identity. Complexity: O(n log n) for n keys.
  func referrers(to key: RowKey) -> [RowKey] { referrers[key]?.sorted { $0.precedesByIdentity($1) } ?? [] }
}
