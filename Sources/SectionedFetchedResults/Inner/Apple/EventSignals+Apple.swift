#if canImport(Darwin) || SECTIONED_PUBLIC_API
  import CoreData
  import Foundation

  /// Finds where the events of a context begin and end, by what the context posts.
  ///
  /// An event begins with its first notification, or with an earlier report of a list. It ends when `ContextPosts` has
  /// passed the notification on to all lists. A merge posts twice, of the registered objects and then of all, and is one
  /// event: it ends with the second notification.
  ///
  /// None of that is promised. So a block on the context's queue ends an event that nothing has ended before.
  final class EventSignals {
    private typealias Key = NSManagedObjectContext.NotificationKey

    private var tokens: [any NSObjectProtocol] = []
    private let posts: ContextPosts
    private var subscriptions: [ContextPosts.Subscription] = []
    private let relay: Relay

    init(_ events: ContextEvents) {
      relay = Relay(events)
      posts = ContextPosts.of(events.context)
      let (context, relay) = (events.context, self.relay)
      for name in [
        NSManagedObjectContext.didChangeObjectsNotification,
        NSManagedObjectContext.didMergeChangesObjectIDsNotification,
      ] {
        tokens.append(
          NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { _ in
            relay.events?.begin()
          })
      }
      subscriptions = [
        posts.subscribe(to: NSManagedObjectContext.didChangeObjectsNotification, .end) {
          if EventSignals.mayBeMerge($0.userInfo ?? [:]) { relay.endLater() } else { relay.events?.end() }
        },
        posts.subscribe(to: NSManagedObjectContext.didMergeChangesObjectIDsNotification, .end) { _ in
          relay.events?.end()
        },
        posts.subscribe(to: NSManagedObjectContext.didSaveObjectIDsNotification, .end) { _ in relay.events?.end() },
      ]
    }

    deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }

    /// Makes the ends of events come behind the reports of all current fetched results controllers.
    func followLast() { posts.moveBehindAll() }

    /// Notes a list's report, which may come before the context posts, and after the end of an event.
    func noteReport(in events: ContextEvents) {
      events.begin()
      relay.endLater()
    }

    /// Whether a notification of changes may be that of a merge: it names objects as refreshed, or as inserted or
    /// deleted without waiting to be saved. So does a refresh, which then ends in the next turn of the context's queue.
    private static func mayBeMerge(_ info: [AnyHashable: Any]) -> Bool {
      func objects(_ key: Key) -> Set<NSManagedObject> { info[key.rawValue] as? Set<NSManagedObject> ?? [] }
      if info[Key.invalidatedAllObjects.rawValue] != nil { return false }
      return !objects(.refreshedObjects).isEmpty || objects(.insertedObjects).contains { !$0.isInserted }
        || objects(.deletedObjects).contains { !$0.objectID.isTemporaryID && !$0.isDeleted }
    }

    /// Unchecked: a context posts its notifications on its own queue, where alone the events are used.
    private final class Relay: @unchecked Sendable {
      private(set) weak var events: ContextEvents?
      private var isEndScheduled = false

      init(_ events: ContextEvents) { self.events = events }

      /// Ends the event in a block on the context's queue, where nothing does before.
      func endLater() {
        guard let events, !isEndScheduled else { return }
        isEndScheduled = true
        let box = QueueBox(self)
        events.context.perform {
          box.object?.isEndScheduled = false
          box.object?.events?.end()
        }
      }
    }
  }
#endif
