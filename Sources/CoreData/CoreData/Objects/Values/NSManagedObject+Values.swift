import Foundation

/// An object's values by slot, and the filling of faults.
extension NSManagedObject {
  /// The value of an attribute or a to-one relationship; fills a fault.
  final func current(_ slot: Int) -> Value {
    if !flags.isDisjoint(with: .faults) { fire() }
    switch content.extra {
    case .state(let state):
      if let values = state.unsaved.values { return values[slot] }
    case .detached:
      if let values = mutableState().unsaved.values { return values[slot] }
    case .nothing, .batch: break
    }
    return row?[slot] ?? .null
  }

  final func fireIfFault() {
    if !flags.isDisjoint(with: .faults) { fire() }
  }

  /// Fills a fault. A fault whose context was reset or deallocated stays a fault without values, because a view may
  /// still show the object before it is notified.
  private func fire() { liveContext?.fire(self) }

  /// Discards the values of an object that its context has disowned.
  final func abandon() {
    let hadValues = flags.isDisjoint(with: .faults)
    lifeCycle.startAsFault()
    content.start(with: nil)
    if hadValues { didTurnIntoFault() }
  }

  /// Sets a value without recording a change.
  final func write(_ value: Value, _ slot: Int) {
    let state = mutableState()
    if state.unsaved.values == nil { state.unsaved.replace(by: row?.values ?? kind.defaults) }
    state.unsaved.set(value, slot)
  }

  /// Sets an attribute's value and records the change, unless the value is the same.
  final func setCurrent(_ value: Value, _ slot: Int) {
    requireQueue()
    let old = current(slot)
    if old.isSame(as: value) { return }
    write(value, slot)
    noteChange(slot, from: old)
  }

  /// The attributes and to-one relationships whose values differ from the saved ones.
  final func changedSlots(transient: Bool) -> [Int] {
    guard let values = unsavedValues else { return [] }
    let kind = kind
    return values.indices.filter { slot in
      (transient || !kind.layout.slots[slot].isTransient) && !values[slot].isSame(as: row?[slot] ?? kind.defaults[slot])
    }
  }

  /// Whether the value of an attribute or a to-one relationship differs from that in the row, or the object has no
  /// row.
  final func hasUnsavedValue(_ slot: Int) -> Bool {
    if !flags.isDisjoint(with: [.inserted, .neverSaved]) { return true }
    guard let values = unsavedValues else { return false }
    guard let row, slot < row.count, slot < values.count else { return true }
    return !values[slot].isSame(as: row[slot])
  }

  /// Records that an attribute or a to-one relationship was changed.
  final func noteChange(_ slot: Int, from old: Value) {
    // A pending insertion is delivered with its latest values.
    if flags.contains(.inserted), !flags.contains(.announced) { return }
    guard let context = liveContext else { return }
    if context.notesReferences, case .toOne = layout.slots[slot].kind {
      context.noteReferences(of: self)
    }
    if flags.contains(.awakening) { return }
    mutableState().changes.note(old, slot)
    context.noteUpdated(self)
  }
}
