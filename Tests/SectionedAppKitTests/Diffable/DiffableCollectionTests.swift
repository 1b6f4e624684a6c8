import AppKit
import SectionedAppKit
import SectionedChanges
import SectionedDataSources
import SectionedTesting
import SectionedViews
import Testing

@Suite("A diffable data source of a collection is given each step of a source")
@MainActor
struct DiffableCollectionTests {
  @MainActor
  private final class Hook {
    /// A closure that is called while the view asks for an item.
    var whileAsked: () -> Void = {}
  }

  @MainActor
  private final class Stage {
    let list = library()
    let view = NSCollectionView(frame: .zero)
    let window: NSWindow
    let binding: DiffableCollectionBinding<Shelves>
    let hook = Hook()

    init() {
      view.collectionViewLayout = NSCollectionViewFlowLayout()
      view.register(FirstItem.self, forItemWithIdentifier: NSUserInterfaceItemIdentifier("book"))
      window = NSWindow(scrolling: view)
      binding = DiffableCollectionBinding(list, in: view) { [hook] view, path, book in
        hook.whileAsked()
        let item = view.makeItem(withIdentifier: NSUserInterfaceItemIdentifier("book"), for: path)
        (item as? TextItem)?.text = "\(book.id) \(book.title)"
        return item
      }
      window.layoutIfNeeded()
    }

    var shown: [[String]] {
      window.layoutIfNeeded()
      return (0..<view.numberOfSections).map { section in
        (0..<view.numberOfItems(inSection: section)).map { item in
          (view.item(at: IndexPath(item: item, section: section)) as? TextItem)?.text ?? "-"
        }
      }
    }
  }

  private func path(_ section: Int, _ item: Int) -> ItemPlace { ItemPlace(section: section, item: item) }

  @Test("Items and sections come, go and move; selection stays")
  func steps() throws {
    let stage = Stage()
    #expect(stage.shown == [["10 ", "11 ", "12 "], ["20 ", "21 ", "22 "], []])
    stage.view.selectItems(at: [IndexPath(item: 1, section: 1)], scrollPosition: [])
    try stage.list.performUpdates {
      try stage.list.moveSection(from: 1, to: 0)
      try stage.list.move(from: path(0, 0), to: path(2, 0))
      try stage.list.remove(at: path(1, 0))
    }
    #expect(stage.shown == [["21 ", "22 "], ["11 ", "12 "], ["20 "]])
    #expect(stage.view.selectionIndexPaths == [IndexPath(item: 0, section: 0)])
    #expect(stage.binding.item(at: IndexPath(item: 0, section: 2))?.id == 20)
    #expect(stage.binding.indexPath(of: ListedID(12)) == IndexPath(item: 1, section: 1))
  }

  @Test("A changed item is configured in place where the program does so, and replaced otherwise")
  func changes() throws {
    let stage = Stage()
    let first = IndexPath(item: 0, section: 0)
    let item = stage.view.item(at: first)
    stage.binding.configure = { item, book in (item as? TextItem)?.text = "\(book.id) \(book.title)" }
    try stage.list.update(Book(id: 10, title: "a"))
    #expect(stage.shown[0][0] == "10 a")
    #expect(stage.view.item(at: first) === item)
    stage.binding.configure = nil
    try stage.list.update(Book(id: 10, title: "b"))
    #expect(stage.shown[0][0] == "10 b")
  }

  @Test("An item whose model gets another kind is replaced, and others are configured in place")
  func kinds() throws {
    let stage = Stage()
    stage.binding.configure = { item, book in (item as? TextItem)?.text = "\(book.id) \(book.title)" }
    var asked = 0
    stage.hook.whileAsked = { asked += 1 }
    stage.binding.cellIdentifier = { $0.isLent ? "lent" : "there" }
    func update(_ title: String, isLent: Bool = false) throws -> [String] {
      try stage.list.update(Book(id: 10, title: title, isLent: isLent))
      return [stage.shown[0][0], "\(asked)"]
    }
    #expect(try update("a") == ["10 a", "1"], "the kind was unknown")
    #expect(try update("b") == ["10 b", "1"])
    #expect(try update("c", isLent: true) == ["10 c", "2"])
    #expect(try update("d", isLent: true) == ["10 d", "2"])
  }

  @Test("Headers are made by the binding, and configured when their section or its count changes, or it moves")
  func headers() throws {
    let list = library()
    let view = NSCollectionView(frame: .zero)
    let layout = NSCollectionViewFlowLayout()
    layout.headerReferenceSize = CGSize(width: 320, height: 20)
    view.collectionViewLayout = layout
    let book = NSUserInterfaceItemIdentifier("book")
    view.register(FirstItem.self, forItemWithIdentifier: book)
    let window = NSWindow(scrolling: view)
    let kind = NSCollectionView.elementKindSectionHeader
    let binding = DiffableCollectionBinding(list, in: view) { view, path, _ in
      view.makeItem(withIdentifier: book, for: path)
    }
    var configured = 0
    binding.add(.header, HeaderElement.self) { header, shelf, context in
      configured += 1
      header.show("\(shelf.title): \(context.numberOfItems)")
    }
    func headers() -> [String] {
      window.layoutIfNeeded()
      return view.indexPathsForVisibleSupplementaryElements(ofKind: kind).sorted().map {
        (view.supplementaryView(forElementKind: kind, at: $0) as? HeaderElement)?.text ?? "-"
      }
    }
    let refusals = try Refusals.recorded {
      #expect(headers() == ["one: 3", "two: 3", "three: 0"] && configured == 3)
      try list.update(Book(id: 10, title: "a"))
      #expect(headers() == ["one: 3", "two: 3", "three: 0"] && configured == 3)
      try list.move(from: path(0, 0), to: path(2, 0))
      #expect(headers() == ["one: 2", "two: 3", "three: 1"] && configured == 5)
      try list.performUpdates {
        try list.updateSection(Shelf(id: 1, title: "first"))
        try list.moveSection(from: 2, to: 0)
      }
      #expect(headers() == ["three: 1", "first: 2", "two: 3"])
      try list.performUpdates(origin: .withoutAnimation) { try list.remove(at: path(1, 0)) }
      #expect(headers() == ["three: 1", "first: 1", "two: 3"])
    }
    #expect(refusals == [])
  }

  @Test("A step without animation reloads the view, and the selection stays")
  func withoutAnimation() throws {
    let stage = Stage()
    stage.view.selectItems(at: [IndexPath(item: 1, section: 1)], scrollPosition: [])
    let reloads = stage.view.reloads
    try stage.list.performUpdates(origin: .withoutAnimation) {
      try stage.list.remove(at: path(1, 0))
      try stage.list.update(Book(id: 10, title: "a"))
    }
    #expect(stage.view.reloads == reloads + 1)
    #expect(stage.shown == [["10 a", "11 ", "12 "], ["21 ", "22 "], []])
    #expect(stage.view.selectionIndexPaths == [IndexPath(item: 0, section: 1)])
    stage.binding.animationLimit = 1
    try stage.list.performUpdates { for id in [11, 21] { try stage.list.remove(id) } }
    #expect(stage.view.reloads == reloads + 2)
    #expect(stage.shown == [["10 a", "12 "], ["22 "], []])
  }

  @Test("An item that the source drops and has again while the view asks is shown again")
  func droppedAndBack() async throws {
    let stage = Stage()
    var isFirst = true
    stage.hook.whileAsked = {
      if isFirst {
        isFirst = false
        // The view asks for 31 next, which is deleted by then.
        _ = try? stage.list.remove(31)
      }
    }
    try stage.list.append(contentsOf: [Book(id: 30), Book(id: 31)], toSection: 2)
    stage.window.layoutIfNeeded()
    try stage.list.append(Book(id: 31), toSection: 2)
    await nextTurn()
    #expect(stage.shown[2] == ["30 ", "31 "])
  }

  @Test("A change while the view asks is applied in the next turn")
  func whileAsked() async throws {
    let stage = Stage()
    var isFirst = true
    stage.hook.whileAsked = {
      if isFirst { try? stage.list.append(Book(id: 31), toSection: 2) }
      isFirst = false
    }
    let refusals = try await Refusals.recorded {
      try stage.list.append(Book(id: 30), toSection: 2)
      stage.window.layoutIfNeeded()
      await nextTurn()
    }
    #expect(refusals == [])
    #expect(stage.shown[2] == ["30 ", "31 "])
  }
}
