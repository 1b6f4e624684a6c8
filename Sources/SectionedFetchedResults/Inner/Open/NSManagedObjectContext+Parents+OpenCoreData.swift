#if !canImport(Darwin)
  import CoreData

  // A child has its parent's coordinator, whether or not the package interface of our contexts is in use.
  extension NSManagedObjectContext {
    var nearestToStores: NSManagedObjectContext { self }

    package var hasParent: Bool { parent != nil }
  }
#endif
