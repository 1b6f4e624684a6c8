/// An index of the objects that may have an unsaved to-one relationship that leads to a given object, or away from it.
///
/// A merge looks up each object that it brings, so that unrelated changed objects are not visited. Entries are never
/// removed: an object without such a change any more is visited in vain until the index is built anew.
struct UnsavedReferences {
  private var referrers: [RowKey: Set<RowKey>] = [:]
  private var room = 0

  init(_ objects: some Collection<NSManagedObject>) {
    for object in objects { note(object) }
    // Gathering anew costs no more than what was noted since.
    room = 2 * objects.count + 1_024
  }

  /// Whether the index must be built anew.
  var isFull: Bool { room <= 0 }

  /// Records an object's unsaved references. It must be called when its to-one relationships change, or when its row
  /// does while they are changed.
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

  /// Complexity: O(how many there are), and their order.
  func referrers(to key: RowKey) -> [RowKey] { referrers[key]?.sorted { $0.precedesByIdentity($1) } ?? [] }
}
