import CoreData
import SectionedChanges
import SectionedDataSources
import SectionedTesting
import SectionedUIKit
import SectionedViews
import Testing
import UIKit

/// The articles' table of shelves and books.
@MainActor
enum TableSample {
  struct Shelf: Identifiable {
    let id: Int
    var name: String
  }

  struct Book: Identifiable {
    let id: Int
    var title: String
    var isLent = false
  }

  final class BookCell: UITableViewCell {
    func show(_ book: Book) {
      var content = defaultContentConfiguration()
      content.text = book.title
      contentConfiguration = content
    }
  }

  final class LentBookCell: UITableViewCell {}

  final class ShelvesViewController: UITableViewController {
    typealias Shelves = MemoryList<Shelf, Book>

    // guide
    private let shelves = Shelves([SectionContent(Shelf(id: 1, name: "Poems"), items: [Book(id: 1, title: "Odes")])])
    private var binding: TableBinding<Shelves>?

    override func viewDidLoad() {
      super.viewDidLoad()
      var rules = ListRules()
      rules.add(
        ViewRule(.cell, LentBookCell.self, for: Book.self, where: { book, _ in book.isLent }) { cell, book, _ in
          cell.accessibilityLabel = "\(book.title), lent"
        })
      rules.add(ViewRule(.cell, BookCell.self, for: Book.self) { cell, book, _ in cell.show(book) })

      let binding = TableBinding(shelves, in: tableView, rules: rules)
      binding.headerTitle = { shelf, _ in shelf.name }
      binding.indexTitle = { shelf in String(shelf.name.prefix(1)) }
      binding.editing = ListEditing(shelves)
      binding.onError = { error in print(error) }
      self.binding = binding
    }
    // end

    var list: Shelves { shelves }
  }

  // guide
  final class ZonesViewController: UITableViewController {
    private let zones: FetchedDataSource<Country, Zone>
    private let binding: TableBinding<FetchedDataSource<Country, Zone>>

    init(_ context: NSManagedObjectContext) {
      zones = FetchedDataSource(
        sections: Requests.countries, items: Requests.zones, by: "country.code", in: context)
      binding = TableBinding(zones)
      super.init(style: .plain)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      binding.rules.add(
        ViewRule(.cell, UITableViewCell.self, for: Zone.self) { cell, zone, _ in
          cell.textLabel?.text = zone.name
        })
      binding.headerTitle = { section, _ in section.object?.name }
      binding.show(in: tableView)
      do { try zones.performFetch() } catch { print(error) }
    }
  }
  // end

  enum Requests {
    static var zones: NSFetchRequest<Zone> {
      let request = NSFetchRequest<Zone>(entityName: "Zone")
      request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
      return request
    }

    static var countries: NSFetchRequest<Country> {
      let request = NSFetchRequest<Country>(entityName: "Country")
      request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
      return request
    }
  }
}

@Suite("The tables of the articles show what a person expects", .serialized)
@MainActor
struct TableSampleTests {
  private func show(_ controller: UIViewController) throws -> UIWindow {
    let window = UIWindow(showing: try #require(controller.view))
    window.isHidden = false
    controller.view.layoutIfNeeded()
    return window
  }

  private func texts(_ table: UITableView) -> [[String]] {
    table.layoutIfNeeded()
    return (0..<table.numberOfSections).map { section in
      (0..<table.numberOfRows(inSection: section)).map { row in
        let cell = table.cellForRow(at: IndexPath(row: row, section: section))
        let text = (cell?.contentConfiguration as? UIListContentConfiguration)?.text ?? cell?.textLabel?.text
        return cell is TableSample.LentBookCell ? cell?.accessibilityLabel ?? "?" : text ?? "?"
      }
    }
  }

  @Test("a table of a list in memory: hundreds of drags, deletions and changes, also between sections")
  func memory() async throws {
    let refusals = try await Refusals.recorded {
      let controller = TableSample.ShelvesViewController()
      let window = try show(controller)
      let (table, list) = (try #require(controller.tableView), controller.list)
      #expect(texts(table) == [["Odes"]])
      list.set([
        SectionContent(TableSample.Shelf(id: 1, name: "Poems"), items: [.init(id: 1, title: "Odes")]),
        SectionContent(TableSample.Shelf(id: 2, name: "Novels"), items: (2..<6).map { .init(id: $0, title: "N\($0)") }),
        SectionContent(TableSample.Shelf(id: 3, name: "Empty")),
      ])
      var expected = [["Odes"], ["N2", "N3", "N4", "N5"], []]
      #expect(texts(table) == expected)
      #expect(table.dataSource?.sectionIndexTitles(for: table) == ["P", "N", "E"])
      table.setEditing(true, animated: false)
      var random = SeededRandom(seed: 7)
      for _ in 0..<200 {
        let from = random.below(3)
        guard !expected[from].isEmpty else { continue }
        let (row, to) = (random.below(expected[from].count), random.below(3))
        let target = random.below(expected[to].count + (from == to ? 0 : 1))
        expected[to].insert(expected[from].remove(at: row), at: target)
        _ = table.dragRow(at: IndexPath(row: row, section: from), to: IndexPath(row: target, section: to))
        await nextTurn()
        #expect(texts(table) == expected)
      }
      try list.update(TableSample.Book(id: 3, title: "N3", isLent: true))
      #expect(texts(table).flatMap { $0 }.contains("N3, lent"))
      try list.update(TableSample.Book(id: 3, title: "N3"))
      table.setEditing(false, animated: false)
      let place = try #require(list.place(of: 3))
      table.dataSource?.tableView(table, commit: .delete, forRowAt: IndexPath(place))
      await nextTurn()
      #expect(texts(table) == expected.map { $0.filter { $0 != "N3" } })
      withExtendedLifetime(window) {}
    }
    #expect(refusals == [])
  }

  @Test("a table in the place of one with a fetched results controller: countries without zones are there, and follow")
  func fetched() throws {
    let refusals = try Refusals.recorded {
      let world = try World([("A", [("a2", 0), ("a1", 0)]), ("B", []), ("C", [("c1", 0)])])
      let controller = TableSample.ZonesViewController(world.context)
      let window = try show(controller)
      let table = try #require(controller.tableView)
      #expect(texts(table) == [["a1", "a2"], [], ["c1"]])
      #expect((0..<3).map { table.dataSource?.tableView(table, titleForHeaderInSection: $0) } == ["A", "B", "C"])
      let zones = try world.zones()
      let b = try #require(zones.section(at: 1)?.object)
      for (number, zone) in zones.fetchedItems.enumerated() {
        zone.country = b
        zone.name = "b\(9 - number)"
        world.context.processPendingChanges()
      }
      try world.context.save()
      #expect(texts(table) == [[], ["b7", "b8", "b9"], []])
      b.name = "D"
      world.context.delete(try #require(zones.item(at: ItemPlace(section: 1, item: 0))))
      world.context.processPendingChanges()
      #expect(texts(table).map(\.count) == [0, 0, 2])
      withExtendedLifetime(window) {}
    }
    #expect(refusals == [])
  }
}
