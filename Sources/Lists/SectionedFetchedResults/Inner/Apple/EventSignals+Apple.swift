#if canImport(Darwin) || SECTIONED_PUBLIC_API
  import CoreData
  import Foundation

  /// Detects the beginning and end of a context's events from its notifications.
  ///
  /// An event begins with its first notification, or with an earlier report of a list. It ends when `ContextPosts` has
  /// passed the notification on to all lists. A merge posts twice, of the registered objects and then of all, and is
  /// one event: it ends with the second notification.
  ///
  /// Apple documents none of this. So a block on the context's queue ends an event that no notification has ended.
  final class EventSignals {
    private typealias Key = NSManagedObjectContext.NotificationKey

    private let posts: ContextPosts
    private var subscriptions: [ContextPosts.Subscription] = []
    private let relay: Relay

    init(_ events: ContextEvents) {
      relay = Relay(events)
      posts = ContextPosts.of(events.context)
      let relay = self.relay
      subscriptions = [
        posts.subscribe(to: NSManagedObjectContext.didChangeObjectsNotification, .begin) { _ in relay.events?.begin() },
        posts.subscribe(to: NSManagedObjectContext.didMergeChangesObjectIDsNotification, .begin) { _ in
          relay.events?.begin()
        },
        posts.subscribe(to: NSManagedObjectContext.didChangeObjectsNotification, .end) {
          if relay.unsaved.mayBeMerge($0.userInfo ?? [:]) { relay.endLater() } else { relay.events?.end() }
        },
        posts.subscribe(to: NSManagedObjectContext.didMergeChangesObjectIDsNotification, .end) { _ in
          relay.events?.end()
        },
        posts.subscribe(to: NSManagedObjectContext.didSaveObjectIDsNotification, .end) { _ in
          relay.unsaved.noteSave()
          relay.events?.end()
        },
      ]
    }

    /// Makes events end only after all current fetched results controllers have reported them.
    func followLast() { posts.moveBehindAll() }

    /// Notes a list's report. It may come before the context's notification or after the end of the event, so a block
    /// ends the event that it begins.
    func noteReport(in events: ContextEvents) {
      events.begin()
      relay.endLater()
    }

    /// The objects with unsaved changes that the notifications of a context have named. The context retains them, too.
    private struct UnsavedObjects {
      private var objects: Set<NSManagedObject> = []
      /// The objects that lists of the context refresh. A notification of these does not count as a merge.
      private let announced: RefreshAnnouncements

      init(_ context: NSManagedObjectContext) { announced = RefreshAnnouncements(context) }

      /// Whether a merge may have caused a notification of changes. A merge names objects as refreshed, or as inserted
      /// or deleted although they have no unsaved changes. If such an object had unsaved changes before, they were
      /// rolled back or undone instead. A refresh by the program looks like a merge, so its event ends in the next turn
      /// of the context's queue.
      mutating func mayBeMerge(_ info: [AnyHashable: Any]) -> Bool {
        func named(_ key: Key) -> Set<NSManagedObject> { info[key.rawValue] as? Set<NSManagedObject> ?? [] }
        if info[Key.invalidatedAllObjects.rawValue] != nil {
          objects = []
          return false
        }
        let all = [Key.insertedObjects, .updatedObjects, .deletedObjects, .refreshedObjects].map(named)
        let mayBeMerge =
          all[3].contains { announced.values[$0] == nil && ($0.hasChanges || !objects.contains($0)) }
          || all[0].contains { !$0.isInserted && !objects.contains($0) }
          || all[2].contains { !$0.objectID.isTemporaryID && !$0.isDeleted && !objects.contains($0) }
        for object in all.joined() { if object.hasChanges { objects.insert(object) } else { objects.remove(object) } }
        return mayBeMerge
      }

      mutating func noteSave() { objects = objects.filter(\.hasChanges) }
    }

    /// Unchecked: a context posts its notifications on its own queue, the only place where the events are used.
    private final class Relay: @unchecked Sendable {
      private(set) weak var events: ContextEvents?
      var unsaved: UnsavedObjects
      private var isEndScheduled = false

      init(_ events: ContextEvents) { (self.events, unsaved) = (events, UnsavedObjects(events.context)) }

      /// Ends the event in a block on the context's queue, unless it has ended by then.
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
