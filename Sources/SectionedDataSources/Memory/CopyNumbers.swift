/// Which occurrences there are of identifiers that stand, or stood, in a list more than once. There are none, as a rule.
@usableFromInline
struct CopyNumbers<ID: Hashable & Sendable> {
  /// Above every occurrence of an identifier.
  @usableFromInline
  var limits: [ID: Int32] = [:]
  /// Below which every occurrence of an identifier is taken.
  @usableFromInline
  var taken: [ID: Int32] = [:]
  /// Identifiers of which a copy came or left since the last step, in that order.
  @usableFromInline
  var edited: [ID] = []
  @usableFromInline
  var editedIDs: Set<ID> = []

  /// The lowest occurrence that is free, which is then taken.
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

  /// Notes that one of an identifier left.
  @inlinable
  mutating func note(_ id: ID) {
    guard limits[id] != nil else { return }
    taken[id] = nil
    edit(id)
  }

  /// Notes that any copy may have left.
  @inlinable
  mutating func noteAll() {
    taken = [:]
    for id in limits.keys { edit(id) }
  }

  @inlinable
  mutating func edit(_ id: ID) { if editedIDs.insert(id).inserted { edited.append(id) } }

  /// The keys of an identifier that may be there, ascending.
  @inlinable
  func keys(_ id: ID) -> [ListedID<ID>] { (0..<(limits[id] ?? 1)).map { ListedID(id, occurrence: $0) } }

  /// Ends the step.
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
