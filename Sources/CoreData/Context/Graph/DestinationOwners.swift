/// The keys of a context's objects whose to-many relationships may be known, because another context or process may
/// change such a relationship without naming its owner. The key of an object that is gone, or of which no relationship
/// is known any more, stays until the keys are checked.
struct DestinationOwners {
  private var keys = Set<RowKey>()
  private var limit = Self.firstLimit

  private static let firstLimit = 1024

  /// Whether there are so many more keys than after the last check that they must be checked again.
  var isFull: Bool { keys.count > limit }

  mutating func note(_ key: RowKey) { keys.insert(key) }

  /// An object has another key.
  mutating func promote(_ key: RowKey, to permanent: RowKey) {
    if keys.remove(key) != nil { keys.insert(permanent) }
  }

  /// All of them, in the order of identity.
  var sorted: [RowKey] { keys.sorted { $0.precedesByIdentity($1) } }

  /// Removes the keys of objects of which no relationship is known any more.
  mutating func forget(_ keys: some Sequence<RowKey>) {
    self.keys.subtract(keys)
    limit = max(Self.firstLimit, self.keys.count * 2)
  }
}
