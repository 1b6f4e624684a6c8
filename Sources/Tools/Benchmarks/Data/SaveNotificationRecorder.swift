import CoreData
import Foundation

/// A recorder of a context's did-save notification. A save posts it before it returns.
final class SaveNotificationRecorder {
  private final class Letter: @unchecked Sendable {
    var notification: Notification?
  }

  private let letter = Letter()
  private let token: any NSObjectProtocol

  init(of context: NSManagedObjectContext) {
    token = NotificationCenter.default.addObserver(
      forName: NSManagedObjectContext.didSaveObjectsNotification, object: context, queue: nil
    ) { [letter] in letter.notification = $0 }
  }

  deinit { NotificationCenter.default.removeObserver(token) }

  /// Returns the last notification, and removes it.
  func take() throws -> Notification {
    defer { letter.notification = nil }
    guard let notification = letter.notification else { throw BenchmarkError("A save posted nothing.") }
    return notification
  }
}
