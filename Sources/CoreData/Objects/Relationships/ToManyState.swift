import Synchronization

/// The state of one to-many relationship of one object in a context: the store's destinations once they have been read,
/// and those that were added and removed since.
///
/// Adding and removing need no reading, unless the relationship is ordered.
struct ToManyState {
  /// As the store has it; nil until it is read, and again after a save elsewhere changed it.
  private(set) var stored: [RowKey]? { didSet { stamp &+= 1 } }
  private(set) var added: Set<RowKey> = [] { didSet { stamp &+= 1 } }
  private(set) var removed: Set<RowKey> = [] { didSet { stamp &+= 1 } }
  /// All destinations in their new order, once an ordered relationship was changed.
  private(set) var order: [RowKey]? {
    didSet {
      listed = nil
      stamp &+= 1
    }
  }

  /// The destinations of `order`, once something was added to it since it was set.
  private var listed: Set<RowKey>?
  private var storedSet: Set<RowKey> = []
  /// Whether the store may have what was added, and lack what was removed: something was saved elsewhere since.
  private var mayOverlap = false

  /// A number that changes whenever the destinations may have changed, also when another state replaces this one.
  private(set) var stamp = Self.stamps.wrappingAdd(1 << 32, ordering: .relaxed).newValue
  private static let stamps = Atomic<Int64>(0)

  init(stored: [RowKey]? = nil) {
    self.stored = stored
    storedSet = Set(stored ?? [])
  }

  var isChanged: Bool {
    // Where the order is as stored, something unsaved may have been added or removed that the store did not have.
    order != nil && order != stored || !added.isEmpty || !removed.isEmpty
  }

  /// The destinations now; `stored` must have been read unless the relationship is ordered and was changed.
  var current: [RowKey] {
    if let order { return order }
    let kept = removed.isEmpty ? stored ?? [] : (stored ?? []).filter { !removed.contains($0) }
    return added.isEmpty ? kept : kept + added.subtracting(storedSet).sorted { $0.precedesByIdentity($1) }
  }

  /// How many destinations there are now. Complexity: O(what was added and removed).
  var count: Int {
    if let order { return order.count }
    return (stored?.count ?? 0) - removed.count { storedSet.contains($0) } + added.count { !storedSet.contains($0) }
  }

  /// Whether the object is a destination, or nil when the store must be asked.
  func contains(_ key: RowKey) -> Bool? {
    if added.contains(key) { return true }
    if removed.contains(key) { return false }
    return stored == nil ? nil : storedSet.contains(key)
  }

  /// - Parameter keys: nil when a save elsewhere has changed them, until they are read again.
  mutating func setStored(_ keys: [RowKey]?) {
    stored = keys
    storedSet = Set(keys ?? [])
    // What was added and removed stays: the other end has it as well, and may have read the store at another time.
    if keys == nil, !added.isEmpty || !removed.isEmpty { mayOverlap = true }
  }

  /// - Returns: false when an order that was set has the object already.
  @discardableResult
  mutating func add(_ key: RowKey) -> Bool {
    if removed.remove(key) == nil || !(storeHolds(key) ?? !mayOverlap) { added.insert(key) }
    return appendToOrder(key)
  }

  /// Adds an object at the end of the order, unless it is there already: it may have been saved elsewhere since.
  ///
  /// - Complexity: O(1) for one addition after the other.
  @discardableResult
  private mutating func appendToOrder(_ key: RowKey) -> Bool {
    guard var known = listed ?? order.map({ Set($0) }) else { return true }
    // Not shared while it grows.
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

  /// Whether the store has the object; nil when it is to be asked.
  func storeHolds(_ key: RowKey) -> Bool? { stored == nil ? nil : storedSet.contains(key) }

  /// Whether an object was added, or removed, whatever the store has; nil where it is left to the store.
  func change(of key: RowKey) -> Bool? { added.contains(key) ? true : removed.contains(key) ? false : nil }

  /// Keeps a change that the other end keeps, though the store has it already, as was read here.
  mutating func insist(_ key: RowKey, isAdded: Bool) {
    if isAdded { added.insert(key) } else { removed.insert(key) }
  }

  /// Leaves it to the store whether an object is a destination.
  ///
  /// - Parameter isDestination: what the store has.
  mutating func settle(_ key: RowKey, isDestination: Bool) {
    added.remove(key)
    removed.remove(key)
    if isDestination { appendToOrder(key) } else { order?.removeAll { $0 == key } }
  }

  /// Leaves it to the store again whether an object is a destination, and at which place.
  mutating func restore(_ key: RowKey) {
    settle(key, isDestination: storedSet.contains(key))
    moveToStoredPlace(key)
    forgetStoredOrder()
  }

  /// Forgets the order that was set, and what was added and removed but for some objects.
  ///
  /// - Parameter isKept: whether an object stays added or removed.
  mutating func rollBack(keeping isKept: (RowKey) -> Bool) {
    let order = order
    (added, removed) = (added.filter(isKept), removed.filter(isKept))
    self.order = nil
    guard let order, !added.isEmpty || !removed.isEmpty else { return }
    let arrived = order.filter { added.contains($0) && !storedSet.contains($0) }
    self.order = (stored ?? []).filter { !removed.contains($0) } + arrived
  }

  /// Follows the store's order again where the one that was set is no other.
  mutating func forgetStoredOrder() { if order == stored { order = nil } }

  /// Makes the store's order one that was set, so that it can be changed.
  mutating func keepOrder() { if order == nil { order = current } }

  /// Sets the order of a relationship whose `stored` was read; membership has been set by `add` and `remove`.
  mutating func setOrder(_ keys: [RowKey]) { order = keys }

  /// Moves a destination that was removed from the order and added again to its place in the stored order.
  mutating func moveToStoredPlace(_ key: RowKey) {
    guard let order, let stored, let place = stored.firstIndex(of: key) else { return }
    var rest = order.filter { $0 != key }
    let before = stored[..<place].lastIndex { rest.contains($0) }
    let index = before.flatMap { rest.firstIndex(of: stored[$0]) }.map { $0 + 1 } ?? 0
    rest.insert(key, at: index)
    self.order = rest
  }

  /// The given keys that are stored, ordered, added or removed here. Complexity: O(the fewer of `keys` and the keys
  /// here), and O(order) where one was set.
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

  /// Forgets an object that is no more, as if the store had never named it.
  mutating func drop(_ key: RowKey) {
    added.remove(key)
    removed.remove(key)
    order?.removeAll { $0 == key }
    if storedSet.contains(key) { setStored(stored?.filter { $0 != key }) }
  }

  /// Takes destinations that were saved elsewhere meanwhile under the changes made here. An order that was set here
  /// loses those that went, and gets those that came at its end.
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
    // Nothing is made anew for the few that an event brings.
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
