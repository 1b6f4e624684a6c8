#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData

  extension FetchedLists {
    /// Whether an inner controller may miss a change that its context names.
    static var innerMayPassOver: Bool { false }

    /// Tells of objects as refreshed, all in one event, without reading or making them.
    ///
    /// - Returns: those that a notification will name as refreshed.
    func refresh(_ ids: Set<NSManagedObjectID>) -> Set<NSManagedObjectID> {
      let known = ids.filter { context.registeredObject(for: $0) != nil }
      context.announceRefresh(of: Array(ids))
      return known
    }
  }
#endif
