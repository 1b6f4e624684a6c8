/// The values that `willChangeValue` recorded, until `didChangeValue` compares them.
struct NotedValues {
  enum Noted {
    case value(Value)
    case destinations([RowKey])
  }

  private var bySlot: [Int: Noted] = [:]

  var isEmpty: Bool { bySlot.isEmpty }

  mutating func note(_ value: Noted, _ slot: Int) { bySlot[slot] = value }

  /// Removes and returns the recorded value of a slot.
  mutating func take(_ slot: Int) -> Noted? { bySlot.removeValue(forKey: slot) }

  mutating func removeAll() { bySlot = [:] }

  /// Replaces temporary keys by permanent ones.
  mutating func promote(_ keys: [RowKey: RowKey]) {
    if bySlot.isEmpty { return }
    bySlot = bySlot.mapValues { noted in
      switch noted {
      case .value(let value): .value(value.replacingKey { keys[$0] ?? $0 })
      case .destinations(let old): .destinations(old.map { keys[$0] ?? $0 })
      }
    }
  }
}
