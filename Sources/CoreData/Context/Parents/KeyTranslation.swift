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
