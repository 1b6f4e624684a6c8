/// The changes of an object in closed events that may not be delivered yet.
struct ClosedEvents {
  struct Event {
    /// The same number as in `ContextNotice`.
    var number = 0
    var start = SlotValues()
    var destinations = DestinationLog()
  }

  private var last = Event()
  /// The undelivered events before the last one. There may be several, because an observer may end events.
  private var earlier: [Event] = []

  /// The closed events with the given number or a higher one.
  func events(from number: Int) -> [Event] { (earlier + [last]).filter { $0.number >= number } }

  /// - Parameter firstUndelivered: the number of the first event that not all observers have received.
  mutating func add(_ event: Event, firstUndelivered: Int) {
    if last.number >= firstUndelivered { earlier.append(last) } else { earlier = [] }
    last = event
  }

  /// Replaces temporary keys by permanent ones.
  mutating func promote(_ keys: [RowKey: RowKey]) {
    func promote(_ event: inout Event) {
      event.start.updateAll { $0.replacingKey { keys[$0] ?? $0 } }
      event.destinations.promote(keys)
    }
    promote(&last)
    for index in earlier.indices { promote(&earlier[index]) }
  }
}
