/// The additions to, and removals from, an object's to-many relationships in one event, so that the destinations before
/// it can be reported without keeping a copy of them.
struct DestinationLog {
  private var steps: ContiguousArray<(slot: Int, key: RowKey, isAddition: Bool)> = []
  /// The orders before the event, of ordered relationships to whose end more than additions were made.
  private var orders: [Int: [RowKey]] = [:]

  /// The relationships that were changed.
  var slots: SlotSet { SlotSet(steps.map(\.slot) + orders.keys) }

  mutating func note(_ key: RowKey, _ slot: Int, isAddition: Bool) { steps.append((slot, key, isAddition)) }

  /// Notes the order of an ordered relationship before a change other than an addition at its end. The first one stays.
  mutating func noteOrder(_ keys: [RowKey], _ slot: Int) {
    if orders[slot] == nil { orders[slot] = destinations(slot, before: keys) }
  }

  /// The additions to, and removals from, one relationship, in the order in which they happened.
  func steps(of slot: Int) -> [(key: RowKey, isAddition: Bool)] {
    steps.filter { $0.slot == slot }.map { ($0.key, $0.isAddition) }
  }

  /// The destinations of a relationship before the event.
  ///
  /// - Parameter current: its destinations after the event.
  /// - Returns: in its order, if it has one.
  /// - Complexity: O(current + steps).
  func destinations(_ slot: Int, before current: [RowKey]) -> [RowKey] {
    if let order = orders[slot] { return order }
    let steps = steps.filter { $0.slot == slot }
    if steps.isEmpty { return current }
    if steps.allSatisfy(\.isAddition) {
      let added = Set(steps.map(\.key))
      return current.filter { !added.contains($0) }
    }
    var keys = Set(current)
    for step in steps.reversed() {
      if step.isAddition { keys.remove(step.key) } else { keys.insert(step.key) }
    }
    return keys.sorted { $0.precedesByIdentity($1) }
  }

  /// Replaces keys that became permanent.
  mutating func promote(_ keys: [RowKey: RowKey]) {
    for index in steps.indices { steps[index].key = keys[steps[index].key] ?? steps[index].key }
    orders = orders.mapValues { $0.map { keys[$0] ?? $0 } }
  }
}
