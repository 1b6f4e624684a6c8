import SectionedChanges

/// The undelivered steps of a source for one consumer, which takes them as one.
///
/// Joining two steps costs the size of both. So a step is joined only with earlier ones that are not much larger: k
/// steps of one change cost O(k · log k) together. Joined with all earlier ones each time, they would cost O(k²).
@usableFromInline
struct PendingUpdates<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable>: Sendable {
  @usableFromInline
  typealias Update = DataSourceUpdate<SectionID, ItemID>

  /// The last step. There is no array while one step waits, which is the usual case.
  @usableFromInline
  var last: Update?
  /// The steps before the last one, each more than twice as large as the next.
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

  /// Appends a step, and joins it with earlier ones that are not much larger.
  ///
  /// - Returns: the number of changes visited.
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

  /// All steps as one; nil where none waits.
  @inlinable
  var joined: Update? { before.isEmpty ? last : joinedAll }

  @usableFromInline
  var joinedAll: Update? { last.map { last in before.reversed().reduce(last) { $1.combined(with: $0) } } }

  /// Removes all steps and returns them as one.
  @inlinable
  mutating func take() -> Update? {
    defer { self = Self() }
    return joined
  }
}

extension DataSourceUpdate {
  /// The cost of joining this update with another one.
  fileprivate var weight: Int { changes.count + changes.itemsTaken.count + changes.itemsBrought.count + 1 }
}
