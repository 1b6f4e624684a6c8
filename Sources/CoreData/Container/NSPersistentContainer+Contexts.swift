import Foundation

extension NSPersistentContainer {
  /// Makes a context on a queue of its own.
  ///
  /// - Returns: a context of the container's coordinator.
  public func newBackgroundContext() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = persistentStoreCoordinator
    return context
  }

  /// Runs a block on the queue of a new context, later. Blocks of several calls may run at the same time.
  ///
  /// - Parameter block: what to do with the context. It saves what it wants to keep.
  public func performBackgroundTask(_ block: @escaping (NSManagedObjectContext) -> Void) {
    let context = newBackgroundContext()
    context.perform { block(context) }
  }

  /// Runs a block on the queue of a new context and waits for it without blocking the thread.
  ///
  /// In a function of the main actor the block begins with `@Sendable`. Without it the block belongs to the main actor,
  /// too, and the compiler does not let it go to another queue:
  ///
  /// ```swift
  /// let count = try await container.performBackgroundTask { @Sendable context in
  ///   try context.count(for: NSFetchRequest<Track>(entityName: "Track"))
  /// }
  /// ```
  ///
  /// - Parameter block: what to do with the context. It saves what it wants to keep.
  /// - Returns: what the block returns. A managed object does not outlive its context: return its ID.
  /// - Throws: what the block throws.
  public func performBackgroundTask<T, E>(
    _ block: @escaping (NSManagedObjectContext) throws(E) -> T
  ) async throws(E) -> T {
    let context = newBackgroundContext()
    // The caller goes on when the event is over: what it does next may take away what the event still needs.
    return try await context.perform(schedule: .enqueued) { () throws(E) -> T in try block(context) }
  }
}
