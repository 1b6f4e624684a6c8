#if canImport(Darwin) || SECTIONED_PUBLIC_API
  import CoreData
  import Foundation

  /// Observes a context until it is dropped.
  final class ContextObservation {
    /// Whether it is notified of each event that the inner controllers report. They may report without a notification.
    static var followsEachEvent: Bool { false }

    /// Whether a context is delivering an event, which cannot be asked here.
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
            // Apple's contexts do not announce when objects get permanent IDs, so that each notification may mean it.
            // The first observer that is notified makes all controllers look. Which one that is, is not certain: the
            // remaining ones do so again.
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
      /// Observes the contexts above a child context: its objects may keep temporary IDs when it is saved, until a
      /// context above it is.
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

    /// Makes this observation come behind the reports of all present fetched results controllers, from the next
    /// notification on. A new observation would miss the rest of a notification that is being posted.
    func followLast() { posts.moveBehindAll() }

    deinit {
      for token in tokens { NotificationCenter.default.removeObserver(token) }
    }

    /// Notifies all controllers of a context that objects may have got permanent IDs.
    static func notePermanentIDs(in context: NSManagedObjectContext) {
      Receiver.of(context).first?.announcePromotions()
    }

    /// Unchecked: a context posts its notifications on its own queue, the only one that the controller is used on. The
    /// notification center asks for a sendable block because other senders do otherwise. The table of all receivers is
    /// behind a lock.
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
        // Looking at the other receivers could release one of them here, under the lock.
        Self.entries[context]?.removeAll { $0.id == ObjectIdentifier(self) }
        if Self.entries[context]?.isEmpty == true { Self.entries[context] = nil }
      }

      /// Notes that a controller is about to follow an event.
      func noteReport() { ContextEvents.known(at: context)?.noteReport() }

      /// The receivers of all controllers of a context.
      static func of(_ context: NSManagedObjectContext) -> [Receiver] { all(ObjectIdentifier(context)) }

      private static func all(_ context: ObjectIdentifier) -> [Receiver] {
        lock.lock()
        defer { lock.unlock() }
        return (entries[context] ?? []).compactMap(\.receiver)
      }

      /// Makes all controllers of the context take permanent IDs before the program is notified of any.
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

    /// Whether everything is invalid.
    var saysAllInvalid: Bool { info[NSManagedObjectContext.NotificationKey.invalidatedAllObjects.rawValue] != nil }

    /// Whether nothing of the objects changed, which Apple's contexts do not report: see `RefreshAnnouncements`.
    var saysOnlyPlaces: Bool { false }

    /// The objects under a key of the notification.
    func objects(_ key: NSManagedObjectContext.NotificationKey) -> Set<NSManagedObject> {
      info[key.rawValue] as? Set<NSManagedObject> ?? []
    }
  }
#endif
