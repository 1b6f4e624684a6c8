import Foundation

extension NSPersistentContainer {
  /// Creates a context with a private queue.
  ///
  /// - Returns: a context that uses the container's coordinator.
  public func newBackgroundContext() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = persistentStoreCoordinator
    return context
  }

  /// Runs a block asynchronously on the queue of a new context. Blocks of several calls may run concurrently.
  ///
  /// - Parameter block: the work to do with the context. It must save the changes itself.
  public func performBackgroundTask(_ block: @escaping (NSManagedObjectContext) -> Void) {
    let context = newBackgroundContext()
    context.perform { block(context) }
  }

  /// Runs a block on the queue of a new context and waits for it without blocking the thread.
  ///
  /// In a function of the main actor, the block must begin with `@Sendable`. Otherwise it belongs to the main actor,
  /// and the compiler does not allow passing it to another queue:
  ///
  /// ```swift
  /// let count = try await container.performBackgroundTask { @Sendable context in
  ///   try context.count(for: NSFetchRequest<Track>(entityName: "Track"))
  /// }
  /// ```
  ///
  /// - Parameter block: the work to do with the context. It must save the changes itself.
  /// - Returns: the result of the block. Return object IDs, because a managed object cannot be used after its context
  ///   was freed.
  /// - Throws: the error of the block.
  public func performBackgroundTask<T, E>(
    _ block: @escaping (NSManagedObjectContext) throws(E) -> T
  ) async throws(E) -> T {
    let context = newBackgroundContext()
    // The caller resumes only when the event is over, because it might release something that the event still needs.
    return try await context.perform(schedule: .enqueued) { () throws(E) -> T in try block(context) }
  }
}
