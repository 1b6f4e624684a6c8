/// The additions and removals in an object's to-many relationships in one event. They allow reporting the
/// destinations before the event without keeping a copy of them.
struct DestinationLog {
  private var steps: ContiguousArray<(slot: Int, key: RowKey, isAddition: Bool)> = []
  /// The orders before the event of ordered relationships with changes other than additions at the end.
  private var orders: [Int: [RowKey]] = [:]

  /// The changed relationships.
  var slots: SlotSet { SlotSet(steps.map(\.slot) + orders.keys) }

  mutating func note(_ key: RowKey, _ slot: Int, isAddition: Bool) { steps.append((slot, key, isAddition)) }

  /// Records the order of an ordered relationship before a change other than an addition at its end. Only the first
  /// call in an event has an effect.
  mutating func noteOrder(_ keys: [RowKey], _ slot: Int) {
    if orders[slot] == nil { orders[slot] = destinations(slot, before: keys) }
  }

  /// The additions and removals in one relationship, in chronological order.
  func steps(of slot: Int) -> [(key: RowKey, isAddition: Bool)] {
    steps.filter { $0.slot == slot }.map { ($0.key, $0.isAddition) }
  }

  /// The destinations of a relationship before the event.
  ///
  /// - Parameter current: its destinations after the event.
  /// - Returns: the destinations, in their order if the relationship is ordered.
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

  /// Replaces temporary keys by permanent ones.
  mutating func promote(_ keys: [RowKey: RowKey]) {
    for index in steps.indices { steps[index].key = keys[steps[index].key] ?? steps[index].key }
    orders = orders.mapValues { $0.map { keys[$0] ?? $0 } }
  }
}
