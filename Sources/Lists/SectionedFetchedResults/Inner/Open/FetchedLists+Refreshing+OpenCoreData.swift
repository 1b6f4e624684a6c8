#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData

  /// A stand-in without state, because our context reports all refreshed objects at once.
  struct Refreshes {
    init(_ context: NSManagedObjectContext) {}

    /// Objects that a refresh has moved, or failed to move.
    var settled: Set<ItemToken> { [] }

    /// Whether every refreshed object was moved to its right section.
    var allArePlaced: Bool { true }

    func rename(_ old: NSManagedObjectID, to new: NSManagedObjectID) {}
    func noteReported(_ token: ItemToken) {}
    func forgetReported() {}
    func forgetPlaced(isEarly: Bool) {}
  }

  extension FetchedLists {
    /// Whether an inner controller may miss a change that its context names.
    static var innerMayPassOver: Bool { false }

    /// Makes the context report objects as refreshed, all in one event, without reading or creating them.
    ///
    /// - Parameter revised: the objects whose refresh is reported as their change.
    func refresh(_ ids: Set<NSManagedObjectID>, revised: Set<NSManagedObjectID>) {
      self.revised = replacing.isEmpty ? revised : self.revised.subtracting(ids).union(revised)
      context.announceRefresh(of: Array(ids))
    }

    /// Does nothing, because objects are refreshed at once.
    func keepUnsaved(among ids: Set<NSManagedObjectID>) {}

    /// Does nothing, because the lists know every dependant, and rename it when it gets a permanent ID.
    func renameSaved() {}

    /// Whether a refresh is scheduled. Always false, because objects are refreshed at once.
    var isRefreshing: Bool { false }

    /// Whether some group may have a key other than that of its rows. Always false here.
    var mayHaveWrongKeys: Bool { false }

    /// Does nothing, because refreshes never wait here.
    func takeRefreshes(of previous: FetchedLists) {}

    /// Whether a notification names an object only because a controller of the context refreshed it. Always false,
    /// because our context marks the whole event instead.
    func isRefreshedOnly(_ object: NSManagedObject) -> Bool { false }

    /// Does nothing, because here no objects outside the lists are evaluated.
    func fill(_ ids: Set<NSManagedObjectID>) -> [NSManagedObject] { [] }

    /// Whether an object to be moved is reported only because it was refreshed.
    func isPlacedAnewOnly(_ object: NSManagedObject) -> Bool { true }

    /// The properties that a refresh changed. Always none, because the refresh does not read the object.
    func keysTakenIn(_ object: NSManagedObject) -> Set<String> { [] }
  }
#endif
