import Dispatch
import Foundation

/// The queues that a chain of synchronous calls blocks: each caller in the chain waits for the next one, and the last
/// one runs on the current thread. That code may use the contexts of all these queues as if it were on them. Waiting
/// for one of the queues would be a deadlock.
///
/// Neither the thread nor the current queue is sufficient to know this, because a private queue's block runs on the
/// caller's thread, and the main queue's on the main thread.
final class HeldQueues {
  private let marks: Set<ObjectIdentifier>
  /// Whether the thread does the work of a held queue without running in a block of that queue.
  private let isEntered: Bool

  private init(_ marks: Set<ObjectIdentifier>, isEntered: Bool) { (self.marks, self.isEntered) = (marks, isEntered) }

  private static let current: pthread_key_t = {
    var key = pthread_key_t()
    guard pthread_key_create(&key, nil) == 0 else { fatalError("The process has no thread-specific keys left.") }
    return key
  }()

  private static var ofThread: HeldQueues? {
    pthread_getspecific(current).map { Unmanaged<HeldQueues>.fromOpaque($0).takeUnretainedValue() }
  }

  static func contain(_ mark: ObjectIdentifier) -> Bool { ofThread?.contains(mark) ?? false }

  /// Whether this thread does the work of a private queue without running in a block of that queue.
  static var areEntered: Bool { ofThread?.isEntered ?? false }

  func contains(_ mark: ObjectIdentifier) -> Bool { marks.contains(mark) }

  /// The queues that are blocked while this thread waits for another queue.
  ///
  /// - Parameter mark: the mark of the queue that the thread is on.
  static func waiting(with mark: ObjectIdentifier?) -> HeldQueues {
    let held = ofThread?.marks ?? []
    return HeldQueues(mark.map { held.union([$0]) } ?? held, isEntered: areEntered)
  }

  /// The queues that `waiting(with:)` returns, and the queue that this thread waits for and whose work it does
  /// itself.
  static func entering(_ queue: ObjectIdentifier, with mark: ObjectIdentifier?) -> HeldQueues {
    HeldQueues(waiting(with: mark).marks.union([queue]), isEntered: true)
  }

  /// Runs the block that the held queues wait for, on this thread.
  func waiting<T>(for body: () throws -> T) rethrows -> T {
    let outer = pthread_getspecific(Self.current)
    pthread_setspecific(Self.current, Unmanaged.passUnretained(self).toOpaque())
    defer { pthread_setspecific(Self.current, outer) }
    return try withExtendedLifetime(self, body)
  }
}
