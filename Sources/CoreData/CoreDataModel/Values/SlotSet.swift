/// A set of slots of an entity's layout. Slots below 64 need no allocation.
package struct SlotSet: Sendable, Hashable {
  private var low: UInt64 = 0
  private var high: Set<Int> = []

  package init() {}

  package init(_ slots: some Sequence<Int>) {
    for slot in slots { insert(slot) }
  }

  package var isEmpty: Bool { low == 0 && high.isEmpty }

  package func contains(_ slot: Int) -> Bool {
    slot < 64 ? low & (1 << UInt64(slot)) != 0 : high.contains(slot)
  }

  package mutating func insert(_ slot: Int) {
    if slot < 64 { low |= 1 << UInt64(slot) } else { high.insert(slot) }
  }

  package mutating func remove(_ slot: Int) {
    if slot < 64 { low &= ~(1 << UInt64(slot)) } else { high.remove(slot) }
  }

  package mutating func formUnion(_ other: SlotSet) {
    low |= other.low
    if !other.high.isEmpty { high.formUnion(other.high) }
  }

  package func union(_ other: SlotSet) -> SlotSet {
    var union = self
    union.formUnion(other)
    return union
  }

  package func intersects(_ other: SlotSet) -> Bool {
    low & other.low != 0 || !high.isEmpty && !high.isDisjoint(with: other.high)
  }

  package func isSubset(of other: SlotSet) -> Bool {
    low & ~other.low == 0 && (high.isEmpty || high.isSubset(of: other.high))
  }

  /// The slots in ascending order.
  package var slots: [Int] {
    var result: [Int] = []
    var rest = low
    while rest != 0 {
      result.append(rest.trailingZeroBitCount)
      rest &= rest - 1
    }
    return result + high.sorted()
  }
}

/// The values of some slots, as an association list, because an event changes only few properties of an object. Each
/// operation takes O(slots with a value), and the first value needs an allocation.
package struct SlotValues {
  package private(set) var entries: ContiguousArray<(slot: Int, value: Value)> = []

  package init() {}

  package var isEmpty: Bool { entries.isEmpty }

  package subscript(slot: Int) -> Value? { entries.first { $0.slot == slot }?.value }

  /// Sets the value of a slot, unless the slot already has a value.
  package mutating func add(_ value: Value, _ slot: Int) {
    if !entries.contains(where: { $0.slot == slot }) { entries.append((slot, value)) }
  }

  package mutating func removeAll() { entries = [] }

  package mutating func updateAll(_ change: (Value) -> Value) {
    for index in entries.indices { entries[index].value = change(entries[index].value) }
  }
}
