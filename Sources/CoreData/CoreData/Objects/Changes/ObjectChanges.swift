/// The changes of an object for its context's observers: those in the current event, and those in earlier events.
struct ObjectChanges {
  /// The attributes and to-one relationships changed in this event, with their values before it.
  private(set) var start = SlotValues()
  /// The to-many relationships changed in this event.
  private(set) var toMany = SlotSet()
  /// The additions and removals in those relationships; empty for an insertion that is still to be delivered.
  private(set) var destinations = DestinationLog()
  /// The to-many relationships that earlier events reported as changed since the last save.
  private(set) var announced = SlotSet()
  /// The events that were closed last. They are used while they are delivered.
  private var closed = ClosedEvents()

  /// Whether all changes were reported in closed events.
  var isReported: Bool { start.isEmpty && toMany.isEmpty }

  /// The events that not all observers have received, oldest first, followed by the current one.
  ///
  /// - Parameter number: the number of the event that is being delivered; nil if there is none.
  func undelivered(from number: Int?) -> [ClosedEvents.Event] {
    (number.map(closed.events) ?? []) + [.init(start: start, destinations: destinations)]
  }

  /// Records the old value of an attribute or a to-one relationship. Only the first call for a slot in an event has
  /// an effect.
  mutating func note(_ old: Value, _ slot: Int) { start.add(old, slot) }

  mutating func noteToMany(_ slot: Int) { toMany.insert(slot) }

  mutating func log(_ body: (inout DestinationLog) -> Void) { body(&destinations) }

  /// Makes a rollback report a relationship as changed.
  mutating func announce(_ slot: Int) { announced.insert(slot) }

  /// Sets the relationships that a rollback reports as changed.
  mutating func announceOnly(_ slots: SlotSet) { announced = slots }

  /// Ends the event.
  ///
  /// - Parameter firstUndelivered: the number of the first event that not all observers have received.
  /// - Returns: the changed slots with their values before the event.
  mutating func close(as number: Int, firstUndelivered: Int) -> SlotValues {
    let former = start
    announced.formUnion(toMany)
    closed.add(.init(number: number, start: former, destinations: destinations), firstUndelivered: firstUndelivered)
    start.removeAll()
    toMany = SlotSet()
    destinations = DestinationLog()
    return former
  }

  /// Discards the changes of the current event, and the reports of earlier ones.
  mutating func rollBack() {
    start.removeAll()
    toMany = SlotSet()
    destinations = DestinationLog()
    announced = SlotSet()
  }

  /// Makes the reported state the saved state.
  ///
  /// - Parameter isDelivering: whether an event is being delivered, so that closed events are still needed.
  mutating func commit(isDelivering: Bool) {
    announced = SlotSet()
    if !isDelivering { closed = ClosedEvents() }
  }

  /// Replaces temporary keys by permanent ones.
  mutating func promote(_ keys: [RowKey: RowKey]) {
    start.updateAll { $0.replacingKey { keys[$0] ?? $0 } }
    destinations.promote(keys)
    closed.promote(keys)
  }
}
