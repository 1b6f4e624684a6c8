import CoreData
import Foundation

/// The maximum times that a connection waits. A timeout option of 0 means that it does not wait for locks, but still
/// waits for answers, up to the default timeout.
struct PostgresTimeouts: Sendable, Equatable {
  /// The time to wait for a lock, in milliseconds; nil for no limit.
  let lock: Int?
  /// The time to wait for an answer, in seconds; nil for no limit.
  let answer: TimeInterval?

  static let endless = PostgresTimeouts(lock: nil, answer: nil)

  /// - Parameter timeout: the store's option, in seconds.
  init(_ timeout: TimeInterval) {
    let timeout = min(max(timeout, 0), 2_000_000)
    // To the server, 0 means no limit.
    self.init(
      lock: max(Int(timeout * 1000), 1), answer: Self.isAtOnce(timeout) ? StoreOpening.defaultTimeout : timeout)
  }

  /// Waits for answers without end.
  ///
  /// - Parameter timeout: for locks, as the store's option.
  init(ofLocks timeout: TimeInterval) { self.init(lock: PostgresTimeouts(timeout).lock, answer: nil) }

  private init(lock: Int?, answer: TimeInterval?) { (self.lock, self.answer) = (lock, answer) }

  /// Whether a timeout is shorter than a millisecond, the shortest that the server can be set to.
  static func isAtOnce(_ timeout: TimeInterval) -> Bool { timeout < 0.001 }

  /// The server's `lock_timeout`.
  var lockSetting: String { String(lock ?? 0) }
  /// The server's `statement_timeout`.
  var answerSetting: String { String(Int((answer ?? 0) * 1000)) }
}
