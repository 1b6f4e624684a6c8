#if !canImport(Darwin)
  import CoreData

  // In our Core Data a child context has its parent's coordinator, also in builds that use only Apple's public
  // interface.
  extension NSManagedObjectContext {
    var nearestToStores: NSManagedObjectContext { self }

    package var hasParent: Bool { parent != nil }
  }
#endif
