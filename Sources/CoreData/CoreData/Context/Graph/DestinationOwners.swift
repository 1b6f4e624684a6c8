/// The keys of a context's objects whose to-many relationships may be loaded. Another context or process may change
/// such a relationship without naming its owner. The keys of freed objects, and of objects without loaded
/// relationships, stay until the next check.
struct DestinationOwners {
  private var keys = Set<RowKey>()
  private var limit = Self.firstLimit

  private static let firstLimit = 1024

  /// Whether so many keys were added since the last check that they must be checked again.
  var isFull: Bool { keys.count > limit }

  mutating func note(_ key: RowKey) { keys.insert(key) }

  /// Replaces the temporary key of an object by its permanent one.
  mutating func promote(_ key: RowKey, to permanent: RowKey) {
    if keys.remove(key) != nil { keys.insert(permanent) }
  }

  /// All keys, in the order of identity.
  var sorted: [RowKey] { keys.sorted { $0.precedesByIdentity($1) } }

  /// Removes the keys of objects that have no loaded relationships.
  mutating func forget(_ keys: some Sequence<RowKey>) {
    self.keys.subtract(keys)
    limit = max(Self.firstLimit, self.keys.count * 2)
  }
}
