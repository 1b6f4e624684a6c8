extension StoreChanges {
  /// The changes of this save, as a history records them.
  ///
  /// - Parameters:
  ///   - inserted: the keys under which the inserted rows were saved, in their order.
  ///   - tombstones: the values that are kept of deleted rows.
  ///   - derived: the other rows of which the store computed derived attributes.
  ///   - triggered: the attributes that triggers changed besides, by entity.
  package func historyChanges(
    inserted: [RowKey], tombstones: [RowKey: [Int: Value]], derived: [Row], triggered: [Int: SlotSet] = [:],
    in model: ModelLayout
  ) -> [HistoryChange] {
    let derived = derived.map { row in
      let slots = SlotSet(model[row.key].derivedSlots).union(triggered[Int(row.key.entity)] ?? SlotSet())
      return HistoryChange(kind: .update, key: row.key, slots: slots.slots)
    }
    return historyChanges(inserted: inserted, tombstones: tombstones, derived: derived, in: model)
  }

  package func historyChanges(
    inserted: [RowKey], tombstones: [RowKey: [Int: Value]], derived: [HistoryChange], in model: ModelLayout
  ) -> [HistoryChange] {
    let updated = historyUpdates(in: model).map { HistoryChange(kind: .update, key: $0.key, slots: $0.slots) }
    return inserted.map { HistoryChange(kind: .insert, key: $0) } + updated.adding(derived)
      + deleted.map { HistoryChange(kind: .delete, key: $0.key, tombstone: tombstones[$0.key] ?? [:]) }
  }

  /// The rows that are updated, and their properties: those that are written, and both ends of the to-many
  /// relationships that are in no row.
  private func historyUpdates(in model: ModelLayout) -> [(key: RowKey, slots: [Int])] {
    var order: [RowKey] = []
    var slots: [RowKey: Set<Int>] = [:]
    // An object that was given its permanent key before its first save has no temporary one.
    let reportedElsewhere = Set(deleted.map(\.key)).union(inserted.lazy.map(\.key))
    func note(_ key: RowKey, _ changed: some Sequence<Int>) {
      // What is inserted is new as a whole.
      guard !key.isTemporary, !reportedElsewhere.contains(key) else { return }
      if slots[key] == nil { order.append(key) }
      slots[key, default: []].formUnion(changed)
    }
    for update in updated { note(update.row.key, update.slots) }
    for owner in owners { note(owner.key, [owner.slot]) }
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

extension [HistoryChange] {
  /// Merges updates of rows that may already have one, and appends the rest.
  fileprivate func adding(_ updates: [HistoryChange]) -> [HistoryChange] {
    guard !updates.isEmpty else { return self }
    var all = self
    let places = Dictionary(zip(all.lazy.map(\.key), all.indices)) { first, _ in first }
    for update in updates {
      if let place = places[update.key] {
        all[place].slots = Set(all[place].slots + update.slots).sorted()
      } else {
        all.append(update)
      }
    }
    return all
  }
}
