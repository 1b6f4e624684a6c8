/// The to-many relationships of an object of which something is known: the stored destinations, or unsaved changes.
struct ObjectRelationships {
  private(set) var bySlot: [Int: ToManyState] = [:]

  var isEmpty: Bool { bySlot.isEmpty }

  var slots: [Int] { Array(bySlot.keys) }

  /// The relationships with unsaved changes.
  var changedSlots: SlotSet { SlotSet(bySlot.filter { $0.value.isChanged }.map(\.key)) }

  var hasChanges: Bool { bySlot.values.contains { $0.isChanged } }

  /// The state of a relationship, if something is known of it.
  subscript(slot: Int) -> ToManyState? {
    get { bySlot[slot] }
    _modify { yield &bySlot[slot] }
  }

  /// The state of a relationship in which to record a change.
  subscript(recording slot: Int) -> ToManyState {
    get { bySlot[slot] ?? ToManyState() }
    _modify { yield &bySlot[slot, default: ToManyState()] }
  }

  /// Replaces all that is known.
  mutating func replace(by known: [Int: ToManyState]) { bySlot = known }

  mutating func removeAll() { bySlot = [:] }

  /// Has the stored destinations read again.
  mutating func forgetStored() { for slot in slots { bySlot[slot]?.setStored(nil) } }

  /// Makes what is there now the saved state.
  ///
  /// - Parameter keys: those that became permanent.
  mutating func commit(_ keys: [RowKey: RowKey]) {
    for slot in slots {
      bySlot[slot]?.promote(keys)
      bySlot[slot]?.commit()
      if bySlot[slot]?.stored == nil { bySlot[slot] = nil }
    }
  }

  mutating func rollBack() { for slot in slots { bySlot[slot]?.rollBack() } }

  /// Replaces keys that became permanent.
  mutating func promote(_ keys: [RowKey: RowKey]) { for slot in slots { bySlot[slot]?.promote(keys) } }
}
