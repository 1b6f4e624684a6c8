import Foundation

/// Access to an object's values by slots, not names.
extension NSManagedObject {
  /// The object's key. It changes once, when the object gets a permanent one.
  final var key: RowKey { RowKey(entity: Int(entityIndex), primaryKey: primaryKey) }

  final var liveContext: NSManagedObjectContext? { flags.contains(.withdrawn) ? nil : registry?.context }

  final var kind: ObjectKind {
    if let registry { return registry.kind(Int(entityIndex)) }
    guard let kind = mutableState().detachedKind else { fatalError("An object outside any context has its entity.") }
    return kind
  }

  final var layout: EntityLayout { kind.layout }

  /// The state, if there is one.
  final var state: ObjectState? {
    if case .state(let state) = extra { state } else { nil }
  }

  /// The state, made when there is none.
  final func mutableState() -> ObjectState {
    switch extra {
    case .state(let state): return state
    case .detached(let entity):
      let kind = ObjectKind(entity)
      let state = ObjectState(detachedKind: kind)
      state.values = kind.defaults
      extra = .state(state)
      return state
    case .nothing, .batch:
      let state = ObjectState(detachedKind: nil)
      extra = .state(state)
      return state
    }
  }

  /// The state in which to record a to-many relationship, made when there is none. Its context records that it may know
  /// relationships of the object.
  final func ownerState() -> ObjectState {
    let state = mutableState()
    // An object without a context may be used on any thread; it forgets the relationships when it is inserted.
    if state.toMany.isEmpty, liveContext != nil { registry?.noteOwner(self) }
    return state
  }

  final var hasToManyChanges: Bool { state?.hasToManyChanges ?? false }

  final func makeID() -> NSManagedObjectID {
    if let cachedID { return cachedID }
    if primaryKey == RowKey.noPrimaryKey { primaryKey = TemporaryKeys.next() }
    let id = registry?.makeID(for: key) ?? NSManagedObjectID(key: key, origin: kind.unsavedOrigin)
    cachedID = id
    return id
  }

  /// The value of an attribute or a to-one relationship; fills a fault.
  final func current(_ slot: Int) -> Value {
    if !flags.isDisjoint(with: .faults) { fire() }
    switch extra {
    case .state(let state):
      if let values = state.values { return values[slot] }
    case .detached:
      if let values = mutableState().values { return values[slot] }
    case .nothing, .batch: break
    }
    return row?[slot] ?? .null
  }

  final func fireIfFault() {
    if !flags.isDisjoint(with: .faults) { fire() }
  }

  /// A fault of a context that was reset or deallocated has no values and stays one: a view may still show the object
  /// before it is notified of that.
  private func fire() { liveContext?.fire(self) }

  /// Forgets the values of an object whose context has forgotten it.
  final func abandon() {
    let hadValues = flags.isDisjoint(with: .faults)
    flags = .fault
    row = nil
    extra = .nothing
    if hadValues { didTurnIntoFault() }
  }

  /// Sets a value and records no change.
  final func write(_ value: Value, _ slot: Int) {
    let state = mutableState()
    if state.values == nil { state.values = row?.values ?? kind.defaults }
    state.values?[slot] = value
  }

  /// Sets an attribute's value, unless it is there already.
  final func setCurrent(_ value: Value, _ slot: Int) {
    requireQueue()
    let old = current(slot)
    if old.isSame(as: value) { return }
    write(value, slot)
    noteChange(slot, from: old)
  }

  /// The attributes and to-one relationships whose values differ from the saved ones.
  final func changedSlots(transient: Bool) -> [Int] {
    guard let values = state?.values else { return [] }
    let kind = kind
    return values.indices.filter { slot in
      (transient || !kind.layout.slots[slot].isTransient) && !values[slot].isSame(as: row?[slot] ?? kind.defaults[slot])
    }
  }

  /// Whether a save would write something for the object.
  final var hasSavableValues: Bool { !changedSlots(transient: false).isEmpty || hasToManyChanges }

  /// Whether the object differs from its saved row only in implied references, which a program changes at their owners.
  /// The program is not notified of such a change.
  final var differsOnlyInImplied: Bool {
    let implied = kind.layout.impliedSlots
    guard !implied.isEmpty, flags.contains(.updated), !hasToManyChanges else { return false }
    let slots = changedSlots(transient: true)
    return !slots.isEmpty && slots.allSatisfy(implied.contains)
  }

  /// Whether an attribute or a to-one relationship has another value than its row, or the object has no row.
  final func hasUnsavedValue(_ slot: Int) -> Bool {
    if !flags.isDisjoint(with: [.inserted, .neverSaved]) { return true }
    guard let values = state?.values else { return false }
    guard let row, slot < row.count, slot < values.count else { return true }
    return !values[slot].isSame(as: row[slot])
  }

  /// Records that an attribute or a to-one relationship was changed.
  final func noteChange(_ slot: Int, from old: Value) {
    // A pending insertion is delivered with its latest values.
    if flags.contains(.inserted), !flags.contains(.announced) { return }
    guard let context = liveContext else { return }
    if context.changes.pending.notesReferences, case .toOne = layout.slots[slot].kind {
      context.changes.pending.noteReferences(of: self)
    }
    if flags.contains(.awakening) { return }
    mutableState().eventStart.add(old, slot)
    context.changes.noteUpdated(self)
  }

  /// Records that a to-many relationship was changed.
  final func noteToManyChange(_ slot: Int, _ log: (inout DestinationLog) -> Void) {
    guard let context = liveContext, !flags.contains(.awakening) else { return }
    let state = mutableState()
    state.eventToMany.insert(slot)
    if !flags.contains(.inserted) || flags.contains(.announced) { log(&state.eventDestinations) }
    context.changes.noteUpdated(self)
  }

  final func requireQueue() {
    if ConcurrencyDebug.isOn { liveContext?.requireQueue() }
  }
}
