import Foundation

/// Batch requests. A store executes a request as SQL statements if delete rules, inverses and the model's validation
/// are still respected. Otherwise a separate context executes it and saves without notifications. The program's
/// classes are not used in either case.
extension NSManagedObjectContext {
  func executeBatch(_ request: NSPersistentStoreRequest) throws -> NSPersistentStoreResult {
    requireQueue()
    guard let coordinator = graph.registry.coordinator else { throw Self.noCoordinator }
    if let request = request as? NSPersistentHistoryChangeRequest {
      return try HistoryExecution(request, in: coordinator).result()
    }
    if let request = request as? any AsynchronousRequest { return request.begin(in: self) }
    let scratch = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    (scratch.events.isSilent, scratch.graph.makesPlainObjects) = (true, true)
    scratch.persistentStoreCoordinator = coordinator
    (scratch.name, scratch.transactionAuthor) = namesOfRoot()
    let settling = BatchMergePolicy()
    scratch.mergePolicy = settling
    defer { graph.forgetRow() }
    let policy = (mergePolicy as? NSMergePolicy ?? .error).mergeType
    return try scratch.performAndWait {
      switch request {
      case let request as NSBatchDeleteRequest: try scratch.delete(request, settlingBy: settling)
      case let request as NSBatchUpdateRequest: try scratch.update(request, settlingBy: settling)
      case let request as NSBatchInsertRequest: try scratch.insert(request, settlingConstraintsBy: policy)
      default:
        throw NSError.coreData(
          NSPersistentStoreUnsupportedRequestTypeError,
          "execute(_:) takes batch, history and asynchronous requests, not \(Swift.type(of: request)). Use fetch(_:) or save()."
        )
      }
    }
  }

  /// The context name and the author that the history records for a request: those of the root context, which
  /// executes the requests of its descendants.
  private func namesOfRoot() -> (name: String?, author: String?) {
    parentLink.superior.map { above in above.parentLink.answer { above.namesOfRoot() } } ?? (name, transactionAuthor)
  }

  static var noCoordinator: NSError {
    .coreData(NSPersistentStoreOperationError, "The context has no coordinator: nothing can be executed.")
  }

  /// Makes a store execute a batch request as statements.
  ///
  /// - Returns: the outcome; nil, with nothing changed, if the rows must be handled as objects.
  func carryOut(_ change: BatchChange, in store: NSPersistentStore) throws -> BatchOutcome? {
    guard let coordinator = graph.registry.coordinator else { throw Self.noCoordinator }
    try store.checkWritable()
    var change = change
    change.wantsVersions = coordinator.isWatching
    guard let outcome = try coordinator.numberingSave({ try store.rows.carryOut(change) }).result else { return nil }
    coordinator.noteSave(of: outcome.written, to: [store])
    return outcome
  }

  /// The rows that a fetch finds, as a query to the store; nil if the fetch must evaluate objects.
  func batchQuery<T>(_ request: NSFetchRequest<T>) throws -> RowQuery? {
    let fetch = try FetchExecution(request, in: self)
    return fetch.storeDecides && !fetch.isOrderedInMemory ? fetch.query : nil
  }
}
