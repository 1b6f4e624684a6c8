extension Value {
  func replacingKey(_ replacement: (RowKey) -> RowKey) -> Value {
    guard case .reference(let key) = self else { return self }
    return .reference(replacement(key))
  }
}

extension Row {
  /// Returns the row with its own key and its references replaced. Complexity: O(slots).
  func replacingKeys(_ replacement: (RowKey) -> RowKey) -> Row {
    let changes = (0..<count).contains { self[$0].reference.map { replacement($0) != $0 } ?? false }
    if !changes, replacement(key) == key { return self }
    return Row(key: replacement(key), version: version, values: values.map { $0.replacingKey(replacement) })
  }

  /// The slots whose values differ from those in another row. Complexity: O(slots).
  func slots(differingFrom other: Row) -> SlotSet {
    SlotSet((0..<min(count, other.count)).filter { !self[$0].isSame(as: other[$0]) })
  }
}

extension Value {
  /// The key in a reference; nil for other values.
  var reference: RowKey? { if case .reference(let key) = self { key } else { nil } }
}
