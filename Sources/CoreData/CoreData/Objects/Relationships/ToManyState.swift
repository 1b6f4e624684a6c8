import Synchronization

/// The state of one to-many relationship of one object: the stored destinations, once they were read, and the
/// destinations that were added and removed since.
///
/// Adding and removing do not require reading the stored destinations, unless the relationship is ordered.
struct ToManyState {
  /// The stored destinations; nil until they are read, and again after another save changed them.
  private(set) var stored: [RowKey]? { didSet { stamp &+= 1 } }
  private(set) var added: Set<RowKey> = [] { didSet { stamp &+= 1 } }
  private(set) var removed: Set<RowKey> = [] { didSet { stamp &+= 1 } }
  /// All destinations in their new order, if an ordered relationship was changed; otherwise nil.
  private(set) var order: [RowKey]? {
    didSet {
      listed = nil
      stamp &+= 1
    }
  }

  /// The elements of `order`; nil until something is appended to it.
  private var listed: Set<RowKey>?
  private var storedSet: Set<RowKey> = []
  /// Whether `stored` may already contain added destinations or lack removed ones, because another save happened
  /// since.
  private var mayOverlap = false

  /// A number that changes whenever the destinations may have changed, even if another state replaces this one.
  private(set) var stamp = Self.stamps.wrappingAdd(1 << 32, ordering: .relaxed).newValue
  private static let stamps = Atomic<Int64>(0)

  init(stored: [RowKey]? = nil) {
    self.stored = stored
    storedSet = Set(stored ?? [])
  }

  var isChanged: Bool {
    // Even if the order equals the stored one, there may be unsaved additions or removals.
    order != nil && order != stored || !added.isEmpty || !removed.isEmpty
  }

  /// The current destinations. `stored` must have been read, unless the relationship has a changed order.
  var current: [RowKey] {
    if let order { return order }
    let kept = removed.isEmpty ? stored ?? [] : (stored ?? []).filter { !removed.contains($0) }
    return added.isEmpty ? kept : kept + added.subtracting(storedSet).sorted { $0.precedesByIdentity($1) }
  }

  /// The number of current destinations. Complexity: O(additions and removals).
  var count: Int {
    if let order { return order.count }
    return (stored?.count ?? 0) - removed.count { storedSet.contains($0) } + added.count { !storedSet.contains($0) }
  }

  /// Whether an object is a destination; nil if the stored destinations must be read to know.
  func contains(_ key: RowKey) -> Bool? {
    if added.contains(key) { return true }
    if removed.contains(key) { return false }
    return stored == nil ? nil : storedSet.contains(key)
  }

  /// Replaces the stored destinations, and keeps the unsaved additions and removals.
  ///
  /// - Parameter keys: the stored destinations; nil after another save changed them, until they are read again.
  mutating func setStored(_ keys: [RowKey]?) {
    stored = keys
    storedSet = Set(keys ?? [])
    // Additions and removals stay, because the other end records them too and may have read the store at another
    // time.
    if keys == nil, !added.isEmpty || !removed.isEmpty { mayOverlap = true }
  }

  /// Records an addition. In an ordered relationship, it is the last one.
  ///
  /// - Returns: false if a changed order contains the object already.
  @discardableResult
  mutating func add(_ key: RowKey) -> Bool {
    if removed.remove(key) == nil || !(storeHolds(key) ?? !mayOverlap) { added.insert(key) }
    return appendToOrder(key)
  }

  /// Appends an object to the order, unless it is contained already because another save has added it.
  ///
  /// - Complexity: O(1) for successive additions.
  @discardableResult
  private mutating func appendToOrder(_ key: RowKey) -> Bool {
    guard var known = listed ?? order.map({ Set($0) }) else { return true }
    // Cleared so that the set has a single reference and is not copied when it grows.
    listed = nil
    let isNew = known.insert(key).inserted
    if isNew { order?.append(key) }
    listed = known
    return isNew
  }

  mutating func remove(_ key: RowKey) {
    if added.remove(key) == nil || storeHolds(key) ?? mayOverlap { removed.insert(key) }
    if let place = order?.firstIndex(of: key) { order?.remove(at: place) }
  }

  /// Whether the stored destinations contain an object; nil if they must be read to know.
  func storeHolds(_ key: RowKey) -> Bool? { stored == nil ? nil : storedSet.contains(key) }

  /// Whether an object was added (true) or removed (false), regardless of the stored destinations; nil if neither.
  func change(of key: RowKey) -> Bool? { added.contains(key) ? true : removed.contains(key) ? false : nil }

  /// Records an addition or removal that the other end records, even if the stored destinations match it already.
  mutating func insist(_ key: RowKey, isAdded: Bool) {
    if isAdded { added.insert(key) } else { removed.insert(key) }
  }

  /// Drops the recorded change of an object, so that the store decides whether it is a destination.
  ///
  /// - Parameter isDestination: whether the object is a stored destination.
  mutating func settle(_ key: RowKey, isDestination: Bool) {
    added.remove(key)
    removed.remove(key)
    if isDestination { appendToOrder(key) } else { order?.removeAll { $0 == key } }
  }

  /// Drops the recorded change of an object, so that the store decides whether it is a destination, and at which
  /// position.
  mutating func restore(_ key: RowKey) {
    settle(key, isDestination: storedSet.contains(key))
    moveToStoredPlace(key)
    forgetStoredOrder()
  }

  /// Discards the changed order, and the additions and removals of all but some objects.
  ///
  /// - Parameter isKept: whether the change of an object stays.
  mutating func rollBack(keeping isKept: (RowKey) -> Bool) {
    let order = order
    (added, removed) = (added.filter(isKept), removed.filter(isKept))
    self.order = nil
    guard let order, !added.isEmpty || !removed.isEmpty else { return }
    let arrived = order.filter { added.contains($0) && !storedSet.contains($0) }
    self.order = (stored ?? []).filter { !removed.contains($0) } + arrived
  }

  /// Discards the changed order if it equals the stored one.
  mutating func forgetStoredOrder() { if order == stored { order = nil } }

  /// Starts a changed order from the stored one, so that it can be modified.
  mutating func keepOrder() { if order == nil { order = current } }

  /// Sets the order of a relationship. `stored` must have been read, and `add` and `remove` must have set the
  /// members.
  mutating func setOrder(_ keys: [RowKey]) { order = keys }

  /// Moves a destination that was removed and added again to its position in the stored order.
  mutating func moveToStoredPlace(_ key: RowKey) {
    guard let order, let stored, let place = stored.firstIndex(of: key) else { return }
    var rest = order.filter { $0 != key }
    let before = stored[..<place].lastIndex { rest.contains($0) }
    let index = before.flatMap { rest.firstIndex(of: stored[$0]) }.map { $0 + 1 } ?? 0
    rest.insert(key, at: index)
    self.order = rest
  }

  /// The given keys that are in `stored`, `order`, `added` or `removed`. Complexity: O(the smaller of `keys` and
  /// these lists), plus O(order) if there is one.
  func named(among keys: Set<RowKey>) -> Set<RowKey> {
    let all = [stored ?? [], order ?? []].joined()
    guard keys.count > added.count + removed.count + (stored?.count ?? 0) + (order?.count ?? 0) else {
      let listed = Set(order ?? [])
      return keys.filter {
        added.contains($0) || removed.contains($0) || storedSet.contains($0) || listed.contains($0)
      }
    }
    return Set(all.filter(keys.contains)).union(added.intersection(keys)).union(removed.intersection(keys))
  }

  /// Removes an object that no longer exists, as if the store had never contained it.
  mutating func drop(_ key: RowKey) {
    added.remove(key)
    removed.remove(key)
    order?.removeAll { $0 == key }
    if storedSet.contains(key) { setStored(stored?.filter { $0 != key }) }
  }

  /// Replaces the stored destinations by newly saved ones, and keeps the unsaved changes. Destinations that are gone
  /// are removed from a changed order, and new ones are appended to it.
  mutating func rebase(onto keys: [RowKey]) {
    if let order {
      let (old, new, listed) = (storedSet, Set(keys), Set(order))
      self.order =
        order.filter { new.contains($0) || added.contains($0) || !old.contains($0) }
        + keys.filter { !old.contains($0) && !listed.contains($0) && !removed.contains($0) }
    }
    mayOverlap = true
    setStored(keys)
  }

  /// Makes the current destinations the stored ones.
  mutating func commit() {
    guard stored != nil || order != nil else {
      // The relationship was changed without being read, so its stored destinations are still unknown.
      self = ToManyState()
      return
    }
    self = ToManyState(stored: current)
  }

  /// Discards the additions, the removals and the changed order.
  mutating func rollBack() { self = ToManyState(stored: stored) }

  /// Replaces temporary keys by permanent ones.
  mutating func promote(_ keys: [RowKey: RowKey]) {
    // For a few keys, first check whether any occurs here, so that nothing is copied otherwise.
    let mayBeNamed =
      keys.count > 4
      || keys.keys.contains {
        added.contains($0) || removed.contains($0) || storedSet.contains($0) || order?.contains($0) == true
      }
    guard mayBeNamed else { return }
    func permanent(_ key: RowKey) -> RowKey { keys[key] ?? key }
    stored = stored?.map(permanent)
    storedSet = Set(stored ?? [])
    added = Set(added.map(permanent))
    removed = Set(removed.map(permanent))
    order = order?.map(permanent)
  }
}
