/// When a context's event ends: after the outermost running block, or in a turn of the main queue.
struct EventEnd {
  /// How many `perform` blocks are running, one inside the other.
  private var depth = 0
  /// Whether a turn of the main queue is going to end it.
  private(set) var isScheduled = false

  var isInBlock: Bool { depth > 0 }

  mutating func enterBlock() { depth += 1 }
  mutating func leaveBlock() { depth -= 1 }

  /// - Returns: whether a turn of the main queue must be asked for: no block is running, and none was asked for yet.
  mutating func schedule() -> Bool {
    if isInBlock || isScheduled { return false }
    isScheduled = true
    return true
  }

  mutating func beginScheduled() { isScheduled = false }
}
