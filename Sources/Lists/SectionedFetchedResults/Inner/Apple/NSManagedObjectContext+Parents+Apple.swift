#if canImport(Darwin)
  import CoreData

  extension NSManagedObjectContext {
    /// This context, or its nearest ancestor that has a coordinator.
    var nearestToStores: NSManagedObjectContext {
      var context = self
      while context.persistentStoreCoordinator == nil, let parent = context.parent { context = parent }
      return context
    }

    /// Whether the context saves into a parent context.
    package var hasParent: Bool { parent != nil }
  }
#endif
