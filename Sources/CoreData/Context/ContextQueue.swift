import Dispatch
import Foundation

/// The queue that a context is bound to, and whether the caller is on it.
///
/// `Thread.isMainThread` alone does not answer that: with an asynchronous `main` other threads drain the main queue. So
/// the queue itself is marked, once.
struct ContextQueue: Sendable {
  let type: NSManagedObjectContextConcurrencyType
  let queue: DispatchQueue
  private let mark: Mark?

  private final class Mark: Sendable {}

  private static let owner = DispatchSpecificKey<ObjectIdentifier>()
  private static let main = DispatchSpecificKey<Bool>()
  private static let markMainQueue: Void = DispatchQueue.main.setSpecific(key: main, value: true)

  init(_ type: NSManagedObjectContextConcurrencyType) {
    self.type = type
    switch type {
    case .mainQueueConcurrencyType:
      Self.markMainQueue
      queue = .main
      mark = nil
    case .privateQueueConcurrencyType:
      let mark = Mark()
      queue = DispatchQueue(label: "NSManagedObjectContext")
      queue.setSpecific(key: Self.owner, value: ObjectIdentifier(mark))
      self.mark = mark
    default:
      fatalError(
        "A context of confinementConcurrencyType cannot be made: "
          + "use privateQueueConcurrencyType or mainQueueConcurrencyType."
      )
    }
  }

  var isCurrent: Bool {
    if let mark { return DispatchQueue.getSpecific(key: Self.owner) == ObjectIdentifier(mark) }
    return Thread.isMainThread || DispatchQueue.getSpecific(key: Self.main) == true
  }
}
