/// Fetches with typed results. Subclasses cannot override them, as in Apple's framework.
extension NSManagedObjectContext {
  /// Fetches the results of a request, including this context's unsaved changes.
  ///
  /// - Returns: the results, ordered by the sort descriptors, and by identity if these compare equal.
  /// - Complexity: one query of the store and O(results), if SQL can express the predicate and no unsaved change
  ///   affects the request. Otherwise the keys of all matching objects are read, regardless of the limit, and the k
  ///   changed objects are inserted among them by reading sort values O(k · log matches) times. If the request
  ///   reaches changed objects through relationships, the context evaluates and sorts all objects of the entity.
  /// - Throws: an error in `NSCocoaErrorDomain`: 134070 (`NSPersistentStoreOperationError`) if the context has no
  ///   coordinator, the request names no entity or one that neither the model nor a store has, a path to prefetch has
  ///   a key that is not a relationship, a property to fetch is an expression, or the results are not of the type
  ///   `T`; 134060 (`NSCoreDataError`) if the predicate, a sort descriptor or a property to fetch is not valid for
  ///   the entity; or the store's error.
  public func fetch<T>(_ request: NSFetchRequest<T>) throws -> [T] where T: NSFetchRequestResult {
    try fetch(request, unless: nil)
  }

  /// Fetches like `fetch(_:)`, but can be cancelled.
  ///
  /// - Parameter isCancelled: returns whether the fetch was cancelled; nil if it cannot be cancelled.
  /// - Throws: the errors of `fetch(_:)`, or `CocoaError.userCancelled`.
  func fetch<T: NSFetchRequestResult>(
    _ request: NSFetchRequest<T>, unless isCancelled: (@Sendable () -> Bool)?
  ) throws -> [T] {
    try parentLink.withParents { try FetchExecution(request, unless: isCancelled, in: self).results(as: T.self) }
  }

  /// Counts the results of a request, with its limit and offset applied.
  ///
  /// - Complexity: one counting query of the store, if SQL can express the predicate and no unsaved change affects
  ///   the request. Otherwise that of a fetch, but no objects are created.
  /// - Throws: 134070 (`NSPersistentStoreOperationError`) or 134060 (`NSCoreDataError`) as in `fetch(_:)`, or the
  ///   store's error.
  public func count<T>(for request: NSFetchRequest<T>) throws -> Int where T: NSFetchRequestResult {
    try parentLink.withParents { try FetchExecution(request, in: self).count() }
  }
}
