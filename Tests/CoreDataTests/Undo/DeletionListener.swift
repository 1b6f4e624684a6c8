import Foundation
import Testing

@testable import CoreData

/// Calls a closure once when a context reports deletions, before all observers are notified.
final class DeletionListener {
  private let token: any NSObjectProtocol

  init(_ context: NSManagedObjectContext, _ body: @escaping () throws -> Void) {
    token = NotificationCenter.default.addObserver(
      forName: NSManagedObjectContext.didChangeObjectsNotification, object: context, queue: nil
    ) { [isDone = Protected(false), body = UncheckedTransfer(body)] notification in
      guard let deleted = notification.userInfo?[NSDeletedObjectsKey] as? Set<NSManagedObject>, !deleted.isEmpty,
        !isDone.withLock({ isDone in
          defer { isDone = true }
          return isDone
        })
      else { return }
      do { try body.value() } catch { Issue.record(error) }
    }
  }

  func end() { NotificationCenter.default.removeObserver(token) }
}
