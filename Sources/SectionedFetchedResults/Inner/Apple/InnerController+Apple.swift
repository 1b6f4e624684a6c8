#if canImport(Darwin) || SECTIONED_PUBLIC_API
  import CoreData

  extension InnerController {
    /// Makes a fetched results controller for the library's own use.
    package static func make(
      _ request: NSFetchRequest<NSManagedObject>, in context: NSManagedObjectContext, by path: String? = nil,
      cacheName: String? = nil
    ) -> NSFetchedResultsController<NSManagedObject> {
      let make =
        context.userInfo[maker] as? InnerControllerMaker ?? {
          NSFetchedResultsController(
            fetchRequest: $0, managedObjectContext: $1, sectionNameKeyPath: $2, cacheName: $3)
        }
      let controller = make(request, context, path, cacheName)
      #if !canImport(Darwin)
        if context.userInfo[ignoresRelationships] as? Bool == true { controller.followNoRelationships() }
      #endif
      return controller
    }
  }
#endif
