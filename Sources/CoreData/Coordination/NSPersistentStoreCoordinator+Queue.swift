import Dispatch

extension NSPersistentStoreCoordinator {
  /// Runs a block on the coordinator's queue, later.
  ///
  /// - Parameter block: what to do. Blocks run one at a time, in the order they were given.
  public func perform(_ block: @escaping () -> Void) {
    let work = UncheckedTransfer(block)
    queue.async { work.value() }
  }

  /// Runs a block on the coordinator's queue and waits for it without blocking the thread.
  ///
  /// - Parameter block: what to do. Blocks run one at a time, in the order they were given.
  /// - Returns: what the block returns.
  /// - Throws: what the block throws.
  public func perform<T, E>(_ block: @escaping () throws(E) -> T) async throws(E) -> T {
    let work = UncheckedTransfer(block)
    let result: UncheckedTransfer<Result<T, E>> = await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: UncheckedTransfer(Result(catching: work.value))) }
    }
    return try result.value.get()
  }

  /// Runs a block on the coordinator's queue and waits for it.
  ///
  /// - Parameter block: what to do. It may call this method again.
  public func performAndWait(_ block: () -> Void) {
    if DispatchQueue.getSpecific(key: Self.queueOwner) == ObjectIdentifier(self) {
      block()
    } else {
      queue.sync(execute: block)
    }
  }

  /// Runs a block on the coordinator's queue and waits for it.
  ///
  /// - Parameter block: what to do. It may call this method again.
  /// - Returns: what the block returns.
  /// - Throws: what the block throws.
  public func performAndWait<T>(_ block: () throws -> T) rethrows -> T {
    if DispatchQueue.getSpecific(key: Self.queueOwner) == ObjectIdentifier(self) {
      try block()
    } else {
      try queue.sync(execute: block)
    }
  }

  /// On a coordinator's queue: which coordinator's it is.
  static let queueOwner = DispatchSpecificKey<ObjectIdentifier>()
}
