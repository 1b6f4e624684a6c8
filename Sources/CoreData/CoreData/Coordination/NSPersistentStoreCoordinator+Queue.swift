import Dispatch

extension NSPersistentStoreCoordinator {
  /// Runs a block asynchronously on the coordinator's queue.
  ///
  /// - Parameter block: the work to do. Blocks run one at a time, in the order of the calls.
  public func perform(_ block: @escaping () -> Void) {
    let work = UncheckedTransfer(block)
    queue.async { work.value() }
  }

  /// Runs a block on the coordinator's queue and waits for it without blocking the thread.
  ///
  /// - Parameter block: the work to do. Blocks run one at a time, in the order of the calls.
  /// - Returns: the result of the block.
  /// - Throws: the error of the block.
  public func perform<T, E>(_ block: @escaping () throws(E) -> T) async throws(E) -> T {
    let work = UncheckedTransfer(block)
    let result: UncheckedTransfer<Result<T, E>> = await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: UncheckedTransfer(Result(catching: work.value))) }
    }
    return try result.value.get()
  }

  /// Runs a block on the coordinator's queue and waits for it.
  ///
  /// - Parameter block: the work to do. It may call this method again.
  public func performAndWait(_ block: () -> Void) {
    if DispatchQueue.getSpecific(key: Self.queueOwner) == ObjectIdentifier(self) {
      block()
    } else {
      queue.sync(execute: block)
    }
  }

  /// Runs a block on the coordinator's queue and waits for it.
  ///
  /// - Parameter block: the work to do. It may call this method again.
  /// - Returns: the result of the block.
  /// - Throws: the error of the block.
  public func performAndWait<T>(_ block: () throws -> T) rethrows -> T {
    if DispatchQueue.getSpecific(key: Self.queueOwner) == ObjectIdentifier(self) {
      try block()
    } else {
      try queue.sync(execute: block)
    }
  }

  /// The key by which a coordinator's queue stores the coordinator that it belongs to.
  static let queueOwner = DispatchSpecificKey<ObjectIdentifier>()
}
