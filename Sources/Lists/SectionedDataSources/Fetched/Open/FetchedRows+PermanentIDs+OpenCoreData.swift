#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData

  extension FetchedRows {
    /// Sets whether the context assigns permanent identifiers before it reports inserted objects. If it does not, an
    /// event of its own reports them later, and objects that compare equal may then be in another order.
    func setNeedsPermanentIDs(of controller: NSFetchedResultsController<NSManagedObject>) {
      controller.needsPermanentKeys = obtainsPermanentIDs
    }
  }
#endif
