#if canImport(Darwin) || SECTIONED_PUBLIC_API
  import CoreData

  extension FetchedLists {
    /// Whether an inner controller may miss a change that its context names.
    static var innerMayPassOver: Bool { true }

    /// Refreshes objects, keeping their changes. A fault is filled first: refreshing one tells nobody.
    ///
    /// - Returns: those that a notification will name as refreshed.
    func refresh(_ ids: Set<NSManagedObjectID>) -> Set<NSManagedObjectID> {
      ids.filter { id in
        guard let object = try? context.existingObject(with: id) else { return false }
        context.refresh(object, mergeChanges: true)
        return true
      }
    }
  }
#endif
