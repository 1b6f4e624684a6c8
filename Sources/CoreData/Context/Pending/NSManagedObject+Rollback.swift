extension NSManagedObject {
  /// Makes the saved values current again.
  ///
  /// - Returns: the slots whose values change for the observers of the last event.
  final func takeBackValues() -> SlotSet {
    guard let state, !flags.contains(.gone) else { return SlotSet() }
    var slots = state.announcedToMany
    if let values = state.values, let row {
      for slot in values.indices {
        let reported = state.eventStart[slot] ?? values[slot]
        if !reported.isSame(as: row[slot]) { slots.insert(slot) }
      }
    }
    state.values = nil
    // The program may have changed one in place.
    state.transformed = [:]
    state.eventStart.removeAll()
    state.eventToMany = SlotSet()
    state.eventDestinations = DestinationLog()
    state.announcedToMany = SlotSet()
    for slot in state.toMany.keys { state.toMany[slot]?.rollBack() }
    return slots
  }
}
