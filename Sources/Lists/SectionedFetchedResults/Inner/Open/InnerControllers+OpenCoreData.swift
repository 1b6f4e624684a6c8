#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData
  import Foundation
  import OrderedRows

  // The inner controllers' use of our Core Data's package interface.

  extension InnerController {
    /// Makes a fetched results controller for the library's own use.
    package static func make(
      _ request: NSFetchRequest<NSManagedObject>, in context: NSManagedObjectContext, by path: String? = nil,
      cacheName: String? = nil
    ) -> NSFetchedResultsController<NSManagedObject> {
      NSFetchedResultsController(
        fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: path, cacheName: cacheName)
    }
  }

  extension InnerSections {
    /// Lets the inner controller sort by identity, because sections that are themselves the keys have no attribute to
    /// sort by.
    func allowIdentityOrder() { controller.allowIdentityOrder() }

    /// Makes the inner controller ignore a section of which only this property changed.
    func passOver(changesOf key: String) { controller.passOver(changesOf: [key]) }
  }

  extension InnerOrder {
    /// The index of an item among all; nil when it is no longer there. No object is made.
    func index(of token: ItemToken) -> Int? { controller.place(ofPrimaryKey: token)?.item }
  }

  extension FetchedLists {
    /// Sets whether the context gives permanent IDs to new objects before they are reported. An object that is reported
    /// without one, because it was reported to other observers already, gets it from `obtainPermanentIDs(for:)`.
    func setNeedsPermanentIDs(_ isOn: Bool) {
      items.controller.needsPermanentKeys = isOn
      sections.controller.needsPermanentKeys = isOn
    }

    /// Does nothing, because our inner controllers follow related objects themselves.
    func followRelated() {}
  }
#endif
