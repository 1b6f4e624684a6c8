#if canImport(Darwin)
  import CoreData

  extension NSManagedObjectContext {
    /// This context, or the one above it that has a coordinator of its own.
    var nearestToStores: NSManagedObjectContext {
      var context = self
      while context.persistentStoreCoordinator == nil, let parent = context.parent { context = parent }
      return context
    }

    /// Whether it saves into another context.
    package var hasParent: Bool { parent != nil }
  }
#endif
