/// Which occurrences there are of identifiers that stand, or stood, in a list more than once. There are none, as a rule.
@usableFromInline
struct CopyNumbers<ID: Hashable & Sendable> {
  /// Above every occurrence of an identifier.
  @usableFromInline
  var limits: [ID: Int32] = [:]
  /// Identifiers of which a copy came or left since the last step.
  @usableFromInline
  var edited: Set<ID> = []

  /// The lowest occurrence that is free.
  @inlinable
  mutating func lowestFree(_ id: ID, isTaken: (ListedID<ID>) -> Bool) -> ListedID<ID> {
    var key = ListedID(id)
    while isTaken(key) { key.occurrence += 1 }
    if key.occurrence > 0 {
      limits[id] = Swift.max(limits[id] ?? 0, key.occurrence + 1)
      edited.insert(id)
    } else if limits[id] != nil {
      edited.insert(id)
    }
    return key
  }

  /// Notes that one of an identifier left.
  @inlinable
  mutating func note(_ id: ID) { if limits[id] != nil { edited.insert(id) } }

  /// Notes that any copy may have come or left.
  @inlinable
  mutating func noteAll() { edited.formUnion(limits.keys) }

  /// The keys of an identifier that may be there, ascending.
  @inlinable
  func keys(_ id: ID) -> [ListedID<ID>] { (0..<(limits[id] ?? 1)).map { ListedID(id, occurrence: $0) } }

  /// Ends the step.
  @inlinable
  mutating func settle(isTaken: (ListedID<ID>) -> Bool) {
    for id in edited where !keys(id).dropFirst().contains(where: isTaken) { limits[id] = nil }
    edited = []
  }
}
