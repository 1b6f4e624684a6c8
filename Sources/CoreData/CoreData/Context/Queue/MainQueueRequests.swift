import Dispatch
import Foundation

/// The requests that code on private queues makes to main-queue contexts, and waits for.
///
/// The main thread may wait for a child context's queue while work on that queue makes a request to its parent on the
/// main queue, which would be a deadlock. So a thread of the main queue that waits for a child's queue performs such
/// requests meanwhile.
final class MainQueueRequests: @unchecked Sendable {
  // Unchecked: all is guarded by `condition`.
  static let shared = MainQueueRequests()

  private let condition = NSCondition()
  private var waiting: [Request] = []

  private final class Request {
    /// Nil after it ran, because the block must not outlive the call that waits for it.
    var work: (() -> Void)?
    let done = DispatchSemaphore(value: 0)

    init(_ work: @escaping () -> Void) { self.work = work }
  }

  /// Runs a block on the main queue and waits for it. If a thread of the main queue waits for a child's queue, that
  /// thread runs the block.
  func run(_ block: () -> Void) {
    withoutActuallyEscaping(block) { block in
      let request = Request(block)
      condition.withLock {
        waiting.append(request)
        condition.broadcast()
      }
      DispatchQueue.main.async { [self, request = UncheckedTransfer(request)] in
        if take(request.value) { perform(request.value) }
      }
      request.done.wait()
    }
  }

  /// Waits for a private queue on a thread of the main queue, and performs requests to the main queue meanwhile. Then
  /// runs a block while the private queue is blocked.
  func hold<T>(_ queue: DispatchQueue, _ block: () throws -> T) rethrows -> T {
    let turn = Turn()
    queue.async { [self] in
      condition.withLock {
        turn.hasBegun = true
        condition.broadcast()
      }
      turn.end.wait()
    }
    defer { turn.end.signal() }
    while let request = next(until: turn) { perform(request) }
    return try block()
  }

  private final class Turn: @unchecked Sendable {
    // Unchecked: guarded by `condition`.
    var hasBegun = false
    let end = DispatchSemaphore(value: 0)
  }

  private func next(until turn: Turn) -> Request? {
    condition.withLock {
      while !turn.hasBegun, waiting.isEmpty { condition.wait() }
      return turn.hasBegun ? nil : waiting.removeFirst()
    }
  }

  /// Claims a request. Returns false if another thread has claimed it already.
  private func take(_ request: Request) -> Bool {
    condition.withLock {
      guard let index = waiting.firstIndex(where: { $0 === request }) else { return false }
      waiting.remove(at: index)
      return true
    }
  }

  private func perform(_ request: Request) {
    call(request)
    request.work = nil
    request.done.signal()
  }

  /// A separate function, so that this thread holds no reference to the block when the caller continues.
  @inline(never)
  private func call(_ request: Request) { request.work?() }
}
