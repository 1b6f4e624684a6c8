import CoreData
import SectionedFetchedResults

/// Makes some fetches of a controller fail, as if the store could not be read.
package final class FailingFetches {
  /// The number of the next fetches that fail.
  package var left = 0

  package init() {}

  /// Makes the fetches of a controller fail while `left` is positive.
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
