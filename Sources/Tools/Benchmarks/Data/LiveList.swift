import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting

/// A list that is shown while its context changes. It is shown by our controller, or only by the two fetched results
/// controllers of which our controller consists. The objects of its items are not loaded.
final class LiveList {
  enum Kind {
    case sectioned, inner
  }

  let library: LibraryStore
  let context: NSManagedObjectContext
  let counter = CallCounter()
  let book: NSEntityDescription
  let shelf: NSEntityDescription
  var random: SeededRandom
  private(set) var controller: LibraryList.Controller?
  private var inner: (books: NSFetchedResultsController<Book>, shelves: NSFetchedResultsController<NSManagedObject>)?

  /// - Parameter aggregates: the aggregates of our controller.
  init(
    _ library: LibraryStore, _ kind: Kind = .sectioned, onMain: Bool = false, aggregates: [ItemAggregate] = [],
    seed: UInt64 = 1
  ) throws {
    self.library = library
    context = library.newContext(onMain ? .mainQueueConcurrencyType : .privateQueueConcurrencyType)
    random = SeededRandom(seed: seed)
    book = try SaveCases.entity("Book", of: context)
    shelf = try SaveCases.entity("Shelf", of: context)
    try context.performAndWait {
      switch kind {
      case .sectioned:
        let controller = LibraryList.controller(context)
        controller.delegate = counter
        controller.aggregates = aggregates
        self.controller = controller
        try controller.performFetch()
      case .inner:
        let books = LibraryList.resultsController(context)
        let shelves = LibraryList.shelvesController(context)
        books.delegate = counter
        shelves.delegate = counter
        inner = (books, shelves)
        try books.performFetch()
        try shelves.performFetch()
        // A sectioned controller also makes these objects, because it needs their keys.
        keep(shelves.fetchedObjects)
      }
    }
  }

  /// Makes edits, and times how the context and the controllers process them. Rolls the edits back afterwards.
  ///
  /// - Parameter took: further work that belongs to the event.
  /// - Returns: the time from `processPendingChanges` to the last callback, plus the time of `took`.
  func measure(_ edits: (LiveList) throws -> Void, took: () throws -> Void = {}) throws -> Duration {
    try context.measuring { context in
      try edits(self)
      counter.reset()
      let duration = try timed {
        context.processPendingChanges()
        try took()
      }.duration
      guard counter.batches > 0 else { throw BenchmarkError("No callback came.") }
      context.rollback()
      context.processPendingChanges()
      return duration
    }
  }

  /// Fetches with another predicate. The controller reports the changes.
  func fetch(where predicate: NSPredicate?) throws -> Duration {
    try context.measuring { _ in
      controller?.itemFetchRequest.predicate = predicate
      counter.reset()
      return try timed { try controller?.performFetch() }.duration
    }
  }

  /// The asynchronous sequence, for one consumer.
  var updates: SectionedFetchedResultsUpdates? { context.performAndWait { controller?.updates } }

  /// The size of the last change set.
  var lastChanges: Int { counter.changes }

  /// The objects of all items.
  var allItems: [Book] { controller?.fetchedObjects ?? [] }

  func book(_ number: Int) -> NSManagedObject { object(number, book) }

  func shelf(_ number: Int) -> NSManagedObject { object(number, shelf) }

  private func object(_ number: Int, _ entity: NSEntityDescription) -> NSManagedObject {
    context.object(with: context.objectID(primaryKey: Int64(number), entity: entity))
  }
}

/// A delegate that counts every callback.
final class CallCounter: NSObject, SectionedFetchedResultsControllerDelegate, NSFetchedResultsControllerDelegate {
  private(set) var batches = 0
  private(set) var calls = 0
  /// The size of the last change set.
  private(set) var changes = 0
  /// Called at the end of each batch.
  var batchEnded: (() -> Void)?

  func reset() { (batches, calls, changes) = (0, 0, 0) }

  func controllerWillChangeContent(_ controller: LibraryList.Controller) {}

  func controller(
    _ controller: LibraryList.Controller, didChange section: SectionedFetchedResultsSectionInfo<NSManagedObject, Book>,
    atSectionIndex sectionIndex: Int?, for type: NSFetchedResultsChangeType, newSectionIndex: Int?
  ) {
    calls += 1
  }

  func controller(
    _ controller: LibraryList.Controller, didChange item: Book, at indexPath: IndexPath?,
    for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    calls += 1
  }

  func controllerDidChangeContent(_ controller: LibraryList.Controller) {
    batches += 1
    batchEnded?()
  }

  func controller(
    _ controller: LibraryList.Controller,
    didChangeContentWith changes: SectionedChangeSet<NSManagedObjectID?, NSManagedObjectID>
  ) {
    self.changes = changes.count
  }

  func controller(_ controller: LibraryList.Controller, didFailWith error: any Error) {
    fatalError("The benchmark's controller failed: \(error)")
  }

  // The inner controllers' delegate.

  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
    at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    calls += 1
  }

  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
    for type: NSFetchedResultsChangeType
  ) {
    calls += 1
  }

  func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) { batches += 1 }
}
