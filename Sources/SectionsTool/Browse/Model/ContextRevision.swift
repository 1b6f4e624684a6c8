import CoreData
import Foundation
import Synchronization

/// Counts what happens in a context: where the number is the same, what was read there is as it was.
final class ContextRevision {
  private final class Count: Sendable {
    let value = Mutex(0)

    func advance() { value.withLock { $0 += 1 } }
  }

  private let count = Count()
  private let tokens: [any NSObjectProtocol]

  init(of context: NSManagedObjectContext) {
    let names = [
      NSManagedObjectContext.didChangeObjectsNotification, NSManagedObjectContext.didSaveObjectsNotification,
    ]
    tokens = names.map { [count] name in
      NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { _ in count.advance() }
    }
  }

  deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }

  var value: Int { count.value.withLock { $0 } }

  func advance() { count.advance() }
}
