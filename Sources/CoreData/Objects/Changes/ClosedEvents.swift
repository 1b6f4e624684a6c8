/// The changes of an object in events that are over and may still have to be delivered.
struct ClosedEvents {
  struct Event {
    /// See `ContextNotice`.
    var number = 0
    var start = SlotValues()
    var destinations = DestinationLog()
  }

  private var last = Event()
  /// The events before the last one that are not delivered yet: an observer may end events.
  private var earlier: [Event] = []

  /// The events from one that is being delivered on.
  func events(from number: Int) -> [Event] { (earlier + [last]).filter { $0.number >= number } }

  /// - Parameter firstUndelivered: the number of the first event that is not delivered to all observers.
  mutating func add(_ event: Event, firstUndelivered: Int) {
    if last.number >= firstUndelivered { earlier.append(last) } else { earlier = [] }
    last = event
  }

  /// Replaces keys that became permanent.
  mutating func promote(_ keys: [RowKey: RowKey]) {
    func promote(_ event: inout Event) {
      event.start.updateAll { $0.replacingKey { keys[$0] ?? $0 } }
      event.destinations.promote(keys)
    }
    promote(&last)
    for index in earlier.indices { promote(&earlier[index]) }
  }
}
