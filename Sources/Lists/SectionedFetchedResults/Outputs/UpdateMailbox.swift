import Foundation

/// A mailbox with room for one element, the newest version of a list. Later elements are joined to it until the
/// consumer reads it.
///
/// Unchecked: the lock guards all properties that change.
package final class UpdateMailbox<Update: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private let join: @Sendable (_ seen: Update?, _ waiting: Update, _ next: Update) -> Update
  private var waiting: Update?
  /// The element that the consumer has read last.
  private var seen: Update?
  private var consumer: CheckedContinuation<Update?, Never>?
  /// The call of `next()` in which the consumer waits.
  private var consumerCall = 0
  private var calls = 0
  private var isFinished = false

  /// - Parameter joined: joins the waiting element and the next one. `seen` is the element that the consumer read last.
  package init(joining joined: @escaping @Sendable (_ seen: Update?, _ waiting: Update, _ next: Update) -> Update) {
    join = joined
  }

  /// Stores an element, or joins it to the waiting one.
  ///
  /// - Returns: the element that now waits for the consumer, to which the next one will be joined; nil if none waits.
  @discardableResult
  package func put(_ update: Update) -> Update? {
    lock.lock()
    let joined = waiting.map { join(seen, $0, update) } ?? update
    let consumer = consumer
    self.consumer = nil
    if consumer == nil { waiting = joined } else { take(joined) }
    lock.unlock()
    consumer?.resume(returning: joined)
    return consumer == nil ? joined : nil
  }

  package func finish() {
    lock.lock()
    isFinished = true
    let consumer = consumer
    self.consumer = nil
    lock.unlock()
    consumer?.resume(returning: nil)
  }

  package func next() async -> Update? {
    let call = beginCall()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        lock.lock()
        let update = waiting
        let ends = update == nil && (isFinished || Task.isCancelled)
        let displaced = update == nil && !ends ? consumer : nil
        if let update { take(update) } else if !ends { (consumer, consumerCall) = (continuation, call) }
        lock.unlock()
        // If two tasks wait on the same mailbox, the earlier one gets nil.
        displaced?.resume(returning: nil)
        if update != nil || ends { continuation.resume(returning: update) }
      }
    } onCancel: {
      endCall(call)
    }
  }

  /// Removes and returns the waiting element, if there is one.
  package func takeWaiting() -> Update? {
    lock.lock()
    defer { lock.unlock() }
    guard let update = waiting else { return nil }
    take(update)
    return update
  }

  private func beginCall() -> Int {
    lock.lock()
    defer { lock.unlock() }
    calls += 1
    return calls
  }

  /// Resumes a waiting task that was cancelled, with nil. Another waiting task goes on.
  private func endCall(_ call: Int) {
    lock.lock()
    let consumer = consumerCall == call ? consumer : nil
    if consumer != nil { self.consumer = nil }
    lock.unlock()
    consumer?.resume(returning: nil)
  }

  private func take(_ update: Update) {
    waiting = nil
    seen = update
  }
}
