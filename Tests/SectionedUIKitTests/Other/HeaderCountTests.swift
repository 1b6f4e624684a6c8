import CoreData
import SectionedChanges
import SectionedDataSources
import SectionedFetchedResults
import SectionedUIKit
import SectionedViews
import Testing
import UIKit

/// A kind of view whose headers show the item count that their rule received at the last configuration.
@MainActor
enum CountingView: CaseIterable {
  case table, collection, diffableTable, diffableCollection

  /// Shows a source in a new view.
  ///
  /// - Returns: a closure that returns the current texts of the headers. It keeps the view and its binding.
  func show<Source: SectionedDataSource>(_ source: Source) -> () -> [String] {
    switch self {
    case .table:
      let view = UITableView(frame: .zero, style: .plain)
      let binding = TableBinding(source, in: view, rules: RandomRules.table {})
      return headers(of: view, HeaderDelegate { binding.viewForHeader(inSection: $0) })
    case .diffableTable:
      let view = UITableView(frame: .zero, style: .plain)
      view.register(TextRow.self, forCellReuseIdentifier: "row")
      let binding = DiffableTableBinding(source, in: view) { table, path, _ in
        table.dequeueReusableCell(withIdentifier: "row", for: path)
      }
      binding.add(.header, TextHeader.self) { view, section, context in
        view.text = ModelText.header(section, context.numberOfItems)
      }
      return headers(of: view, HeaderDelegate { binding.viewForHeader(inSection: $0) })
    case .collection:
      let view = Self.emptyCollection
      let binding = CollectionBinding(source, in: view, rules: RandomRules.collection {})
      return headers(of: view, keeping: binding)
    case .diffableCollection:
      let view = Self.emptyCollection
      let tile = UICollectionView.CellRegistration<TextTile, Int> { _, _, _ in }
      let binding = DiffableCollectionBinding(source, in: view) { view, path, _ in
        view.dequeueConfiguredReusableCell(using: tile, for: path, item: 0)
      }
      let header = UICollectionView.SupplementaryRegistration<TileHeader>(
        elementKind: UICollectionView.elementKindSectionHeader
      ) { _, _, _ in }
      binding.add(.header, header) { view, section, context in
        view.text = ModelText.header(section, context.numberOfItems)
      }
      return headers(of: view, keeping: binding)
    }
  }

  fileprivate static var emptyCollection: UICollectionView {
    let layout = UICollectionViewFlowLayout()
    layout.headerReferenceSize = CGSize(width: 320, height: 20)
    return UICollectionView(frame: .zero, collectionViewLayout: layout)
  }

  private func headers(of table: UITableView, _ delegate: HeaderDelegate) -> () -> [String] {
    table.delegate = delegate
    let window = UIWindow(showing: table, height: 2000)
    window.isHidden = false
    table.layoutIfNeeded()
    return {
      withExtendedLifetime((window, delegate)) {
        table.layoutIfNeeded()
        return (0..<table.numberOfSections).map { (table.headerView(forSection: $0) as? TextHeader)?.text ?? "none" }
      }
    }
  }

  private func headers(of view: UICollectionView, keeping binding: AnyObject) -> () -> [String] {
    let window = UIWindow(showing: view, height: 2000)
    window.isHidden = false
    view.layoutIfNeeded()
    return {
      withExtendedLifetime((window, binding)) {
        view.layoutIfNeeded()
        return (0..<view.numberOfSections).map { section in
          let header = view.supplementaryView(
            forElementKind: UICollectionView.elementKindSectionHeader, at: IndexPath(item: 0, section: section))
          return (header as? TileHeader)?.text ?? "none"
        }
      }
    }
  }
}

@Suite("A header that shows how many items its section has is right after each step")
@MainActor
struct HeaderCountTests {
  /// The initial list: `1 one: 10 11 12 | 2 two: 20 21 22 | 3 three:`
  @Test("items that come, go and move, one or several, and sections that come", arguments: CountingView.allCases)
  func edits(view: CountingView) throws {
    let refusals = try Refusals.recorded {
      let list = library()
      let headers = view.show(list)
      #expect(headers() == ["1 one: 3", "2 two: 3", "3 three: 0"])
      try list.remove(10)
      #expect(headers() == ["1 one: 2", "2 two: 3", "3 three: 0"])
      try list.append(Book(id: 30), toSection: 2)
      #expect(headers() == ["1 one: 2", "2 two: 3", "3 three: 1"])
      try list.move(11, to: ItemPlace(section: 2, item: 0))
      #expect(headers() == ["1 one: 1", "2 two: 3", "3 three: 2"])
      try list.performUpdates {
        try list.remove(12)
        try list.move(20, to: ItemPlace(section: 2, item: 0))
        try list.updateSection(Shelf(id: 2, title: "new"))
      }
      #expect(headers() == ["1 one: 0", "2 new: 2", "3 three: 3"])
      // The plan has several stages: the first inserts the section without the items that move into it.
      try list.performUpdates {
        try list.insertSection(Shelf(id: 4, title: "four"), items: [Book(id: 40)], at: 0)
        try list.move(21, to: ItemPlace(section: 0, item: 0))
        try list.move(30, to: ItemPlace(section: 0, item: 0))
        try list.moveSection(from: 3, to: 1)
      }
      #expect(headers() == ["4 four: 3", "3 three: 2", "1 one: 0", "2 new: 1"])
    }
    #expect(refusals == [])
  }

  @Test("items that a condition hides or shows", arguments: CountingView.allCases)
  func conditions(view: CountingView) {
    let refusals = Refusals.recorded {
      let books = library()
      // guide
      let shown = FilteredDataSource(books, keepsEmptySections: true, where: { _ in true })
      func showLentBooks(_ isOn: Bool) { shown.setCondition(isOn ? { $0.isLent } : nil) }
      // end
      let headers = view.show(shown)
      showLentBooks(true)
      #expect(headers() == ["1 one: 0", "2 two: 0", "3 three: 0"])
      showLentBooks(false)
      #expect(headers() == ["1 one: 3", "2 two: 3", "3 three: 0"])
      shown.setCondition { $0.id % 10 == 0 }
      #expect(headers() == ["1 one: 1", "2 two: 1", "3 three: 0"])
      shown.setCondition(nil)
      #expect(headers() == ["1 one: 3", "2 two: 3", "3 three: 0"])
    }
    #expect(refusals == [])
  }

  @Test("groups, which are values and never change", arguments: CountingView.allCases)
  func groups(view: CountingView) throws {
    let refusals = try Refusals.recorded {
      let list = library()
      let headers = view.show(GroupedDataSource(list, by: { $0.isLent ? 1 : 0 }))
      #expect(headers() == ["0: 6"])
      try list.update(Book(id: 10, isLent: true))
      #expect(headers() == ["1: 1", "0: 5"])
      try list.update(Book(id: 20, isLent: true))
      #expect(headers() == ["1: 2", "0: 4"])
    }
    #expect(refusals == [])
  }

  @Test("another predicate, and the section of the items without a section", arguments: CountingView.allCases)
  func fetched(view: CountingView) throws {
    let refusals = try Refusals.recorded {
      let albums = try FetchedAlbums([2, 1])
      albums.source.controller.unmatchedItems = .shownLast
      albums.insertTrack(in: nil, at: 0)
      albums.context.processPendingChanges()
      let headers = view.show(albums.source)
      func counts() -> [Substring?] { headers().map { $0.split(separator: " ").last } }
      #expect(counts() == ["2", "1", "1"])
      albums.insertTrack(in: nil, at: 1)
      albums.context.processPendingChanges()
      #expect(counts() == ["2", "1", "2"])
      try albums.source.changeItemRequest { $0.predicate = NSPredicate(format: "position = 0") }
      #expect(counts() == ["1", "1", "1"])
      try albums.source.changeItemRequest { $0.predicate = nil }
      #expect(counts() == ["2", "1", "2"])
    }
    #expect(refusals == [])
  }

  @Test("a row that the user drags to another section, and a title with a count in it")
  func drags() async {
    let refusals = await Refusals.recorded {
      let stage = TableStage()
      stage.binding.editing = ListEditing(stage.list)
      stage.binding.headerTitle = { [unowned binding = stage.binding] shelf, index in
        "\(shelf.title): \(binding.presenter.numberOfItems(inSection: index))"
      }
      stage.table.reloadData()
      stage.table.layoutIfNeeded()
      stage.table.setEditing(true, animated: false)
      stage.table.dragRow(at: IndexPath(row: 0, section: 0), to: IndexPath(row: 0, section: 2))
      await nextTurn()
      let titles = (0..<3).map { stage.table.headerView(forSection: $0)?.textLabel?.text }
      #expect(titles == ["one: 2", "two: 3", "three: 1"])
      stage.check()
    }
    #expect(refusals == [])
  }

  @Test("items that come within a batch of the program's own are counted when it has ended")
  func ownBatch() async throws {
    let list = library()
    let table = UITableView(frame: .zero, style: .plain)
    let binding = TableBinding(list, in: table, rules: RandomRules.table {})
    let delegate = HeaderDelegate { binding.viewForHeader(inSection: $0) }
    table.delegate = delegate
    let window = UIWindow(showing: table, height: 2000)
    window.isHidden = false
    table.layoutIfNeeded()
    let refusals = try await Refusals.recorded {
      table.beginUpdates()
      try list.remove(10)
      table.endUpdates()
      await nextTurn()
      #expect((table.headerView(forSection: 0) as? TextHeader)?.text == "1 one: 2")
    }
    #expect(refusals == [])
    withExtendedLifetime((window, delegate)) {}
  }

  @Test("a header of the program's own stays as it is, and its section is not taken anew")
  func ownHeaders() throws {
    let refusals = try Refusals.recorded {
      let stage = TableStage()
      let own = HeaderDelegate { _ in UITableViewHeaderFooterView(reuseIdentifier: "own") }
      stage.binding.footerTitle = { shelf, _ in shelf.title }
      stage.table.delegate = own
      stage.table.reloadData()
      stage.table.layoutIfNeeded()
      let header = try #require(stage.table.headerView(forSection: 0))
      let cell = try #require(stage.cell(0, 1))
      try stage.list.remove(10)
      stage.table.layoutIfNeeded()
      #expect(stage.table.headerView(forSection: 0) === header && stage.cell(0, 0) === cell)
    }
    #expect(refusals == [])
  }

  @Test("a step is announced to the program, with the sections that items came to or left", arguments: [true, false])
  func announced(isTable: Bool) throws {
    let list = library()
    let table = UITableView(frame: .zero, style: .plain)
    table.register(UITableViewCell.self, forCellReuseIdentifier: "book")
    let view = UICollectionView(frame: .zero, collectionViewLayout: UICollectionViewFlowLayout())
    let tile = UICollectionView.CellRegistration<TextTile, Int> { _, _, _ in }
    var (changed, updates): ([[Int]], Int) = ([], 0)
    var path: IndexPath?
    if isTable {
      let binding = DiffableTableBinding(list, in: table) { table, path, _ in
        table.dequeueReusableCell(withIdentifier: "book", for: path)
      }
      binding.sectionsChanged = { changed.append($0) }
      binding.didUpdate = { _ in updates += 1 }
      try list.move(10, to: ItemPlace(section: 2, item: 0))
      path = binding.indexPath(of: ListedID(10))
    } else {
      let binding = DiffableCollectionBinding(list, in: view) { view, path, _ in
        view.dequeueConfiguredReusableCell(using: tile, for: path, item: 0)
      }
      binding.sectionsChanged = { changed.append($0) }
      binding.didUpdate = { _ in updates += 1 }
      try list.move(10, to: ItemPlace(section: 2, item: 0))
      path = binding.indexPath(of: ListedID(10))
    }
    #expect(changed == [[0, 2]] && updates == 1 && path == IndexPath(item: 0, section: 2))
  }

  @Test("a diffable binding configures the headers of changed sections alone", arguments: [true, false])
  func changedHeaders(isTable: Bool) throws {
    let refusals = try Refusals.recorded {
      let list = library()
      var configured: [Int] = []
      let table = UITableView(frame: .zero, style: .plain)
      table.register(UITableViewCell.self, forCellReuseIdentifier: "book")
      let view = CountingView.emptyCollection
      let kept: [AnyObject]
      if isTable {
        let binding = DiffableTableBinding(list, in: table) { table, path, _ in
          table.dequeueReusableCell(withIdentifier: "book", for: path)
        }
        binding.add(.header, TextHeader.self) { _, shelf, _ in configured.append(shelf.id) }
        let delegate = HeaderDelegate { binding.viewForHeader(inSection: $0) }
        table.delegate = delegate
        kept = [binding, delegate]
      } else {
        let tile = UICollectionView.CellRegistration<TextTile, Int> { _, _, _ in }
        let binding = DiffableCollectionBinding(list, in: view) { view, path, _ in
          view.dequeueConfiguredReusableCell(using: tile, for: path, item: 0)
        }
        let header = UICollectionView.SupplementaryRegistration<TileHeader>(
          elementKind: UICollectionView.elementKindSectionHeader
        ) { _, _, _ in }
        binding.add(.header, header) { _, shelf, _ in configured.append(shelf.id) }
        kept = [binding]
      }
      let steps: [(sections: Set<Int>, edit: () throws -> Void)] = [
        ([3], { try list.append(Book(id: 30), toSection: 2) }), ([2], { try list.updateSection(Shelf(id: 2)) }),
        ([1, 3], { try list.move(10, to: ItemPlace(section: 2, item: 0)) }),
        ([], { try list.update(Book(id: 11, title: "new")) }),
      ]
      let shown: UIView = isTable ? table : view
      let window = UIWindow(showing: shown, height: 2000)
      window.isHidden = false
      shown.layoutIfNeeded()
      #expect(Set(configured) == [1, 2, 3])
      for (sections, edit) in steps {
        configured = []
        try edit()
        shown.layoutIfNeeded()
        #expect(Set(configured) == sections)
      }
      withExtendedLifetime((window, kept)) {}
    }
    #expect(refusals == [])
  }

  @Test("a rule for the object of a section names the type to write")
  func advice() throws {
    let albums = try FetchedAlbums([1])
    var rules = ListRules()
    rules.add(ViewRule(.header, TileHeader.self, for: NSManagedObject.self) { _, _, _ in })
    let section = try #require(albums.source.section(at: 0))
    let context = ViewContext(place: ItemPlace(section: 0, item: 0), section: section)
    let advice = rules.advice(for: .header, section, context)
    #expect(advice == "; there is one for NSManagedObject: write `for: FetchedSection<NSManagedObject>.self`")
    #expect(rules.advice(for: .footer, section, context).isEmpty && rules.advice(for: .header, 7, context).isEmpty)
  }
}
