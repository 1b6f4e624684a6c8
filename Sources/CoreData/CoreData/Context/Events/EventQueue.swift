/// The events of a context that wait to be delivered. They are delivered one at a time, in order; changes that
/// observers make become the next event.
struct EventQueue {
  /// The waiting notices. The first one may already be in delivery.
  private var waiting: [ContextNotice] = []
  /// Whether observers are being notified.
  private(set) var isDelivering = false
  /// Whether the first waiting notice is being delivered by keys. It leaves `waiting` when all observers have its
  /// keys.
  private var isFirstUnderWay = false
  /// The notice that is being delivered by objects, after all observers have its keys.
  private var delivered: ContextNotice?
  /// The number of resets of the context in callbacks. The notice in delivery then names objects without a context.
  private(set) var resets = 0
  /// The number of closed events.
  private(set) var closed = 0
  /// The number of the event that is being delivered.
  private(set) var currentNumber: Int?

  var isEmpty: Bool { waiting.isEmpty }

  /// Whether another event waits after the one that is being delivered.
  var hasNext: Bool { waiting.count > (isFirstUnderWay ? 1 : 0) }

  /// Whether the next event only makes lists place objects again, as a consequence of the one before.
  var nextIsOnlyPlaces: Bool { waiting.first?.onlyPlaces == true }

  /// The number of the first event that not all observers have received; `Int.max` if there is none.
  var firstNumber: Int { currentNumber ?? waiting.first?.number ?? .max }

  /// The event that is being delivered by keys.
  var first: ContextEvent { waiting[0].event }

  /// The deleted objects of the notices in `waiting`, while observers are being notified.
  var deletions: [RowKey: NSManagedObject] {
    guard isDelivering else { return [:] }
    return Dictionary(waiting.lazy.flatMap(\.deleted).map { ($0.key, $0) }) { first, _ in first }
  }

  /// Whether the deletion of an object is still to be delivered to observers.
  func hasUndeliveredDeletion(of object: NSManagedObject) -> Bool {
    isDelivering && undelivered.contains { $0.deleted.contains { $0 === object } }
  }

  private var undelivered: [ContextNotice] { waiting + [delivered].compactMap { $0 } }

  mutating func append(_ notice: ContextNotice) { waiting.append(notice) }

  /// Counts an event. `closed` is now its number.
  mutating func close() { closed += 1 }

  /// Replaces temporary keys by permanent ones in all notices that are not delivered yet.
  func promote(_ promotions: [ContextEvent.Promotion]) {
    let undelivered = undelivered
    if undelivered.isEmpty || promotions.isEmpty { return }
    let keys = Dictionary(promotions.map { ($0.temporary, $0.permanent) }) { first, _ in first }
    for notice in undelivered { notice.promote(keys) }
  }

  /// Replaces all waiting events by a reset, because their objects have no context any more.
  mutating func reset(_ notice: ContextNotice) {
    resets += 1
    for waiting in waiting { waiting.event = ContextEvent() }
    waiting.insert(notice, at: isFirstUnderWay ? 1 : 0)
  }

  /// - Returns: whether observers were being notified already.
  mutating func beginDelivering() -> Bool {
    defer { isDelivering = true }
    return isDelivering
  }

  mutating func endDelivering(_ wasDelivering: Bool) { isDelivering = wasDelivering }

  /// Begins to deliver the first event. It stays in `waiting` until all observers have its keys, so that a save
  /// meanwhile replaces its temporary keys.
  mutating func beginFirst() {
    let number = waiting[0].number
    currentNumber = number > 0 ? number : nil
    isFirstUnderWay = true
  }

  /// Removes the first event, which all observers have received by keys, and returns it to be delivered by objects.
  mutating func takeFirst() -> ContextNotice {
    isFirstUnderWay = false
    let notice = waiting.removeFirst()
    delivered = notice
    return notice
  }

  mutating func endFirst() { (delivered, currentNumber) = (nil, nil) }
}
