/// Translates keys between a parent and a child. A key that became permanent in the parent stays temporary in the
/// child until the child takes over the permanent one, which it does between its own operations.
struct KeyTranslation {
  private let permanent: [RowKey: RowKey]
  /// The temporary keys of promotions that the child has not taken over yet, by permanent key.
  private let temporary: [RowKey: RowKey]

  /// - Parameter taken: the number of promotions that the child has taken over.
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

  /// Replaces the keys in a row by those that the child has now, including promotions that it has taken over.
  func current(_ row: Row) -> Row { row.replacingKeys { inChild(inParent($0)) } }
}
