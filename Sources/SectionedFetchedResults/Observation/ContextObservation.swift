import CoreData
import Foundation

/// What a context's notifications say to a controller.
enum ContextNews {
  /// Objects changed in an event: which, by the notification's keys.
  case changed([AnyHashable: Any])
  /// The context was saved.
  case saved
  /// Another context's save was merged.
  case merged([AnyHashable: Any])
}

/// Listens to a context until it is dropped.
final class ContextObservation {
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
    observe(NSManagedObjectContext.didChangeObjectsNotification) { .changed($0.userInfo ?? [:]) }
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

extension Dictionary where Key == AnyHashable, Value == Any {
  /// The objects under a key of a context's notification.
  func objects(_ key: NSManagedObjectContext.NotificationKey) -> Set<NSManagedObject> {
    self[key.rawValue] as? Set<NSManagedObject> ?? []
  }

  /// Whether the notification says that everything is invalid.
  var saysAllInvalid: Bool { self[NSManagedObjectContext.NotificationKey.invalidatedAllObjects.rawValue] != nil }
}
