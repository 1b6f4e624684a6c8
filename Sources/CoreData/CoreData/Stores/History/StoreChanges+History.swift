extension StoreChanges {
  /// The changes of this save, as a history records them.
  ///
  /// - Parameters:
  ///   - inserted: the keys that the store assigned to the inserted rows, in their order.
  ///   - tombstones: the preserved values of deleted rows.
  ///   - derived: rows that were not saved themselves, and whose derived attributes the store recomputed.
  ///   - triggered: the attributes, other than derived ones, that database triggers changed, by entity.
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

  /// The updated rows with their changed properties, including both ends of to-many relationships that no row holds.
  private func historyUpdates(in model: ModelLayout) -> [(key: RowKey, slots: [Int])] {
    var order: [RowKey] = []
    var slots: [RowKey: Set<Int>] = [:]
    // An inserted object that was assigned a permanent key early does not have a temporary key here.
    let reportedElsewhere = Set(deleted.map(\.key)).union(inserted.lazy.map(\.key))
    func note(_ key: RowKey, _ changed: some Sequence<Int>) {
      // An inserted row is reported as inserted, so its properties are not listed.
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
  /// Merges updates into the existing changes of the same rows, and appends the rest.
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
