#if canImport(Darwin) || SECTIONED_PUBLIC_API
  import CoreData
  import Foundation

  /// Listens to a context until it is dropped.
  final class ContextObservation {
    /// Whether it hears of each event of which the inner controllers tell. They may tell without a notification.
    static var followsEachEvent: Bool { false }

    private var tokens: [any NSObjectProtocol] = []

    /// - Parameter hear: called on the context's queue.
    init(_ context: NSManagedObjectContext, hear: @escaping (ContextNews) -> Void) {
      let receiver = Receiver(hear: hear)
      func observe(_ name: Notification.Name, _ news: @escaping @Sendable (Notification) -> ContextNews) {
        tokens.append(
          NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { notification in
            receiver.hear(news(notification))
          })
      }
      observe(NSManagedObjectContext.didChangeObjectsNotification) {
        .changed(ChangedObjects(info: $0.userInfo ?? [:]))
      }
      observe(NSManagedObjectContext.didSaveObjectIDsNotification) { _ in .saved }
      observe(NSManagedObjectContext.didMergeChangesObjectIDsNotification) { .merged($0.userInfo ?? [:]) }
    }

    deinit {
      for token in tokens { NotificationCenter.default.removeObserver(token) }
    }

    /// Unchecked: a context posts its notifications on its own queue, the only one that the controller is used on. The
    /// notification center asks for a sendable block because other senders do otherwise.
    private final class Receiver: @unchecked Sendable {
      let hear: (ContextNews) -> Void

      init(hear: @escaping (ContextNews) -> Void) { self.hear = hear }
    }
  }

  /// The objects that a context's notification names as changed.
  struct ChangedObjects {
    fileprivate let info: [AnyHashable: Any]

    /// Whether everything is invalid.
    var saysAllInvalid: Bool { info[NSManagedObjectContext.NotificationKey.invalidatedAllObjects.rawValue] != nil }

    /// Whether objects got permanent IDs, which Apple's contexts tell by their saves only.
    var saysPermanentIDs: Bool { false }

    /// The objects under a key of the notification.
    func objects(_ key: NSManagedObjectContext.NotificationKey) -> Set<NSManagedObject> {
      info[key.rawValue] as? Set<NSManagedObject> ?? []
    }
  }
#endif
