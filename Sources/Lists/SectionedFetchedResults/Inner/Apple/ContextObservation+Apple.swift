#if canImport(Darwin) || SECTIONED_PUBLIC_API
  import CoreData
  import Foundation

  /// Observes a context until this object is released.
  final class ContextObservation {
    /// Whether the context notifies this observer of every event that the inner controllers report. False, because
    /// Apple's controllers may report without a notification.
    static var followsEachEvent: Bool { false }

    /// Whether a context is delivering an event. Always false, because Apple's contexts do not say.
    static func isDelivering(_ context: NSManagedObjectContext) -> Bool { false }

    private var tokens: [any NSObjectProtocol] = []
    private let posts: ContextPosts
    private var subscriptions: [ContextPosts.Subscription] = []

    /// - Parameter receive: called on the context's queue.
    init(_ context: NSManagedObjectContext, receive: @escaping (ContextNews) -> Void) {
      let receiver = Receiver(context, receive: receive)
      let posts = ContextPosts.of(context)
      self.posts = posts
      #if canImport(Darwin)
        observeParents(of: context, receiver)
      #endif
      func observe(_ name: Notification.Name, _ news: @escaping (Notification) -> ContextNews) {
        subscriptions.append(
          posts.subscribe(to: name) { notification in
            receiver.noteReport()
            let news = news(notification)
            // Apple's contexts do not announce permanent IDs, so every notification may be a sign of new ones. The
            // first notified observer makes all controllers check. The order of observers is not certain, so each later
            // one repeats the check.
            if !news.saysAllInvalid { receiver.announcePromotions() }
            receiver.receive(news)
          })
      }
      observe(NSManagedObjectContext.didChangeObjectsNotification) {
        .changed(ChangedObjects(info: $0.userInfo ?? [:]))
      }
      observe(NSManagedObjectContext.didSaveObjectIDsNotification) { _ in .saved }
      observe(NSManagedObjectContext.didMergeChangesObjectIDsNotification) { .merged($0.userInfo ?? [:]) }
    }

    #if canImport(Darwin)
      /// Observes the saves of a child context's ancestors, because its objects may keep temporary IDs until an
      /// ancestor is saved.
      private func observeParents(of context: NSManagedObjectContext, _ receiver: Receiver) {
        let box = QueueBox(context)
        for parent in sequence(first: context, next: \.parent).dropFirst() {
          tokens.append(
            NotificationCenter.default.addObserver(
              forName: NSManagedObjectContext.didSaveObjectIDsNotification, object: parent, queue: nil
            ) { [weak receiver] _ in
              // Posted on the parent's queue.
              box.object?.perform { receiver?.announcePromotions() }
            })
        }
      }
    #endif

    /// Registers again, so that from the next notification on this observer is called after all current fetched results
    /// controllers. A new `ContextObservation` would miss the rest of a notification that is being posted.
    func followLast() { posts.moveBehindAll() }

    deinit {
      for token in tokens { NotificationCenter.default.removeObserver(token) }
    }

    /// Notifies all controllers of a context that objects may have got permanent IDs.
    static func notePermanentIDs(in context: NSManagedObjectContext) {
      Receiver.of(context).first?.announcePromotions()
    }

    /// Unchecked: a context posts its notifications on its own queue, the only one on which the controller is used. The
    /// notification center requires a sendable block because other objects may post on any thread. A lock guards the
    /// table of all receivers.
    private final class Receiver: @unchecked Sendable {
      private struct Entry {
        let id: ObjectIdentifier
        weak var receiver: Receiver?
      }

      private static let lock = NSLock()
      nonisolated(unsafe) private static var entries: [ObjectIdentifier: [Entry]] = [:]

      let receive: (ContextNews) -> Void
      private let context: ObjectIdentifier

      init(_ context: NSManagedObjectContext, receive: @escaping (ContextNews) -> Void) {
        self.receive = receive
        self.context = ObjectIdentifier(context)
        Self.lock.lock()
        defer { Self.lock.unlock() }
        Self.entries[self.context, default: []].append(Entry(id: ObjectIdentifier(self), receiver: self))
      }

      deinit {
        Self.lock.lock()
        defer { Self.lock.unlock() }
        // Compares IDs, because reading another entry's weak reference could release its receiver here, under the lock.
        Self.entries[context]?.removeAll { $0.id == ObjectIdentifier(self) }
        if Self.entries[context]?.isEmpty == true { Self.entries[context] = nil }
      }

      /// Notes in the context's `ContextEvents` that a controller is about to process an event.
      func noteReport() { ContextEvents.known(at: context)?.noteReport() }

      /// The receivers of all controllers of a context.
      static func of(_ context: NSManagedObjectContext) -> [Receiver] { all(ObjectIdentifier(context)) }

      private static func all(_ context: ObjectIdentifier) -> [Receiver] {
        lock.lock()
        defer { lock.unlock() }
        return (entries[context] ?? []).compactMap(\.receiver)
      }

      /// Makes all controllers of the context adopt new permanent IDs, and only then lets them notify the program.
      func announcePromotions() {
        let all = Self.all(context)
        for receiver in all { receiver.receive(.promoted) }
        for receiver in all { receiver.receive(.promotedByAll) }
      }
    }
  }

  /// The objects that a context's notification names as changed.
  struct ChangedObjects {
    fileprivate let info: [AnyHashable: Any]

    /// Whether all objects of the context are invalid, as after a reset.
    var saysAllInvalid: Bool { info[NSManagedObjectContext.NotificationKey.invalidatedAllObjects.rawValue] != nil }

    /// Whether the objects were only refreshed. Always false, because Apple's contexts do not mark such events;
    /// `RefreshAnnouncements` does that instead.
    var saysOnlyPlaces: Bool { false }

    /// The objects under a key of the notification.
    func objects(_ key: NSManagedObjectContext.NotificationKey) -> Set<NSManagedObject> {
      info[key.rawValue] as? Set<NSManagedObject> ?? []
    }
  }
#endif
