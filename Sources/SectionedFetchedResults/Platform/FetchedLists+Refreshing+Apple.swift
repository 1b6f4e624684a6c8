#if canImport(Darwin) || SECTIONED_PUBLIC_API
  import CoreData

  extension FetchedLists {
    /// Whether an inner controller may miss a change that its context names.
    static var innerMayPassOver: Bool { true }

    /// Refreshes objects, keeping their changes. A fault is filled first: refreshing one tells nobody.
    ///
    /// The notification may come before this returns: what it will name is noted first.
    func refresh(_ ids: Set<NSManagedObjectID>) {
      for id in ids {
        guard let object = try? context.existingObject(with: id) else {
          replacing.remove(items.token(of: id))
          continue
        }
        if id.isTemporaryID {
          // What was never saved cannot be refreshed, and says nothing when it is. It keeps its section until it is saved.
          if !replacing.contains(token(of: object)) { noteUntold(object, nil) }
          continue
        }
        placedAnew.insert(id)
        context.refresh(object, mergeChanges: true)
      }
    }
  }
#endif
