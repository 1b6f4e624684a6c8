import Dispatch
import Foundation

/// The queues that wait, kept by a chain of synchronous calls, for what runs on a thread now: each caller in the chain
/// waits for the next. What runs there may use the contexts of all of them, as if it were on their queues; to wait for
/// one would never end.
///
/// A private queue's block runs on the caller's thread, the main queue's on the main thread, so that neither the thread
/// nor the queue alone answers that.
final class HeldQueues {
  private let marks: Set<ObjectIdentifier>
  /// Whether the thread does the work of one of them, which is not put on the thread itself.
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

  /// Whether this thread does a private queue's work that is not put on it itself.
  static var areEntered: Bool { ofThread?.isEntered ?? false }

  func contains(_ mark: ObjectIdentifier) -> Bool { marks.contains(mark) }

  /// The queues that wait while this thread waits for another queue.
  ///
  /// - Parameter mark: the mark of the queue that the thread is on.
  static func waiting(with mark: ObjectIdentifier?) -> HeldQueues {
    let held = ofThread?.marks ?? []
    return HeldQueues(mark.map { held.union([$0]) } ?? held, isEntered: areEntered)
  }

  /// The same, and this thread does the work of the queue that it waits for.
  static func entering(_ queue: ObjectIdentifier, with mark: ObjectIdentifier?) -> HeldQueues {
    HeldQueues(waiting(with: mark).marks.union([queue]), isEntered: true)
  }

  /// Runs what they wait for, on this thread.
  func waiting<T>(for body: () throws -> T) rethrows -> T {
    let outer = pthread_getspecific(Self.current)
    pthread_setspecific(Self.current, Unmanaged.passUnretained(self).toOpaque())
    defer { pthread_setspecific(Self.current, outer) }
    return try withExtendedLifetime(self, body)
  }
}
