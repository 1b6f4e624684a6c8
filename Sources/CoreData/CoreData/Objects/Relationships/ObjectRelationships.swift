/// The to-many relationships of an object that have loaded stored destinations or unsaved changes.
struct ObjectRelationships {
  private(set) var bySlot: [Int: ToManyState] = [:]

  var isEmpty: Bool { bySlot.isEmpty }

  var slots: [Int] { Array(bySlot.keys) }

  /// The relationships with unsaved changes.
  var changedSlots: SlotSet { SlotSet(bySlot.filter { $0.value.isChanged }.map(\.key)) }

  var hasChanges: Bool { bySlot.values.contains { $0.isChanged } }

  /// The state of a relationship; nil if it is neither loaded nor changed.
  subscript(slot: Int) -> ToManyState? {
    get { bySlot[slot] }
    _modify { yield &bySlot[slot] }
  }

  /// The state of a relationship, created if needed to record a change.
  subscript(recording slot: Int) -> ToManyState {
    get { bySlot[slot] ?? ToManyState() }
    _modify { yield &bySlot[slot, default: ToManyState()] }
  }

  /// Replaces the states of all relationships.
  mutating func replace(by known: [Int: ToManyState]) { bySlot = known }

  mutating func removeAll() { bySlot = [:] }

  /// Makes the stored destinations be read again.
  mutating func forgetStored() { for slot in slots { bySlot[slot]?.setStored(nil) } }

  /// Makes the current destinations the saved ones.
  ///
  /// - Parameter keys: the permanent keys by temporary key.
  mutating func commit(_ keys: [RowKey: RowKey]) {
    for slot in slots {
      bySlot[slot]?.promote(keys)
      bySlot[slot]?.commit()
      if bySlot[slot]?.stored == nil { bySlot[slot] = nil }
    }
  }

  mutating func rollBack() { for slot in slots { bySlot[slot]?.rollBack() } }

  /// Replaces temporary keys by permanent ones.
  mutating func promote(_ keys: [RowKey: RowKey]) { for slot in slots { bySlot[slot]?.promote(keys) } }
}
