import CoreData
import Foundation

#if DEBUG
  /// Observes a context's changes until a closure returns true.
  final class ForgottenFetch {
    private var token: (any NSObjectProtocol)?

    /// - Parameter changed: called after each event, in a block of its own on the context's queue, until it returns
    ///   true. It is not called within the event, because a program may fetch several lists one after the other, and
    ///   the first fetch ends the event.
    init(in context: NSManagedObjectContext, changed: @escaping @Sendable () -> Bool) {
      let (box, queue) = (QueueBox(self), QueueBox(context))
      token = NotificationCenter.default.addObserver(
        forName: NSManagedObjectContext.didChangeObjectsNotification, object: context, queue: nil
      ) { _ in
        queue.object?.perform {
          // The block of an earlier event may have ended the observation.
          guard let observer = box.object, observer.token != nil else { return }
          if changed() { observer.end() }
        }
      }
    }

    deinit { end() }

    private func end() {
      if let token { NotificationCenter.default.removeObserver(token) }
      token = nil
    }
  }
#endif
