/// The keys of a context's objects of which to-many relationships may be known: others may change these without naming
/// their owners. Some that are noted may have gone, or know of none any more, until that is looked at.
struct DestinationOwners {
  private var keys = Set<RowKey>()
  private var limit = Self.firstLimit

  private static let firstLimit = 1024

  /// Whether there are so many more than there were at the last look that they are to be looked at.
  var isFull: Bool { keys.count > limit }

  mutating func note(_ key: RowKey) { keys.insert(key) }

  /// An object has another key.
  mutating func promote(_ key: RowKey, to permanent: RowKey) {
    if keys.remove(key) != nil { keys.insert(permanent) }
  }

  /// All of them, in the order of identity.
  var sorted: [RowKey] { keys.sorted { $0.precedesByIdentity($1) } }

  /// Forgets those that were found to know of none.
  mutating func forget(_ keys: some Sequence<RowKey>) {
    self.keys.subtract(keys)
    limit = max(Self.firstLimit, self.keys.count * 2)
  }
}
