#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData

  extension FetchedRows {
    /// Sets whether the context gives objects permanent identifiers before it reports their insertion. Otherwise these
    /// follow in an event of their own, after which objects that compare equal may be in another order.
    func setNeedsPermanentIDs(of controller: NSFetchedResultsController<NSManagedObject>) {
      controller.needsPermanentKeys = obtainsPermanentIDs
    }
  }
#endif
