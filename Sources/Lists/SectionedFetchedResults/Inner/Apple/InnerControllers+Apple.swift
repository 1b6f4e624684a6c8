#if canImport(Darwin) || SECTIONED_PUBLIC_API
  import CoreData
  import Foundation

  // The inner controllers' use of Apple's public interface.

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

  extension InnerSections {
    /// Does nothing. On Apple platforms each section has a key attribute, by which sections without an order are
    /// sorted.
    func allowIdentityOrder() {}

    /// Does nothing. Apple's controller reports every change, and `FetchedLists.withoutItems(_:)` filters the reports.
    func passOver(changesOf key: String) {}
  }

  extension InnerOrder {
    /// The index of an item among all; nil when it is no longer there.
    func index(of token: ItemToken) -> Int? {
      controller.indexPath(forObject: controller.managedObjectContext.object(with: token)).map { $0[1] }
    }
  }

  extension FetchedLists {
    /// Does nothing. Apple's context reports objects with temporary IDs, and `obtainPermanentIDs(for:)` replaces these.
    func setNeedsPermanentIDs(_ isOn: Bool) {}
  }
#endif
