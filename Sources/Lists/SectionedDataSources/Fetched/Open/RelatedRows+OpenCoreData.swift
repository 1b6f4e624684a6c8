#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData

  /// An empty implementation, because our fetched results controllers follow related objects themselves.
  struct RelatedRows {
    init(
      _ query: ListQuery, _ controller: NSFetchedResultsController<NSManagedObject>?,
      in context: NSManagedObjectContext, fetchAgain: () -> Void
    ) {}

    func note(_ notice: ContextNotice) throws {}

    func isRefreshedUnchanged(_ object: NSManagedObject) -> Bool { false }
  }
#endif
