import CoreData
import Foundation
import Synchronization

/// A counter of changes in a context. While its value is the same, everything read from the context is still current.
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
