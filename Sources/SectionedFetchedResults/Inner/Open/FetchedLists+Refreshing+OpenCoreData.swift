#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData

  /// A stand-in without state: our context reports objects as refreshed at once, and all of them.
  struct Refreshes {
    init(_ context: NSManagedObjectContext) {}

    /// Objects that were placed anew, or will not be.
    var settled: Set<ItemToken> { [] }

    /// Whether no object kept its section although it was to be placed anew.
    var allArePlaced: Bool { true }

    func rename(_ old: NSManagedObjectID, to new: NSManagedObjectID) {}
    func noteReported(_ token: ItemToken) {}
    func forgetReported() {}
    func forgetPlaced(isEarly: Bool) {}
  }

  extension FetchedLists {
    /// Whether an inner controller may miss a change that its context names.
    static var innerMayPassOver: Bool { false }

    /// Makes the context report objects as refreshed, all in one event of that kind, without reading or making them.
    ///
    /// - Parameter revised: those of which that is a change.
    func refresh(_ ids: Set<NSManagedObjectID>, revised: Set<NSManagedObjectID>) {
      self.revised = replacing.isEmpty ? revised : self.revised.subtracting(ids).union(revised)
      context.announceRefresh(of: Array(ids))
    }

    /// Whether a refresh waits: none does.
    var isRefreshing: Bool { false }

    /// Whether groups may have keys that are not their rows': none has.
    var mayHaveWrongKeys: Bool { false }

    /// Does nothing: no refresh waits, because refreshed objects are reported at once.
    func takeRefreshes(of previous: FetchedLists) {}

    /// Whether a notification names an object only because a controller of the context had it refreshed. Our context
    /// marks a whole event as such.
    func isRefreshedOnly(_ object: NSManagedObject) -> Bool { false }

    /// Does nothing: no object is looked at that is not shown.
    func fill(_ ids: Set<NSManagedObjectID>) -> [NSManagedObject] { [] }

    /// Whether an object is reported only because it was refreshed here.
    func isPlacedAnewOnly(_ object: NSManagedObject) -> Bool { true }

    /// The properties that changed when an object was refreshed: none, because it is not read.
    func keysTakenIn(_ object: NSManagedObject) -> Set<String> { [] }
  }
#endif
