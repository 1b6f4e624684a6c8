#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData
  import OrderedRows

  // Functions of a fetched results controller without sections, for the sources that identify rows by primary keys.
  extension NSFetchedResultsController<NSManagedObject> {
    /// Makes a controller and fetches. Unsaved objects get permanent keys first, because the key identifies a row.
    ///
    /// - Parameters:
    ///   - request: the request, without a window.
    ///   - context: the context to fetch in.
    ///   - keepsRuns: whether the controller keeps the runs of rows with equal values of the first sort descriptor.
    /// - Throws: the fetch's error, and the error of a store that assigns no keys.
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

    /// Obtains permanent keys for the unsaved objects that changes name in the new list.
    ///
    /// - Throws: the error of a store that assigns no keys.
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
