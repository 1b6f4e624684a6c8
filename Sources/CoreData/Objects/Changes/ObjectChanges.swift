/// The changes of an object for its context's observers: those of the current event, and of the events before.
struct ObjectChanges {
  /// The attributes and to-one relationships changed in this event, with what they were before it.
  private(set) var start = SlotValues()
  /// The to-many relationships changed in this event.
  private(set) var toMany = SlotSet()
  /// The additions to, and removals from, those relationships; none for an insertion that is still to be delivered.
  private(set) var destinations = DestinationLog()
  /// The to-many relationships that earlier events reported as changed since the last save.
  private(set) var announced = SlotSet()
  /// The events that were closed last: of use while they are delivered.
  private var closed = ClosedEvents()

  /// Whether all changes were reported.
  var isReported: Bool { start.isEmpty && toMany.isEmpty }

  /// The events that are not delivered to all observers, oldest first, and then the current one.
  ///
  /// - Parameter number: the number of the event that is being delivered; nil for none.
  func undelivered(from number: Int?) -> [ClosedEvents.Event] {
    (number.map(closed.events) ?? []) + [.init(start: start, destinations: destinations)]
  }

  /// Records the value that an attribute or a to-one relationship had. The first one in an event stays.
  mutating func note(_ old: Value, _ slot: Int) { start.add(old, slot) }

  mutating func noteToMany(_ slot: Int) { toMany.insert(slot) }

  mutating func log(_ body: (inout DestinationLog) -> Void) { body(&destinations) }

  /// Has a rollback report that a relationship is as it was.
  mutating func announce(_ slot: Int) { announced.insert(slot) }

  /// Sets the relationships of which a rollback reports that they are as they were.
  mutating func announceOnly(_ slots: SlotSet) { announced = slots }

  /// Ends the event.
  ///
  /// - Parameter firstUndelivered: the number of the first event that is not delivered to all observers.
  /// - Returns: the values that were changed, as they were before it.
  mutating func close(as number: Int, firstUndelivered: Int) -> SlotValues {
    let former = start
    announced.formUnion(toMany)
    closed.add(.init(number: number, start: former, destinations: destinations), firstUndelivered: firstUndelivered)
    start.removeAll()
    toMany = SlotSet()
    destinations = DestinationLog()
    return former
  }

  /// Forgets the changes of the current event, and what earlier ones reported.
  mutating func rollBack() {
    start.removeAll()
    toMany = SlotSet()
    destinations = DestinationLog()
    announced = SlotSet()
  }

  /// Makes what earlier events reported the saved state.
  ///
  /// - Parameter isDelivering: whether events are still to be delivered.
  mutating func commit(isDelivering: Bool) {
    announced = SlotSet()
    if !isDelivering { closed = ClosedEvents() }
  }

  /// Replaces keys that became permanent.
  mutating func promote(_ keys: [RowKey: RowKey]) {
    start.updateAll { $0.replacingKey { keys[$0] ?? $0 } }
    destinations.promote(keys)
    closed.promote(keys)
  }
}
