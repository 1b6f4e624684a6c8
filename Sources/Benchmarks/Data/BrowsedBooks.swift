import CoreData
import Foundation
import SectionedDataSources
import SectionedFetchedResults
import SectionedTerminal

/// A library in a list of a terminal, opened and shown as `sections browse` does: from the same sources, read in little
/// memory. A screen has fifty rows.
@MainActor
final class BrowsedBooks {
  enum Kind: String, CaseIterable {
    /// All books in one list, by name.
    case flat
    /// Books by name, in shelves by rank.
    case sections

    /// The same identifiers by hand.
    var sql: String {
      self == .flat ? #"SELECT t0.Z_PK FROM "ZBOOK" AS t0 ORDER BY t0."ZNAME", t0.Z_PK"# : RefetchedList.sql
    }
  }

  nonisolated static let rows = 50

  private let container: NSPersistentContainer
  private let context = NSManagedObjectContext(.mainQueue)
  private let screen = MemoryScreen(rows: BrowsedBooks.rows, columns: 100)
  private let pageDown: () -> Void
  private var writes: ExternalWrites?
  private let draw: (MemoryScreen) -> Void

  /// Opens the library at an address, and draws the first screen.
  init(_ kind: Kind, at url: URL) throws {
    container = try NSPersistentContainer.openingStore(
      at: url, model: LibraryModel.shared, isReadOnly: true, inLittleMemory: true)
    context.persistentStoreCoordinator = container.persistentStoreCoordinator
    switch kind {
    case .flat:
      let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
      request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
      request.fetchBatchSize = 64
      let list = Self.list(try RowsSource(request, in: context, anomalies: .standard))
      list.style.showsHeaders = false
      (pageDown, draw) = ({ list.handle(.pageDown) }, { list.draw(on: $0) })
    case .sections:
      let items = NSFetchRequest<NSManagedObject>(entityName: "Book")
      items.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
      items.fetchBatchSize = 64
      let sections = NSFetchRequest<NSManagedObject>(entityName: "Shelf")
      sections.sortDescriptors = [NSSortDescriptor(key: "rank", ascending: true)]
      sections.fetchBatchSize = 64
      let controller = SectionRowsSource.Controller(
        itemFetchRequest: items, sectionFetchRequest: sections, managedObjectContext: context,
        sectionGroupingKeyPath: "shelf", cacheName: nil)
      let list = Self.list(try SectionRowsSource(controller, anomalies: .standard))
      (pageDown, draw) = ({ list.handle(.pageDown) }, { list.draw(on: $0) })
    }
    show()
  }

  private static func list<Source: SectionedDataSource>(_ source: Source) -> TerminalList<Source>
  where Source.Item == NSManagedObject {
    let list = TerminalList(source, header: { _, index in TerminalHeader("Shelf \(index)") }) { book, _ in
      TerminalRow(["name", "author", "rank"].map { "\(book.value(forKey: $0) ?? "")" })
    }
    list.columns = [TerminalColumn(), TerminalColumn(), TerminalColumn(.fixed(10), alignment: .trailing)]
    list.frame = TerminalFrame(rows: rows, columns: 100)
    return list
  }

  /// Remembers the rows, by which writes of other processes are found.
  func watch() throws {
    let coordinator = container.persistentStoreCoordinator
    writes = try ExternalWrites(to: coordinator, of: coordinator.managedObjectModel.entities)
  }

  private func show() {
    screen.clear()
    draw(screen)
    screen.flush()
  }

  /// Goes on by a page.
  func scroll() {
    pageDown()
    show()
  }

  /// Throws unless there are books on the screen.
  func check() throws {
    guard screen.lines.filter({ $0.contains("author-") }).count > Self.rows / 2 else {
      throw BenchmarkError("The screen does not show books: \(screen.lines)")
    }
  }
}
