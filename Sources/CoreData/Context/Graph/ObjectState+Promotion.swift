extension ObjectState {
  /// Replaces keys that became permanent.
  func promote(_ keys: [RowKey: RowKey]) {
    func permanent(_ value: Value) -> Value {
      if case .reference(let key) = value, let new = keys[key] { .reference(new) } else { value }
    }
    func isPromoted(_ value: Value) -> Bool {
      if case .reference(let key) = value { keys[key] != nil } else { false }
    }
    if let values, values.contains(where: isPromoted) { self.values = ContiguousArray(values.map(permanent)) }
    eventStart.updateAll(permanent)
    eventDestinations.promote(keys)
    closed.promote(keys, permanent)
    for slot in toMany.keys { toMany[slot]?.promote(keys) }
    if noted.isEmpty { return }
    noted = noted.mapValues { value in
      switch value {
      case .value(let value): .value(permanent(value))
      case .destinations(let old): .destinations(old.map { keys[$0] ?? $0 })
      }
    }
  }
}
