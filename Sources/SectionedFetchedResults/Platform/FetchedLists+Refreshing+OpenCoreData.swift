#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData

  extension FetchedLists {
    /// Whether an inner controller may miss a change that its context names.
    static var innerMayPassOver: Bool { false }

    /// Tells of objects as refreshed, all in one event, without reading or making them.
    ///
    /// The notification may come before this returns: what it will name is noted first.
    func refresh(_ ids: Set<NSManagedObjectID>) {
      placedAnew.formUnion(ids.lazy.filter { [context] in context.registeredObject(for: $0) != nil })
      context.announceRefresh(of: Array(ids))
    }
  }
#endif
