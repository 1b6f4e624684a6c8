#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData

  extension FetchedRows {
    /// Whether the context gives permanent identifiers to what comes before it is reported. Else they come with an event of
    /// their own, after which ties may stand in another order.
    func setNeedsPermanentIDs(of controller: NSFetchedResultsController<NSManagedObject>) {
      controller.needsPermanentKeys = obtainsPermanentIDs
    }
  }
#endif
