import CoreData
import Foundation
import SectionedDataSources
import SectionedFetchedResults
import SectionedTerminal

/// A library in a terminal list, opened and shown as by `sections browse`: with the same data sources and the settings
/// for little memory. A screen has fifty rows, which are read together.
@MainActor
final class BrowsedBooks {
  enum Kind: String, CaseIterable {
    /// All books in one list, by name.
    case flat
    /// Books by name, in sections that are the shelves, by rank.
    case sections
    /// Books by name, in a section for each name. All names differ.
    case values = "as many sections"

    /// The baseline's query for the same identifiers. For `values` it also selects the names.
    var sql: String {
      switch self {
      case .flat: #"SELECT t0.Z_PK FROM "ZBOOK" AS t0 ORDER BY t0."ZNAME", t0.Z_PK"#
      case .sections: RefetchedList.sql
      case .values: #"SELECT t0.Z_PK, t0."ZNAME" FROM "ZBOOK" AS t0 ORDER BY t0."ZNAME", t0.Z_PK"#
      }
    }

    /// The number of books on a page.
    var booksOfPage: Int { self == .values ? BrowsedBooks.rows / 2 : BrowsedBooks.rows }
  }

  nonisolated static let rows = 50

  private let container: NSPersistentContainer
  private let context = NSManagedObjectContext(.mainQueue)
  private let screen = MemoryScreen(rows: BrowsedBooks.rows, columns: 100)
  private let pageDown: () -> Void
  private var writes: ExternalWrites?
  private let draw: (MemoryScreen) -> Void

  /// Opens the library at a URL, and draws the first screen.
  init(_ kind: Kind, at url: URL) throws {
    container = try NSPersistentContainer.openingStore(
      at: url, model: LibraryModel.shared, isReadOnly: true, inLittleMemory: true)
    context.persistentStoreCoordinator = container.persistentStoreCoordinator
    switch kind {
    case .flat:
      let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
      request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
      request.fetchBatchSize = Self.rows
      let list = Self.list(try RowsSource(request, in: context, anomalies: .standard))
      list.style.showsHeaders = false
      (pageDown, draw) = ({ list.handle(.pageDown) }, { list.draw(on: $0) })
    case .values:
      let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
      request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
      request.fetchBatchSize = Self.rows
      let source = try ValueRowsSource(request, in: context, anomalies: .standard)
      let list = Self.list(source) { name, _ in TerminalHeader(name ?? "") }
      (pageDown, draw) = ({ list.handle(.pageDown) }, { list.draw(on: $0) })
    case .sections:
      let items = NSFetchRequest<NSManagedObject>(entityName: "Book")
      items.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
      items.fetchBatchSize = Self.rows
      let sections = NSFetchRequest<NSManagedObject>(entityName: "Shelf")
      sections.sortDescriptors = [NSSortDescriptor(key: "rank", ascending: true)]
      sections.fetchBatchSize = Self.rows
      let controller = SectionRowsSource.Controller(
        itemFetchRequest: items, sectionFetchRequest: sections, managedObjectContext: context,
        sectionGroupingKeyPath: "shelf", cacheName: nil)
      let list = Self.list(try SectionRowsSource(controller, anomalies: .standard))
      (pageDown, draw) = ({ list.handle(.pageDown) }, { list.draw(on: $0) })
    }
    show()
  }

  private static func list<Source: SectionedDataSource>(
    _ source: Source,
    header: @escaping (Source.Section, Int) -> TerminalHeader = { _, index in TerminalHeader("Shelf \(index)") }
  ) -> TerminalList<Source> where Source.Item == NSManagedObject {
    // The columns have the types of the attributes, as the browser has them.
    let list = TerminalList(source, header: header) { book, _ in
      TerminalRow(
        ["name", "author"].map { book.value(forKey: $0) as? String ?? "" }
          + [String((book.value(forKey: "rank") as? NSNumber)?.int64Value ?? 0)])
    }
    list.columns = [TerminalColumn(), TerminalColumn(), TerminalColumn(.fixed(10), alignment: .trailing)]
    list.frame = TerminalFrame(rows: rows, columns: 100)
    return list
  }

  /// Starts to watch for writes of other processes, as the browser does. The watcher remembers the rows.
  func watch() throws {
    let coordinator = container.persistentStoreCoordinator
    writes = try ExternalWrites(to: coordinator, of: coordinator.managedObjectModel.entities)
  }

  private func show() {
    screen.clear()
    draw(screen)
    screen.flush()
  }

  /// Scrolls by a page.
  func scroll() {
    pageDown()
    show()
  }

  /// Throws an error if the screen shows too few books.
  func check() throws {
    guard screen.lines.filter({ $0.contains("author-") }).count > Self.rows / 3 else {
      throw BenchmarkError("The screen does not show books: \(screen.lines)")
    }
  }
}
