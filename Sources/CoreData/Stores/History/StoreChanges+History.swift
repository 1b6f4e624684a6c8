extension StoreChanges {
  /// What a history says of this save.
  ///
  /// - Parameters:
  ///   - inserted: the keys under which the inserted rows were saved, in their order.
  ///   - tombstones: what is kept of deleted rows.
  func historyChanges(
    inserted: [RowKey], tombstones: [RowKey: [Int: Value]], in model: ModelLayout
  ) -> [HistoryChange] {
    inserted.map { HistoryChange(kind: .insert, key: $0) }
      + historyUpdates(in: model).map { HistoryChange(kind: .update, key: $0.key, slots: $0.slots) }
      + deleted.map { HistoryChange(kind: .delete, key: $0.key, tombstone: tombstones[$0.key] ?? [:]) }
  }

  /// The rows that are updated, and their properties: those that are written, and both ends of the to-many relationships
  /// that are in no row.
  private func historyUpdates(in model: ModelLayout) -> [(key: RowKey, slots: [Int])] {
    var order: [RowKey] = []
    var slots: [RowKey: Set<Int>] = [:]
    // An object that was given its permanent key before its first save has no temporary one.
    let others = Set(deleted.map(\.key)).union(inserted.lazy.map(\.key))
    func note(_ key: RowKey, _ changed: some Sequence<Int>) {
      // What is inserted is new as a whole.
      guard !key.isTemporary, !others.contains(key) else { return }
      if slots[key] == nil { order.append(key) }
      slots[key, default: []].formUnion(changed)
    }
    for update in updated { note(update.row.key, update.slots) }
    for change in toMany {
      note(change.owner, [change.slot])
      guard case .toMany(let relationship) = model[change.owner].slots[change.slot].kind,
        let inverse = relationship.inverse,
        case .toMany = model.entities[relationship.destination].slots[inverse].kind
      else { continue }
      for destination in change.added + change.removed { note(destination, [inverse]) }
    }
    return order.map { ($0, (slots[$0] ?? []).sorted()) }
  }
}
