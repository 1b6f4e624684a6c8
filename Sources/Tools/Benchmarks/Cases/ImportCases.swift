import CoreData
import Foundation
import SectionedFetchedResults

/// The merge of many rows, which another context inserted, into a list that is shown.
enum ImportCases {
  static var all: [Benchmark] { [imported, reported] }

  /// The delegate receives no changes, so the controller makes no objects.
  private static var imported: Benchmark {
    Benchmark.ratio("merge.import", atMost: 2.5, repetitions: 5) { workspace in
      try [0, count].map { books in
        let setting = try Setting(workspace, books: books)
        return Comparison(size: "\(LibraryShape.short(count)) rows into a list of \(LibraryShape.short(books))") {
          try setting.insertByHand(count)
          return try timed { try setting.refetched.refetchAndDiff() }.duration
        } ours: {
          try setting.importRows(count, BatchEnds())
        }
      }
    }
  }

  private static var reported: Benchmark {
    Benchmark.ratio("merge.import.reported", atMost: 4, repetitions: 5) { workspace in
      let setting = try Setting(workspace, books: count)
      return [
        Comparison(size: "\(LibraryShape.short(count)) rows into a list of as many, each item taken") {
          try setting.fetchNewest(count)
        } ours: {
          let counter = CallCounter()
          let duration = try setting.importRows(count, counter)
          guard counter.calls >= count else { throw BenchmarkError("\(counter.calls) items were reported.") }
          return duration
        }
      ]
    }
  }

  private static let count = 100_000

  /// A store to import into, and a copy of it, which the baseline fetches again after each import.
  private final class Setting {
    private let library: LibraryStore
    private let shelves: Int
    private var next: Int
    private var nextByHand: Int
    let refetched: RefetchedList

    init(_ workspace: Workspace, books: Int) throws {
      let shape = LibraryShape(books: max(1, books), shelves: 1_000)
      library = try workspace.ownLibrary(shape)
      shelves = shape.shelves
      refetched = try RefetchedList(try workspace.database(copying: library))
      next = shape.books + 1
      nextByHand = next
    }

    /// Deletes the rows of the last call, and inserts rows by C as another program would.
    func insertByHand(_ count: Int) throws {
      let (database, first) = (refetched.database, nextByHand)
      try database.run("DELETE FROM ZBOOK WHERE Z_PK >= \(first)")
      try refetched.refetchAndDiff()
      let filling = LibraryFilling(database: database, shape: library.shape)
      try database.transaction { try filling.insertBooks(first..<first + count) { Int64($0 % self.shelves + 1) } }
    }

    /// Merges inserted rows into a new list.
    ///
    /// - Returns: the time from the merge to the end of the event.
    func importRows(
      _ count: Int, _ delegate: any SectionedFetchedResultsControllerDelegate<NSManagedObject, Book>
    ) throws -> Duration {
      try library.database.run("DELETE FROM ZBOOK WHERE Z_PK > \(library.shape.books)")
      let view = library.newContext()
      let controller = try view.performAndWait {
        let controller = LibraryList.controller(view)
        controller.delegate = delegate
        try controller.performFetch()
        return controller
      }
      let notification = try insert(count)
      return try view.measuring { context in
        let duration = timed { context.mergeChanges(fromContextDidSave: notification) }.duration
        guard controller.items.count == library.shape.books + count else {
          throw BenchmarkError("\(controller.items.count) items are shown after an import of \(count).")
        }
        return duration
      }
    }

    /// Inserts books in a context of their own.
    ///
    /// - Returns: the did-save notification.
    private func insert(_ count: Int) throws -> Notification {
      let context = library.newContext()
      let recorder = SaveNotificationRecorder(of: context)
      try context.performAndWait {
        let entity = try SaveCases.entity("Book", of: context)
        let shelves = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Shelf"))
        for number in next..<next + count {
          let book = Book(entity: entity, insertInto: context)
          book.setValue(LibraryStore.name(of: number), forKey: "name")
          book.setValue(LibraryStore.author(of: number), forKey: "author")
          book.setValue(shelves[number % shelves.count], forKey: "shelf")
        }
        next += count
        try context.save()
      }
      return try recorder.take()
    }

    /// Returns the time that our own fetch takes for the rows of the last import.
    func fetchNewest(_ count: Int) throws -> Duration {
      if try library.database.integer("SELECT count(*) FROM ZBOOK") < count * 2 { _ = try insert(count) }
      return try library.newContext().measuring { context in
        let request = FetchCases.request(filled: true)
        request.predicate = NSPredicate(format: "rank = nil")
        let (duration, books) = try timed { try context.fetch(request) }
        guard books.count == count else { throw BenchmarkError("\(books.count) books were fetched.") }
        return duration
      }
    }
  }
}

/// A delegate that implements only the end of a batch.
private final class BatchEnds: SectionedFetchedResultsControllerDelegate {
  func controllerDidChangeContent(_ controller: LibraryList.Controller) {}
}
