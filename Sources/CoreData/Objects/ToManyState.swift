/// What a context knows about one to-many relationship of one object: the store's destinations once they have been
/// read, and what was added and removed since.
///
/// Adding and removing need no reading, unless the relationship is ordered.
struct ToManyState {
  /// As the store has it; nil until it is read, and again after others changed it.
  private(set) var stored: [RowKey]?
  private(set) var added: Set<RowKey> = []
  private(set) var removed: Set<RowKey> = []
  /// All destinations in their new order, once an ordered relationship was changed.
  private(set) var order: [RowKey]?

  private var storedSet: Set<RowKey> = []

  init(stored: [RowKey]? = nil) {
    self.stored = stored
    storedSet = Set(stored ?? [])
  }

  var isChanged: Bool {
    if let order { return order != stored }
    return !added.isEmpty || !removed.isEmpty
  }

  /// The destinations now; `stored` must have been read unless the relationship is ordered and was changed.
  var current: [RowKey] {
    if let order { return order }
    let kept = removed.isEmpty ? stored ?? [] : (stored ?? []).filter { !removed.contains($0) }
    return added.isEmpty ? kept : kept + added.subtracting(storedSet).sorted { $0.precedesByIdentity($1) }
  }

  /// Whether the object is a destination, or nil when the store must be asked.
  func contains(_ key: RowKey) -> Bool? {
    if added.contains(key) { return true }
    if removed.contains(key) { return false }
    return stored == nil ? nil : storedSet.contains(key)
  }

  mutating func setStored(_ keys: [RowKey]?) {
    stored = keys
    storedSet = Set(keys ?? [])
  }

  mutating func add(_ key: RowKey) {
    if removed.remove(key) == nil { added.insert(key) }
    order?.append(key)
  }

  mutating func remove(_ key: RowKey) {
    if added.remove(key) == nil { removed.insert(key) }
    if let place = order?.firstIndex(of: key) { order?.remove(at: place) }
  }

  /// Sets the order of a relationship whose `stored` was read; membership has been told by `add` and `remove`.
  mutating func setOrder(_ keys: [RowKey]) { order = keys }

  /// Takes what is there now as what the store has.
  mutating func commit() {
    guard stored != nil || order != nil else {
      // What was added to a relationship that was never read: what the store has beside it is still unknown.
      self = ToManyState()
      return
    }
    self = ToManyState(stored: current)
  }

  /// Forgets what was added and removed.
  mutating func rollBack() { self = ToManyState(stored: stored) }

  /// Replaces keys that became permanent.
  mutating func promote(_ keys: [RowKey: RowKey]) {
    func permanent(_ key: RowKey) -> RowKey { keys[key] ?? key }
    setStored(stored?.map(permanent))
    added = Set(added.map(permanent))
    removed = Set(removed.map(permanent))
    order = order?.map(permanent)
  }
}
