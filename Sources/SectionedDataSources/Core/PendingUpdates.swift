import SectionedChanges

/// Steps of a source that wait for whoever takes them, as one.
///
/// To join two costs what both have. So a step is joined with those before it that are not much larger: k steps of one
/// change cost O(k · log k) together. Joined with all before it each time, they would cost O(k²).
@usableFromInline
struct PendingUpdates<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable>: Sendable {
  @usableFromInline
  typealias Update = DataSourceUpdate<SectionID, ItemID>

  /// What came last. There is no array as long as one step waits, which is the rule.
  @usableFromInline
  var last: Update?
  /// What came before it, each more than twice as large as the next one.
  @usableFromInline
  var before: [Update] = []

  @inlinable
  init(_ update: Update? = nil) { last = update }

  @inlinable
  var isEmpty: Bool { last == nil }

  @inlinable
  mutating func append(_ next: Update) {
    if last == nil { last = next } else { _ = join(next) }
  }

  /// - Returns: how many changes were looked at.
  @usableFromInline
  mutating func join(_ next: Update) -> Int {
    if let last { before.append(last) }
    var (joined, cost) = (next, 0)
    while let previous = before.last, previous.weight <= 2 * joined.weight {
      before.removeLast()
      cost += previous.weight + joined.weight
      joined = previous.combined(with: joined)
    }
    last = joined
    return cost
  }

  /// All of them as one; nil where none waits.
  @inlinable
  var joined: Update? { before.isEmpty ? last : joinedAll }

  @usableFromInline
  var joinedAll: Update? { last.map { last in before.reversed().reduce(last) { $1.combined(with: $0) } } }

  /// Takes all of them out, as one.
  @inlinable
  mutating func take() -> Update? {
    defer { self = Self() }
    return joined
  }
}

extension DataSourceUpdate {
  /// What joining it with another one costs.
  fileprivate var weight: Int { changes.count + changes.itemsTaken.count + changes.itemsBrought.count + 1 }
}
