/// What transactions of a history did in the end, by keys: each once.
struct HistoryKeys: Sendable {
  private(set) var inserted: [RowKey] = []
  private(set) var updated: [(key: RowKey, slots: SlotSet)] = []
  private(set) var deleted: [RowKey] = []

  /// - Parameter changes: oldest first. Of an update a history names what was saved, and not what the store computed with
  /// it, nor an implied reference: each derived attribute and each such reference may have changed, too.
  init(_ changes: some Sequence<HistoryChange>, in model: ModelLayout) {
    var kinds: [RowKey: HistoryChange.Kind] = [:]
    var slots: [RowKey: SlotSet] = [:]
    var order: [RowKey] = []
    for change in changes {
      let before = kinds[change.key]
      if before == nil { order.append(change.key) }
      // What was inserted and then changed is new still, and so is what was deleted and inserted again under its key: whoever
      // has it compares.
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
