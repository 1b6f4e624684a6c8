import CoreData
import SectionedFetchedResults

/// Fetches of items that fail now and then, as where a store cannot be read.
package final class FailingFetches {
  /// How many are still to fail.
  package var left = 0

  package init() {}

  /// Has the fetches of a controller fail as long as some are left.
  package func fail(_ controller: SectionedFetchedResultsController<some NSManagedObject, some NSManagedObject>) {
    controller.tracker.makeInnerController = { request, context, path, name in
      let inner = Controller(
        fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: path, cacheName: name)
      inner.fetches = self
      return inner
    }
  }

  private final class Controller: NSFetchedResultsController<NSManagedObject> {
    var fetches: FailingFetches?

    override func performFetch() throws {
      if let fetches, fetches.left > 0 {
        fetches.left -= 1
        throw CocoaError(.fileReadUnknown)
      }
      try super.performFetch()
    }
  }
}
