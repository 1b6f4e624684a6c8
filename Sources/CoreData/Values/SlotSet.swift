/// A set of slots of one entity's layout. The first 64 need no allocation.
package struct SlotSet: Sendable, Hashable {
  private var low: UInt64 = 0
  private var high: Set<Int> = []

  init() {}

  init(_ slots: some Sequence<Int>) {
    for slot in slots { insert(slot) }
  }

  var isEmpty: Bool { low == 0 && high.isEmpty }

  func contains(_ slot: Int) -> Bool {
    slot < 64 ? low & (1 << UInt64(slot)) != 0 : high.contains(slot)
  }

  mutating func insert(_ slot: Int) {
    if slot < 64 { low |= 1 << UInt64(slot) } else { high.insert(slot) }
  }

  mutating func remove(_ slot: Int) {
    if slot < 64 { low &= ~(1 << UInt64(slot)) } else { high.remove(slot) }
  }

  mutating func formUnion(_ other: SlotSet) {
    low |= other.low
    if !other.high.isEmpty { high.formUnion(other.high) }
  }

  func union(_ other: SlotSet) -> SlotSet {
    var union = self
    union.formUnion(other)
    return union
  }

  func intersects(_ other: SlotSet) -> Bool {
    low & other.low != 0 || !high.isEmpty && !high.isDisjoint(with: other.high)
  }

  func isSubset(of other: SlotSet) -> Bool {
    low & ~other.low == 0 && (high.isEmpty || high.isSubset(of: other.high))
  }

  /// The slots, ascending.
  var slots: [Int] {
    var result: [Int] = []
    var rest = low
    while rest != 0 {
      result.append(rest.trailingZeroBitCount)
      rest &= rest - 1
    }
    return result + high.sorted()
  }
}

/// Values of some slots: an association list, because one event changes few properties of an object. Each operation
/// costs O(slots that have a value), and the first value one allocation.
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
