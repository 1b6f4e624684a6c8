#if !canImport(Darwin)
  import CoreData

  // Our contexts have no parents, whether or not their package interface is in use.
  extension NSManagedObjectContext {
    var nearestToStores: NSManagedObjectContext { self }

    package var hasParent: Bool { false }
  }
#endif
