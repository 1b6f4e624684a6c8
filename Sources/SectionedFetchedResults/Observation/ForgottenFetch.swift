import CoreData
import Foundation

#if DEBUG
  /// An observer of a context's changes, until it has seen enough.
  final class ForgottenFetch {
    private var token: (any NSObjectProtocol)?

    /// - Parameter changed: called after each event, on the context's queue, until it returns true.
    init(in context: NSManagedObjectContext, changed: @escaping @Sendable () -> Bool) {
      let box = QueueBox(self)
      token = NotificationCenter.default.addObserver(
        forName: NSManagedObjectContext.didChangeObjectsNotification, object: context, queue: nil
      ) { _ in
        if changed() { box.object?.end() }
      }
    }

    deinit { end() }

    private func end() {
      if let token { NotificationCenter.default.removeObserver(token) }
      token = nil
    }
  }
#endif
