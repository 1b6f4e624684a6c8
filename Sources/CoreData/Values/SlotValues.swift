/// Values of some slots: an association list, since one event changes a few properties of an object. Each operation costs
/// O(slots that have a value), and the first value one allocation.
struct SlotValues {
  private(set) var entries: ContiguousArray<(slot: Int, value: Value)> = []

  var isEmpty: Bool { entries.isEmpty }

  subscript(slot: Int) -> Value? { entries.first { $0.slot == slot }?.value }

  /// Sets the value of a slot that has none; an earlier one stays.
  mutating func add(_ value: Value, _ slot: Int) {
    if !entries.contains(where: { $0.slot == slot }) { entries.append((slot, value)) }
  }

  mutating func removeAll() { entries = [] }

  mutating func updateAll(_ change: (Value) -> Value) {
    for index in entries.indices { entries[index].value = change(entries[index].value) }
  }
}
