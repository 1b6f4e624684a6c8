import Dispatch

/// The queue of a context, and the scheduling of the end of its events: after the outermost running block, or in a
/// turn of the main queue.
final class EventScheduler {
  let queue: ContextQueue
  /// The number of nested `perform` blocks that are running.
  private var depth = 0
  /// Whether a turn of the main queue is scheduled to end the event.
  private(set) var isScheduled = false
  private let endTurn: @Sendable () -> Void

  /// - Parameter endTurn: ends the event in a turn of the main queue.
  init(_ queue: ContextQueue, endTurn: @escaping @Sendable () -> Void) {
    self.queue = queue
    self.endTurn = endTurn
  }

  var isInBlock: Bool { depth > 0 }

  func enterBlock() { depth += 1 }

  func leaveBlock() { depth -= 1 }

  func beginScheduled() { isScheduled = false }

  /// Makes sure that the event ends: after the running block, or in a scheduled turn of the main queue.
  func noteActivity() {
    guard queue.type == .mainQueueConcurrencyType, !isInBlock, !isScheduled else { return }
    isScheduled = true
    queue.queue.async(execute: endTurn)
  }
}
