import Foundation

extension NSManagedObjectContext {
  /// The kinds of queues that a context can be bound to.
  public struct ConcurrencyType: RawRepresentable, Hashable, Sendable {
    /// The enumeration that Apple's interface in Objective-C has.
    public typealias RawValue = NSManagedObjectContextConcurrencyType

    /// The kind as a case of that enumeration.
    public var rawValue: NSManagedObjectContextConcurrencyType

    /// Creates the kind of a case.
    public init(rawValue: NSManagedObjectContextConcurrencyType) {
      self.rawValue = rawValue
    }

    /// A private queue of the context.
    public static let privateQueue = ConcurrencyType(rawValue: .privateQueueConcurrencyType)

    /// The main queue.
    public static let mainQueue = ConcurrencyType(rawValue: .mainQueueConcurrencyType)
  }

  /// The time at which an asynchronous `perform` runs its block.
  public enum ScheduledTaskType: Sendable {
    /// Immediately if the caller is already on the context's queue; otherwise as `enqueued`.
    case immediate
    /// After the work that is already enqueued.
    case enqueued
  }

  /// Runs a block on the context's queue and waits for it. The block may call this method again.
  ///
  /// Pending changes are processed after the outermost block, before this returns.
  ///
  /// - Parameter block: the work to do with the context.
  /// - Returns: the result of the block.
  /// - Throws: the error of the block.
  public func performAndWait<T>(_ block: () throws -> T) rethrows -> T { try runAndWait(block) }

  /// Runs a block on the context's queue and waits for it without blocking the thread. Pending changes are processed
  /// after it, before this returns.
  ///
  /// - Parameters:
  ///   - schedule: whether the block may run at once.
  ///   - block: the work to do with the context.
  /// - Returns: the result of the block. Return object IDs, because objects may be used only on the context's queue.
  /// - Throws: the error of the block.
  public func perform<T, E>(
    schedule: ScheduledTaskType = .immediate, _ block: @escaping () throws(E) -> T
  ) async throws(E) -> T {
    let work = UncheckedTransfer(block)
    let result: UncheckedTransfer<Result<T, E>> = await withCheckedContinuation { continuation in
      // The caller resumes only when the event is over, because it might release something that the event still
      // needs.
      let run = UncheckedTransfer { () -> Void in
        let result: Result<T, E> = self.runAndWait { Result(catching: work.value) }
        continuation.resume(returning: UncheckedTransfer(result))
      }
      if schedule == .immediate, scheduler.queue.isCurrent {
        run.value()
      } else {
        scheduler.queue.queue.async { run.value() }
      }
    }
    return try result.value.get()
  }

  func runAndWait<T>(_ block: () throws -> T) rethrows -> T {
    if scheduler.queue.isCurrent {
      // Inside another block, the event ends with the outer one.
      if scheduler.isInBlock { return try block() }
      return try runEvent(block)
    }
    return try scheduler.queue.sync(mayAskMain: parentLink.descendsFromMain) { try runEvent(block) }
  }

  func schedule(_ block: @escaping () -> Void) {
    let work = UncheckedTransfer(block)
    scheduler.queue.queue.async { self.runEvent(work.value) }
  }

  private func runEvent<T>(_ block: () throws -> T) rethrows -> T {
    // Objects that the main queue's turn kept before the block are set aside, because they are used again after it.
    let turn = scheduler.isScheduled ? graph.readScope.takeObjects() : nil
    scheduler.enterBlock()
    defer {
      processEvents()
      undoManager?.endEvent()
      scheduler.leaveBlock()
      parentLink.endReadTransaction()
      // If the block ran the run loop, the turn may already be over.
      if let turn, scheduler.isScheduled { graph.readScope.putBack(turn) }
    }
    return try block()
  }

  /// Traps if the context or one of its objects is used on another queue, in builds that check this.
  func requireQueue() {
    guard ConcurrencyDebug.isOn, !scheduler.queue.isCurrent else { return }
    fatalError(
      "The context\(name.map { " \"\($0)\"" } ?? "") or one of its objects was used on a queue that is not its own: "
        + "use it inside its perform(_:) or performAndWait(_:)"
        + (concurrencyType == .mainQueueConcurrencyType ? ", or on the main queue." : ".")
    )
  }
}
