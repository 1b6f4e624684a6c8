/// Translates between the keys that a parent uses and those that a child uses: a key that became permanent in the
/// parent is temporary in the child until the child has taken it over, which it does between its own steps.
struct KeyTranslation {
  private let permanent: [RowKey: RowKey]
  /// The temporary keys of those that the child has not taken over.
  private let temporary: [RowKey: RowKey]

  /// - Parameter taken: how many promotions the child has taken over.
  init(of parent: Lineage, taken: Int) {
    permanent = parent.permanentKeys
    let late = parent.promotions.dropFirst(taken)
    temporary = late.isEmpty ? [:] : Dictionary(late.map { ($0.permanent, $0.temporary) }) { $1 }
  }

  func inParent(_ key: RowKey) -> RowKey { key.isTemporary && !permanent.isEmpty ? permanent[key] ?? key : key }

  func inChild(_ key: RowKey) -> RowKey { temporary.isEmpty ? key : temporary[key] ?? key }

  func inParent(_ value: Value) -> Value { value.replacingKey(inParent) }

  func inChild(_ value: Value) -> Value { temporary.isEmpty ? value : value.replacingKey(inChild) }

  func inChild(_ row: Row) -> Row { temporary.isEmpty ? row : row.replacingKeys(inChild) }

  /// The keys that a child has, those taken over included.
  func current(_ row: Row) -> Row { row.replacingKeys { inChild(inParent($0)) } }
}

extension Value {
  func replacingKey(_ replacement: (RowKey) -> RowKey) -> Value {
    guard case .reference(let key) = self else { return self }
    return .reference(replacement(key))
  }
}

extension Row {
  /// The same row with other keys: its own, and those that it refers to. Complexity: O(slots).
  func replacingKeys(_ replacement: (RowKey) -> RowKey) -> Row {
    let changes = (0..<count).contains { self[$0].reference.map { replacement($0) != $0 } ?? false }
    if !changes, replacement(key) == key { return self }
    return Row(key: replacement(key), version: version, values: values.map { $0.replacingKey(replacement) })
  }

  /// The slots whose values differ from another row's. Complexity: O(slots).
  func slots(differingFrom other: Row) -> SlotSet {
    SlotSet((0..<min(count, other.count)).filter { !self[$0].isSame(as: other[$0]) })
  }
}
