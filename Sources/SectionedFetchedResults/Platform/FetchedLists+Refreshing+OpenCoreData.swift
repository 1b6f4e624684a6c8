#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData

  extension FetchedLists {
    /// Whether an inner controller may miss a change that its context names.
    static var innerMayPassOver: Bool { false }

    /// Tells of objects as refreshed, all in one event, without reading or making them.
    func refresh(_ ids: Set<NSManagedObjectID>) { context.announceRefresh(of: Array(ids)) }
  }
#endif
