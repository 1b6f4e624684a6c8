import CoreData
import Foundation

/// Receives the beginning and end of a context's events.
package protocol EventFollower: AnyObject {
  /// Called when an event of the context begins to reach the lists that show its objects.
  func eventBegan()
  /// Called when all of these lists have processed the event.
  func eventEnded()
}

/// Reports further changes of an event at its end.
protocol EventParticipant: AnyObject {
  func eventIsEnding()
}

/// The bounds of a context's events, for all lists that show objects of the context.
///
/// Several lists process an event one after the other. A client that shows more than one of them waits for the end of
/// the event, to show all results together. `EventSignals` detects the beginning and end of an event in the platform's
/// way.
///
/// Each context has at most one instance, which lives as long as something retains it, and retains the context. Use it
/// on the context's queue.
package final class ContextEvents {
  /// The follower that is notified of the bounds. The client that sets it first owns it.
  package var follower: (any EventFollower)?
  let context: NSManagedObjectContext
  private var signals: EventSignals?
  /// Whether an event of the context is under way.
  private(set) var isInEvent = false
  /// The number of running blocks. For the follower, all that happens in a block is one event.
  private var blocks = 0
  private var participants: [Participant] = []
  /// The fetches that wait for the next turn of the context's queue.
  private var fetches: [Fetch] = []
  /// Whether the current event stays open for the follower until the waiting refreshes are done.
  private var isHeldOpen = false

  private struct Fetch {
    weak var owner: AnyObject?
    let fetch: () -> Void
  }

  // A class, because copying a struct with a weak reference registers another weak reference.
  private final class Participant {
    private(set) weak var participant: (any EventParticipant)?

    init(_ participant: any EventParticipant) { self.participant = participant }
  }

  private init(_ context: NSManagedObjectContext) { self.context = context }

  deinit {
    Table.remove(self)
    // The last list was released, or changed its context, during the event, so end the event for the follower.
    if isUnderWay { follower?.eventEnded() }
  }

  /// Returns the events of a context, and creates them if necessary.
  package static func of(_ context: NSManagedObjectContext) -> ContextEvents {
    if let known = known(of: context) { return known }
    let events = ContextEvents(context)
    events.signals = EventSignals(events)
    Table.add(events)
    return events
  }

  /// Returns the events of a context; nil if it has none.
  static func known(of context: NSManagedObjectContext) -> ContextEvents? { known(at: ObjectIdentifier(context)) }

  /// Returns the events of a living context; nil if it has none.
  static func known(at context: ObjectIdentifier) -> ContextEvents? { Table.events(of: context) }
}

extension ContextEvents {
  /// Whether changes made now wait for the end of an event.
  package var isUnderWay: Bool { isInEvent || blocks > 0 }

  /// Begins an event, unless one has begun.
  func begin() {
    let wasUnderWay = isUnderWay
    isInEvent = true
    if !wasUnderWay { follower?.eventBegan() }
  }

  /// Ends an event, because all lists have processed it.
  func end() {
    guard isInEvent else { return }
    for entry in participants { entry.participant?.eventIsEnding() }
    isInEvent = false
    if !isUnderWay { follower?.eventEnded() }
  }

  /// Makes everything until ``leaveBlock()`` one event for the follower, including the events of the context.
  func enterBlock() {
    let wasUnderWay = isUnderWay
    blocks += 1
    if !wasUnderWay { follower?.eventBegan() }
  }

  func leaveBlock() {
    blocks -= 1
    if !isUnderWay { follower?.eventEnded() }
  }

  /// Adds a participant, which is notified of the ends of events. It is not retained.
  func add(_ participant: some EventParticipant) {
    participants.removeAll { $0.participant == nil || $0.participant === participant }
    participants.append(Participant(participant))
  }

  /// Notes that a list has begun to observe the context, so that events end only after its observers.
  package func noteNewList() { signals?.followLast() }

  /// Notes that a list reports an event, even if the beginning of the event was not detected.
  package func noteReport() { if !isInEvent { signals?.noteReport(in: self) } }

  /// Schedules a fetch in a block on the context's queue. All fetches that wait by then are one event.
  ///
  /// - Parameter owner: the object that needs the fetch and retains this instance. If it is released, nothing is
  ///   fetched.
  package func fetchLater(for owner: AnyObject, _ fetch: @escaping () -> Void) {
    fetches.append(Fetch(owner: owner, fetch: fetch))
    guard fetches.count == 1 else { return }
    let box = QueueBox(self)
    context.perform { box.object?.fetchAll() }
  }

  /// Schedules a refresh like ``fetchLater(for:_:)``, and extends the current event for the follower until then. The
  /// refresh belongs to the event, because it moves objects that no list has reported yet.
  package func refreshLater(for owner: AnyObject, _ refresh: @escaping () -> Void) {
    if !isHeldOpen {
      isHeldOpen = true
      enterBlock()
    }
    fetchLater(for: owner, refresh)
  }

  private func fetchAll() {
    // Unprocessed changes become an event of their own, unless the current one is held open.
    context.processPendingChanges()
    let (all, wasHeldOpen) = (fetches, isHeldOpen)
    (fetches, isHeldOpen) = ([], false)
    enterBlock()
    defer {
      leaveBlock()
      if wasHeldOpen { leaveBlock() }
    }
    for fetch in all where fetch.owner != nil { fetch.fetch() }
  }
}

extension ContextEvents {
  /// The living instances, by context.
  private enum Table {
    // A class, because copying a struct with a weak reference registers another weak reference.
    private final class Entry {
      private(set) weak var events: ContextEvents?
      let id: ObjectIdentifier

      init(_ events: ContextEvents) { (self.events, id) = (events, ObjectIdentifier(events)) }
    }

    private static let lock = NSLock()
    // Guarded by the lock.
    nonisolated(unsafe) private static var entries: [ObjectIdentifier: Entry] = [:]

    /// The context must be alive, so that no other one has its address.
    static func events(of context: ObjectIdentifier) -> ContextEvents? { lock.withLock { entries[context]?.events } }

    static func add(_ events: ContextEvents) {
      lock.withLock { entries[ObjectIdentifier(events.context)] = Entry(events) }
    }

    /// Removes the entry of a released context, unless another instance has replaced it.
    static func remove(_ events: ContextEvents) {
      let (context, id) = (ObjectIdentifier(events.context), ObjectIdentifier(events))
      lock.withLock { if entries[context]?.id == id { entries[context] = nil } }
    }
  }
}

/// Carries a reference into a block for a context's queue.
///
/// Unchecked: the block runs on the queue to which the object is confined, and reads the reference only there.
package struct QueueBox<Object: AnyObject>: @unchecked Sendable {
  package weak var object: Object?

  package init(_ object: Object) { self.object = object }
}
