#if canImport(Darwin) || SECTIONED_PUBLIC_API
  import CoreData

  extension FetchedRows {
    /// Apple's context reports objects with temporary identifiers: the list obtains others then.
    func setNeedsPermanentIDs(of controller: NSFetchedResultsController<NSManagedObject>) {}
  }
#endif
