import CoreData
import Foundation

extension NSManagedObjectContext {
  /// Unchecked: written on one queue while another waits for it.
  private final class Posted: @unchecked Sendable {
    var notification: Notification?
  }

  /// Edits and saves on the context's queue.
  ///
  /// - Returns: the did-save notification, for another context to merge; nil if there was nothing to save.
  package func posting(_ edits: (NSManagedObjectContext) throws -> Void) throws -> Notification? {
    let posted = Posted()
    let token = NotificationCenter.default.addObserver(
      forName: NSManagedObjectContext.didSaveObjectsNotification, object: self, queue: nil
    ) { posted.notification = $0 }
    defer { NotificationCenter.default.removeObserver(token) }
    try performAndWait {
      try edits(self)
      try save()
    }
    return posted.notification
  }

  /// Processes pending changes, and runs the blocks that this schedules on the context's queue. With Apple's public
  /// interface alone, the controller follows changes of related objects in such blocks. Must be called outside of the
  /// queue.
  package func processEverything() {
    for _ in 0..<4 { performAndWait { processPendingChanges() } }
  }
}
