import Foundation

extension NSManagedObjectContext {
  /// The kinds of queues that a context can be bound to.
  public struct ConcurrencyType: RawRepresentable, Hashable, Sendable {
    /// The enumeration that Apple's interface in Objective-C has.
    public typealias RawValue = NSManagedObjectContextConcurrencyType

    /// The kind as a case of that enumeration.
    public var rawValue: NSManagedObjectContextConcurrencyType

    /// Makes the kind of a case.
    public init(rawValue: NSManagedObjectContextConcurrencyType) {
      self.rawValue = rawValue
    }

    /// A queue of the context's own.
    public static let privateQueue = ConcurrencyType(rawValue: .privateQueueConcurrencyType)

    /// The main queue.
    public static let mainQueue = ConcurrencyType(rawValue: .mainQueueConcurrencyType)
  }

  /// When an asynchronous `perform` runs its block.
  public enum ScheduledTaskType: Sendable {
    /// At once if the caller is on the context's queue already.
    case immediate
    /// After what the queue has to do already.
    case enqueued
  }

  /// Runs a block on the context's queue and waits for it. It may call this method again.
  ///
  /// Pending changes are processed after the outermost block, before this returns.
  ///
  /// - Parameter block: what to do with the context.
  /// - Returns: what the block returns.
  /// - Throws: what the block throws.
  public func performAndWait<T>(_ block: () throws -> T) rethrows -> T { try runAndWait(block) }

  /// Runs a block on the context's queue and waits for it without blocking the thread. Pending changes are processed
  /// after it, before this returns.
  ///
  /// - Parameters:
  ///   - schedule: whether the block may run at once.
  ///   - block: what to do with the context.
  /// - Returns: what the block returns. Objects are good on the context's queue only: return their IDs.
  /// - Throws: what the block throws.
  public func perform<T, E>(
    schedule: ScheduledTaskType = .immediate, _ block: @escaping () throws(E) -> T
  ) async throws(E) -> T {
    let work = UncheckedTransfer(block)
    let result: UncheckedTransfer<Result<T, E>> = await withCheckedContinuation { continuation in
      // The caller goes on when the event is over: what it does next may take away what the event still needs.
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
      // Inside another block the event ends with that one.
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
    // What the turn of the main queue has reached outside the block it looks at again after it.
    let turn = scheduler.isScheduled ? graph.readScope.takeObjects() : nil
    scheduler.enterBlock()
    defer {
      processEvents()
      undoManager?.endEvent()
      scheduler.leaveBlock()
      parentLink.endReadTransaction()
      // A block that runs the run loop may have seen the end of the turn.
      if let turn, scheduler.isScheduled { graph.readScope.putBack(turn) }
    }
    return try block()
  }

  /// Stops the program when it uses the context or one of its objects on another queue, where that is checked.
  func requireQueue() {
    guard ConcurrencyDebug.isOn, !scheduler.queue.isCurrent else { return }
    fatalError(
      "The context\(name.map { " \"\($0)\"" } ?? "") or one of its objects was used on a queue that is not its own: "
        + "use it inside its perform(_:) or performAndWait(_:)"
        + (concurrencyType == .mainQueueConcurrencyType ? ", or on the main queue." : ".")
    )
  }
}
