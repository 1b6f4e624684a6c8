/// Fetches with typed results. As in Apple's framework, no subclass overrides them.
extension NSManagedObjectContext {
  /// Fetches what a request describes, this context's unsaved changes included.
  ///
  /// - Returns: the results in the order of the sort descriptors; ties are ordered by identity.
  /// - Complexity: one query of the store and O(results), as long as SQL can express the predicate and no unsaved
  ///   change concerns the request. Otherwise the keys of all objects that match are read, whatever the limit, and the
  ///   k changed objects are placed among them, reading sort values O(k · log matches) times; where the request reads
  ///   changed objects through relationships, the context evaluates and sorts all objects of the entity.
  /// - Throws: an error in `NSCocoaErrorDomain`: 134070 (`NSPersistentStoreOperationError`) when the context has no
  ///   coordinator, the request names no entity or one that neither the model nor a store has, a relationship to
  ///   prefetch is none, a property to fetch is an expression, or the results are not of the type; 134060
  ///   (`NSCoreDataError`) when the predicate, a sort descriptor or a property to fetch is not one for the entity; or
  ///   the store's error.
  public func fetch<T>(_ request: NSFetchRequest<T>) throws -> [T] where T: NSFetchRequestResult {
    try fetch(request, unless: nil)
  }

  /// Fetches as `fetch(_:)` does, but the fetch can be cancelled.
  ///
  /// - Parameter isCancelled: whether the fetch was cancelled; nil if no caller can cancel it.
  /// - Throws: as `fetch(_:)`, and `CocoaError.userCancelled`.
  func fetch<T: NSFetchRequestResult>(
    _ request: NSFetchRequest<T>, unless isCancelled: (@Sendable () -> Bool)?
  ) throws -> [T] {
    try parentLink.withParents { try FetchExecution(request, unless: isCancelled, in: self).results(as: T.self) }
  }

  /// Counts the results of a request, its limit and offset applied.
  ///
  /// - Complexity: one query that counts in the store, as long as SQL can express the predicate and no unsaved change
  ///   concerns the request; otherwise that of a fetch, without making an object.
  /// - Throws: 134070 (`NSPersistentStoreOperationError`) or 134060 (`NSCoreDataError`) as `fetch(_:)`, or the store's
  ///   error.
  public func count<T>(for request: NSFetchRequest<T>) throws -> Int where T: NSFetchRequestResult {
    try parentLink.withParents { try FetchExecution(request, in: self).count() }
  }
}
