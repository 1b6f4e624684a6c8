/// The occurrence numbers of identifiers that are, or were, in a list more than once; usually empty.
@usableFromInline
struct CopyNumbers<ID: Hashable & Sendable> {
  /// A number above all occurrence numbers of an identifier.
  @usableFromInline
  var limits: [ID: Int32] = [:]
  /// The lowest occurrence number of an identifier, from 1 on, that may be free.
  @usableFromInline
  var taken: [ID: Int32] = [:]
  /// The identifiers whose copies were inserted or removed since the last step, in the order of these edits.
  @usableFromInline
  var edited: [ID] = []
  @usableFromInline
  var editedIDs: Set<ID> = []

  /// Returns the lowest free occurrence of an identifier, and marks it as taken.
  @inlinable
  mutating func lowestFree(_ id: ID, isTaken: (ListedID<ID>) -> Bool) -> ListedID<ID> {
    var key = ListedID(id)
    if isTaken(key) {
      key.occurrence = Swift.max(1, taken[id] ?? 1)
      while isTaken(key) { key.occurrence += 1 }
      taken[id] = key.occurrence + 1
      limits[id] = Swift.max(limits[id] ?? 0, key.occurrence + 1)
    }
    if limits[id] != nil { edit(id) }
    return key
  }

  /// Records that a copy of an identifier was removed.
  @inlinable
  mutating func note(_ id: ID) {
    guard limits[id] != nil else { return }
    taken[id] = nil
    edit(id)
  }

  /// Records that any copy may have been removed.
  @inlinable
  mutating func noteAll() {
    taken = [:]
    for id in limits.keys { edit(id) }
  }

  @inlinable
  mutating func edit(_ id: ID) { if editedIDs.insert(id).inserted { edited.append(id) } }

  /// The keys that an identifier may have in the list, ascending.
  @inlinable
  func keys(_ id: ID) -> [ListedID<ID>] { (0..<(limits[id] ?? 1)).map { ListedID(id, occurrence: $0) } }

  /// The keys from the occurrence number 1 on that an identifier may have in the list, ascending.
  @inlinable
  func laterKeys(_ id: ID) -> [ListedID<ID>] { limits.isEmpty ? [] : Array(keys(id).dropFirst()) }

  /// Ends the step, and forgets the identifiers that are in the list at most once.
  @inlinable
  mutating func settle(isTaken: (ListedID<ID>) -> Bool) {
    for id in edited where !keys(id).dropFirst().contains(where: isTaken) {
      limits[id] = nil
      taken[id] = nil
    }
    edited = []
    editedIDs = []
  }
}
