import CoreData
import Foundation

/// Waits for the ends of a context's events.
package protocol EventFollower: AnyObject {
  /// An event of the context begins to reach the lists that show its objects.
  func eventBegan()
  /// All of these lists have the event.
  func eventEnded()
}

/// Reports at the end of an event changes that belong to it.
protocol EventParticipant: AnyObject {
  func eventIsEnding()
}

/// The bounds of a context's events, for all that shows objects of the context.
///
/// Several lists follow an event one after the other, and all of them show it only at its end: a client that shows more
/// than one of them waits for that. `EventSignals` finds the beginning and the end of an event in the platform's way.
///
/// There is one for each context. It lives as long as it is kept, and keeps the context. Use it on the context's queue.
package final class ContextEvents {
  /// The follower that is notified of the bounds. It belongs to the client that sets it first.
  package var follower: (any EventFollower)?
  let context: NSManagedObjectContext
  private var signals: EventSignals?
  /// Whether an event of the context is under way.
  private(set) var isInEvent = false
  /// The number of running blocks that are one event for the follower.
  private var blocks = 0
  private var participants: [Participant] = []
  /// The fetches that wait for the context's queue to run on.
  private var fetches: [Fetch] = []
  /// Whether the follower waits for one of them.
  private var isHeldOpen = false

  private struct Fetch {
    weak var owner: AnyObject?
    let fetch: () -> Void
  }

  // A class: to look at a weak reference in a struct, the struct is copied, which registers another one.
  private final class Participant {
    private(set) weak var participant: (any EventParticipant)?

    init(_ participant: any EventParticipant) { self.participant = participant }
  }

  private init(_ context: NSManagedObjectContext) { self.context = context }

  deinit {
    Table.remove(self)
    // Its last list went to another context, or was released, in the event: the follower waits no more.
    if isUnderWay { follower?.eventEnded() }
  }

  /// Returns the events of a context, which are made where there are none.
  package static func of(_ context: NSManagedObjectContext) -> ContextEvents {
    if let known = known(of: context) { return known }
    let events = ContextEvents(context)
    events.signals = EventSignals(events)
    Table.add(events)
    return events
  }

  /// Returns the events of a context; nil where there are none.
  static func known(of context: NSManagedObjectContext) -> ContextEvents? { known(at: ObjectIdentifier(context)) }

  /// Returns the events of a context that is alive; nil where there are none.
  static func known(at context: ObjectIdentifier) -> ContextEvents? { Table.events(of: context) }
}

extension ContextEvents {
  /// Whether what changes now waits for the end of an event.
  package var isUnderWay: Bool { isInEvent || blocks > 0 }

  /// Notes that an event is under way. It may be noted more than once.
  func begin() {
    let wasUnderWay = isUnderWay
    isInEvent = true
    if !wasUnderWay { follower?.eventBegan() }
  }

  /// Notes that all lists have an event.
  func end() {
    guard isInEvent else { return }
    for entry in participants { entry.participant?.eventIsEnding() }
    isInEvent = false
    if !isUnderWay { follower?.eventEnded() }
  }

  /// Makes everything until ``leaveBlock()`` one event, with the events of the context in it.
  func enterBlock() {
    let wasUnderWay = isUnderWay
    blocks += 1
    if !wasUnderWay { follower?.eventBegan() }
  }

  func leaveBlock() {
    blocks -= 1
    if !isUnderWay { follower?.eventEnded() }
  }

  /// Adds a participant, which is notified of the ends of events. It is not kept alive.
  func add(_ participant: some EventParticipant) {
    participants.removeAll { $0.participant == nil || $0.participant === participant }
    participants.append(Participant(participant))
  }

  /// Notes that a list has begun to observe the context: the ends of events come behind its observers.
  package func noteNewList() { signals?.followLast() }

  /// Notes that a list reports an event, whether its beginning was seen or not.
  package func noteReport() { if !isInEvent { signals?.noteReport(in: self) } }

  /// Makes a fetch in a block on the context's queue, in one event with all other fetches that wait for it then.
  ///
  /// - Parameter owner: the object for which the fetch is made: when it is gone, nothing is fetched. It keeps this
  ///   object.
  package func fetchLater(for owner: AnyObject, _ fetch: @escaping () -> Void) {
    fetches.append(Fetch(owner: owner, fetch: fetch))
    guard fetches.count == 1 else { return }
    let box = QueueBox(self)
    context.perform { box.object?.fetchAll() }
  }

  /// Does the same, and makes everything until then one event for the follower: objects are refreshed that the event
  /// moves, and that no list has reported yet.
  package func refreshLater(for owner: AnyObject, _ refresh: @escaping () -> Void) {
    if !isHeldOpen {
      isHeldOpen = true
      enterBlock()
    }
    fetchLater(for: owner, refresh)
  }

  private func fetchAll() {
    // What has changed by now is an event of its own, unless the follower waits.
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
  /// The entries, by context.
  private enum Table {
    // A class: to look at a weak reference in a struct, the struct is copied, which registers another one.
    private final class Entry {
      private(set) weak var events: ContextEvents?
      let id: ObjectIdentifier

      init(_ events: ContextEvents) { (self.events, id) = (events, ObjectIdentifier(events)) }
    }

    private static let lock = NSLock()
    // Behind the lock.
    nonisolated(unsafe) private static var entries: [ObjectIdentifier: Entry] = [:]

    /// The context is alive, so that no other one has its address.
    static func events(of context: ObjectIdentifier) -> ContextEvents? { lock.withLock { entries[context]?.events } }

    static func add(_ events: ContextEvents) {
      lock.withLock { entries[ObjectIdentifier(events.context)] = Entry(events) }
    }

    /// Removes the entry of a context that is gone, unless it is another's by now.
    static func remove(_ events: ContextEvents) {
      let (context, id) = (ObjectIdentifier(events.context), ObjectIdentifier(events))
      lock.withLock { if entries[context]?.id == id { entries[context] = nil } }
    }
  }
}

/// Carries a reference into a block for a context's queue.
///
/// Unchecked: the block runs on the queue that the referenced object is confined to, and only there is it looked at.
package struct QueueBox<Object: AnyObject>: @unchecked Sendable {
  package weak var object: Object?

  package init(_ object: Object) { self.object = object }
}
