import SectionedChanges

/// The steps of a source that a consumer has not taken yet. The consumer takes them as one step.
///
/// Joining two steps costs O(changes of both). So a step is joined only with earlier steps that are not much larger: k
/// steps of one change each cost O(k · log k) in total. Joining each with all earlier ones would cost O(k²).
@usableFromInline
struct PendingUpdates<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable>: Sendable {
  @usableFromInline
  typealias Update = DataSourceUpdate<SectionID, ItemID>

  /// The last step. While only one step waits, which is usual, `before` is empty and allocates nothing.
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

  /// All steps as one; nil if none waits.
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
  /// The cost of visiting this update's changes once, in a join.
  fileprivate var weight: Int { changes.count + changes.itemsTaken.count + changes.itemsBrought.count + 1 }
}
