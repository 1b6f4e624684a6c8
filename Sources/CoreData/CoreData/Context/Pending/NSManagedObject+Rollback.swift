extension NSManagedObject {
  /// Restores the saved values.
  ///
  /// - Returns: the slots whose values now differ from those that observers were last notified of.
  final func takeBackValues() -> SlotSet {
    guard let state, !flags.contains(.gone) else { return SlotSet() }
    var slots = state.changes.announced
    if let values = state.unsaved.values, let row {
      for slot in values.indices {
        let reported = state.changes.start[slot] ?? values[slot]
        if !reported.isSame(as: row[slot]) { slots.insert(slot) }
      }
    }
    state.unsaved.forget()
    // The program may have mutated a transformed value in place.
    state.transformed.removeAll()
    state.changes.rollBack()
    state.relationships.rollBack()
    return slots
  }
}
