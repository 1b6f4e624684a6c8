/// Which objects may have an unsaved to-one relationship that leads to an object, or leads away from it.
///
/// A merge asks for each object that it brings, so that changed objects that have nothing to do with it are not looked
/// at. Nothing is taken out: what has no such change any more is looked at in vain, until all is gathered anew.
struct UnsavedReferences {
  private var referrers: [RowKey: Set<RowKey>] = [:]
  private var room = 0

  init(_ objects: some Collection<NSManagedObject>) {
    for object in objects { note(object) }
    // Gathering anew costs no more than what was noted since.
    room = 2 * objects.count + 1_024
  }

  /// Whether it is to be gathered anew.
  var isFull: Bool { room <= 0 }

  /// To be called for each object whose to-one relationships change, or whose row does while they are changed.
  mutating func note(_ object: NSManagedObject) {
    guard let values = object.state?.values else { return }
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
