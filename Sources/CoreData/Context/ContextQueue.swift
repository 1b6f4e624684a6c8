import Dispatch
import Foundation

/// The queue that a context is bound to, and whether the caller is on it.
///
/// `Thread.isMainThread` alone does not answer that: with an asynchronous `main` other threads drain the main queue. So
/// the queue itself is marked, once.
struct ContextQueue: Sendable {
  let type: NSManagedObjectContextConcurrencyType
  let queue: DispatchQueue
  private let mark: Mark

  private final class Mark: Sendable {}

  private static let mainMark = Mark()

  private static let owner = DispatchSpecificKey<ObjectIdentifier>()
  private static let main = DispatchSpecificKey<Bool>()
  private static let markMainQueue: Void = DispatchQueue.main.setSpecific(key: main, value: true)

  init(_ type: NSManagedObjectContextConcurrencyType) {
    self.type = type
    switch type {
    case .mainQueueConcurrencyType:
      Self.markMainQueue
      queue = .main
      mark = Self.mainMark
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

  var isCurrent: Bool { isOwn || HeldQueues.contain(ObjectIdentifier(mark)) }

  /// Whether the caller was put on this queue itself.
  private var isOwn: Bool {
    if type == .mainQueueConcurrencyType { return Self.isMain }
    return DispatchQueue.getSpecific(key: Self.owner) == ObjectIdentifier(mark)
  }

  private static var isMain: Bool { Thread.isMainThread || DispatchQueue.getSpecific(key: main) == true }

  /// Whether the caller is on the main queue, and not on a private one for which the main thread waits.
  static var isMainAlone: Bool { isMain && DispatchQueue.getSpecific(key: owner) == nil }

  /// Runs a block on the queue and waits for it. The queues that wait meanwhile may be used in it.
  func sync<T>(_ body: () throws -> T) rethrows -> T {
    if isCurrent { return try body() }
    let own = DispatchQueue.getSpecific(key: Self.owner) ?? (Self.isMain ? ObjectIdentifier(Self.mainMark) : nil)
    let held = HeldQueues.waiting(with: own)
    return try queue.sync { try held.waiting(for: body) }
  }
}
