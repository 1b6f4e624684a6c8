import Dispatch
import Foundation

/// The queue that a context is bound to. It knows whether the caller is on that queue.
///
/// `Thread.isMainThread` alone is not sufficient, because other threads drain the main queue if `main` is
/// asynchronous. So the main queue is marked once.
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

  /// Whether the caller's code was enqueued on this queue itself.
  private var isOwn: Bool {
    if type == .mainQueueConcurrencyType { return Self.isMain }
    return DispatchQueue.getSpecific(key: Self.owner) == ObjectIdentifier(mark)
  }

  private static var isMain: Bool { Thread.isMainThread || DispatchQueue.getSpecific(key: main) == true }

  /// Whether the caller is on the main queue, and not on a private queue for which the main thread waits.
  static var isMainAlone: Bool {
    isMain && DispatchQueue.getSpecific(key: owner) == nil && !HeldQueues.areEntered
  }

  /// Runs a block on the queue and waits for it. The block may also use contexts of the queues that wait meanwhile.
  ///
  /// - Parameter mayAskMain: whether the queue's work may wait for the main queue.
  func sync<T>(mayAskMain: Bool = false, _ body: () throws -> T) rethrows -> T {
    if isCurrent { return try body() }
    let own = DispatchQueue.getSpecific(key: Self.owner) ?? (Self.isMain ? ObjectIdentifier(Self.mainMark) : nil)
    let held = HeldQueues.waiting(with: own)
    guard mayAskMain, held.contains(ObjectIdentifier(Self.mainMark)) else {
      return try queue.sync { try held.waiting(for: body) }
    }
    let entered = HeldQueues.entering(ObjectIdentifier(mark), with: own)
    return try MainQueueRequests.shared.hold(queue) { try entered.waiting(for: body) }
  }

  /// Runs a block for a child whose queue waits. On the main queue, the block also runs while that queue waits for
  /// the child's queue.
  func answer<T>(_ body: () throws -> T) rethrows -> T {
    if isCurrent || type != .mainQueueConcurrencyType { return try sync(body) }
    return try answerOnMain(body) { throw $0 }
  }

  /// Runs a block on the main queue, even while the main queue waits for the queue of this thread.
  ///
  /// - Parameter rescue: rethrows the given error, so that this method throws only errors of the body.
  private func answerOnMain<T>(_ body: () throws -> T, rescue: (any Error) throws -> T) rethrows -> T {
    let held = HeldQueues.waiting(with: DispatchQueue.getSpecific(key: Self.owner))
    var result: Result<T, any Error>?
    MainQueueRequests.shared.run { result = Result { try held.waiting(for: body) } }
    switch result {
    case .success(let value): return value
    case .failure(let error): return try rescue(error)
    case nil: fatalError("A block for the main queue was not run.")
    }
  }
}

/// The kinds of queues that a context can be bound to.
public enum NSManagedObjectContextConcurrencyType: UInt, Sendable {
  /// The thread that created the context. Creating a context of this kind is a programming error.
  @available(*, deprecated, message: "Use privateQueueConcurrencyType or mainQueueConcurrencyType")
  case confinementConcurrencyType = 0
  /// A private queue of the context.
  case privateQueueConcurrencyType = 1
  /// The main queue.
  case mainQueueConcurrencyType = 2
}
