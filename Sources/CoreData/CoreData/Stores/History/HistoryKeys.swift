/// The net effect of a history's transactions: each row key is listed once.
struct HistoryKeys: Sendable {
  private(set) var inserted: [RowKey] = []
  private(set) var updated: [(key: RowKey, slots: SlotSet)] = []
  private(set) var deleted: [RowKey] = []

  /// - Parameter changes: the changes, oldest first. For an update, the history names only the properties that the save
  ///   wrote. Derived attributes and implied references are computed by the store, so all of them are counted as
  ///   changed.
  init(_ changes: some Sequence<HistoryChange>, in model: ModelLayout) {
    var kinds: [RowKey: HistoryChange.Kind] = [:]
    var slots: [RowKey: SlotSet] = [:]
    var order: [RowKey] = []
    for change in changes {
      let before = kinds[change.key]
      if before == nil { order.append(change.key) }
      // A row that was inserted and then updated is still new. So is a row that was deleted and inserted again under
      // its key; a context that has it registered compares the values.
      kinds[change.key] = before == .insert && change.kind == .update ? .insert : change.kind
      slots[change.key, default: SlotSet()].formUnion(SlotSet(change.slots))
    }
    for key in order {
      switch kinds[key] {
      case .insert: inserted.append(key)
      case .update:
        let unnamed = SlotSet(model[key].derivedSlots).union(model[key].impliedSlots)
        updated.append((key, (slots[key] ?? SlotSet()).union(unnamed)))
      case .delete: deleted.append(key)
      case nil: break
      }
    }
  }
}
