import Foundation

/// The exit status of a process, which is set when the process has ended.
///
/// Unchecked, because the status is only used under the condition's lock.
final class ProcessEnd: @unchecked Sendable {
  private let condition = NSCondition()
  private var ended: Int32?

  var status: Int32? {
    condition.withLock { ended }
  }

  func set(_ status: Int32) {
    condition.withLock {
      ended = status
      condition.broadcast()
    }
  }

  func wait() -> Int32 {
    condition.withLock {
      while true {
        if let ended { return ended }
        condition.wait()
      }
    }
  }
}
