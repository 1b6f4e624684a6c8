#if canImport(Darwin) || SECTIONED_PUBLIC_API
  import CoreData

  extension FetchedRows {
    /// Does nothing. On Apple platforms the context reports objects with temporary identifiers, and the list obtains
    /// the permanent ones afterwards.
    func setNeedsPermanentIDs(of controller: NSFetchedResultsController<NSManagedObject>) {}
  }
#endif
