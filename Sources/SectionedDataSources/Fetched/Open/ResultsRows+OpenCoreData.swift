#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData
  import OrderedRows

  // Functions of a fetched results controller without sections for sources of rows by primary keys.
  extension NSFetchedResultsController<NSManagedObject> {
    /// Fetches the objects of a request. Unsaved ones get permanent keys first, because a row is identified by its key.
    ///
    /// - Parameter keepsRuns: whether to keep the runs of rows with the same value of the first sort descriptor.
    /// - Throws: the fetch's error, and that of a store that gives no keys.
    static func ofRows(
      _ request: NSFetchRequest<NSManagedObject>, in context: NSManagedObjectContext, keepsRuns: Bool = false
    ) throws -> NSFetchedResultsController<NSManagedObject> {
      let entity = try FetchRequests.entity(of: request, in: context)
      let unsaved = context.insertedObjects.filter { $0.objectID.isTemporaryID && $0.entity.isKindOf(entity: entity) }
      if !unsaved.isEmpty { try context.obtainPermanentIDs(for: Array(unsaved)) }
      let controller = NSFetchedResultsController(
        fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
      if keepsRuns { controller.keepRuns() }
      controller.needsPermanentKeys = true
      try controller.performFetch()
      return controller
    }

    /// Obtains permanent keys for inserted objects.
    ///
    /// - Throws: the error of a store that gives none.
    func obtainPermanentKeys(of changes: ResultsChanges) throws {
      let unsaved = changes.rows.filter { $0.new != nil && $0.name.key.isTemporary }.map { object(for: $0.name.key) }
      if !unsaved.isEmpty { try managedObjectContext.obtainPermanentIDs(for: unsaved) }
    }

    /// The primary keys of all rows.
    var rowNumbers: RowNumbers {
      if resultCount == 0 { return .short([]) }
      return shortPrimaryKeys(inSection: 0).map { .short($0) } ?? .long(primaryKeys(inSection: 0))
    }
  }
#endif
