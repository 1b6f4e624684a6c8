#if canImport(Darwin) || SECTIONED_PUBLIC_API
  import CoreData

  extension FetchedRows {
    /// Does nothing: Apple's contexts report objects with temporary identifiers, and the list then obtains permanent
    /// ones.
    func setNeedsPermanentIDs(of controller: NSFetchedResultsController<NSManagedObject>) {}
  }
#endif
