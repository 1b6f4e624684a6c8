#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData

  /// Our context reports objects as refreshed at once.
  struct Refreshes {}

  extension FetchedLists {
    /// Whether an inner controller may miss a change that its context names.
    static var innerMayPassOver: Bool { false }

    /// Has the context report objects as refreshed, all in one event of that kind, without reading or making them.
    func refresh(_ ids: Set<NSManagedObjectID>) { context.announceRefresh(of: Array(ids)) }

    /// Nothing waits: what is refreshed is reported at once.
    func takeRefreshes(of previous: FetchedLists) {}

    func noteValues(_ values: [NSManagedObjectID: [String: Any]], over ids: Set<NSManagedObjectID>) {}

    /// Whether a notification names an object as changed only because a controller had it named. Ours need not.
    func isNamedOnly(_ object: NSManagedObject) -> Bool { false }

    /// Whether a notification names an object only because a controller of the context had it refreshed. Our context
    /// marks a whole event as such.
    func isRefreshedOnly(_ object: NSManagedObject) -> Bool { false }

    /// Whether an object is reported only because it was refreshed here.
    func isPlacedAnewOnly(_ object: NSManagedObject) -> Bool { true }

    /// The properties that changed when an object was refreshed: it is not read.
    func keysTakenIn(_ object: NSManagedObject) -> Set<String> { [] }
  }
#endif
