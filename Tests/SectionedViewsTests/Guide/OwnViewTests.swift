import SectionedChanges
import SectionedDataSources
import SectionedTesting
import SectionedViews
import Testing

// guide
/// Rows of text, kept as a view keeps its cells.
@MainActor
final class TextView: ListView {
  let presenter: ListPresenter<MemoryList<Shelf, Book>>
  private(set) var rows: [[String]] = []

  init(_ books: MemoryList<Shelf, Book>) {
    presenter = ListPresenter(books)
    presenter.view = self
  }

  func row(at place: ItemPlace) -> String { presenter.item(at: place)?.title ?? "" }

  func rows(ofSection section: Int) -> [String] {
    (0..<presenter.numberOfItems(inSection: section)).map { row(at: ItemPlace(section: section, item: $0)) }
  }

  func reload() { rows = (0..<presenter.numberOfSections).map { rows(ofSection: $0) } }

  func perform(_ batch: ListBatch, animated: Bool, showNext: @escaping () -> Void) {
    showNext()
    for place in (batch.deletedItems + batch.movedItems.map(\.from)).sorted(by: >) {
      rows[place.section].remove(at: place.item)
    }
    let moved = Dictionary(uniqueKeysWithValues: batch.movedSections.map { ($0.to, rows[$0.from]) })
    for section in (batch.deletedSections + batch.movedSections.map(\.from)).sorted(by: >) {
      rows.remove(at: section)
    }
    for section in (batch.insertedSections + moved.keys).sorted() {
      rows.insert(moved[section] ?? rows(ofSection: section), at: section)
    }
    for place in (batch.insertedItems + batch.movedItems.map(\.to)).sorted()
    where !batch.insertedSections.contains(place.section) {
      rows[place.section].insert(row(at: place), at: place.item)
    }
  }

  func configureItems(at places: [ItemPlace]) {
    for place in places { rows[place.section][place.item] = row(at: place) }
  }
}
// end

extension ListPresenter where Source == Shelves {
  /// The titles of all items, each with a mark that is not part of the model.
  fileprivate func rows(_ mark: String) -> [[String]] {
    (0..<numberOfSections).map { section in
      (0..<numberOfItems(inSection: section)).map { index in
        (item(at: ItemPlace(section: section, item: index))?.title ?? "") + mark
      }
    }
  }
}

/// A view that implements only the required methods.
@MainActor
private final class PlainView: ListView {
  let presenter: ListPresenter<Shelves>
  var mark = ""
  private(set) var rows: [[String]] = []
  private(set) var reloads = 0

  init(_ presenter: ListPresenter<Shelves>) {
    self.presenter = presenter
    presenter.view = self
  }

  func reload() {
    reloads += 1
    rows = presenter.rows(mark)
  }

  func perform(_ batch: ListBatch, animated: Bool, showNext: @escaping () -> Void) {
    showNext()
    reload()
  }
}

/// A view that has no headers to configure, and does not say which items are visible.
@MainActor
private final class HeaderlessView: ListView {
  let presenter: ListPresenter<Shelves>
  var mark = ""
  private(set) var rows: [[String]] = []

  init(_ presenter: ListPresenter<Shelves>) {
    self.presenter = presenter
    presenter.view = self
  }

  func reload() { rows = presenter.rows(mark) }

  func perform(_ batch: ListBatch, animated: Bool, showNext: @escaping () -> Void) {
    showNext()
    reload()
  }

  func configureSections(at sections: [Int]) {}
}

@Suite("A view of a program's own shows a list")
@MainActor
struct OwnViewTests {
  private func rows(_ list: Shelves, _ mark: String = "") -> [[String]] {
    (0..<list.numberOfSections).map { list.items(inSection: $0).map { $0.title + mark } }
  }

  @Test("the view of the article follows random steps", arguments: ViewRuns.seeds(16))
  func steps(seed: UInt64) {
    let random = RandomShelves(seed: seed)
    let list = Shelves(random.content(), anomalies: AnomalyHandler { _ in })
    let view = TextView(list)
    #expect(view.rows == rows(list))
    for step in 0..<300 {
      random.step(list, origin: random.oneIn(4) ? .withoutAnimation : nil)
      #expect(view.rows == rows(list), "seed \(seed), step \(step)")
    }
  }

  @Test("with reload and perform alone a view shows the list, too", arguments: ViewRuns.seeds(4))
  func defaults(seed: UInt64) {
    let random = RandomShelves(seed: seed)
    let list = Shelves(random.content(), anomalies: AnomalyHandler { _ in })
    let presenter = ListPresenter(list)
    presenter.cellIdentifier = { presenter.item(at: $0)?.rule }
    let view = PlainView(presenter)
    for step in 0..<200 {
      random.step(list)
      if random.oneIn(10) {
        view.mark = " \(step)"
        presenter.configureVisible()
      }
      #expect(view.rows == rows(list, view.mark), "seed \(seed), step \(step)")
    }
    view.selection = [ItemPlace(section: 0, item: 0)]
    view.editedItem = ItemPlace(section: 0, item: 0)
    view.scroll(to: ScrollAnchor(place: ItemPlace(section: 0, item: 0), distance: 0))
    #expect(view.selection.isEmpty && view.editedItem == nil && view.anchors.isEmpty && view.isAtBeginning)
    #expect(view.isOnScreen && view.canReload && !view.hasOpenBatch)
    #expect(view.cellIdentifier(at: ItemPlace(section: 0, item: 0)) == nil)
    let before = view.reloads
    view.configureItems(at: [])
    view.configureSections(at: [])
    #expect(view.reloads == before + 2)
  }

  @Test("what cells show beside their models is configured in a view that does not say what is visible, by one reload")
  func besideModels() {
    let list = Shelves([SectionContent(Shelf(id: 1), items: [Book(id: 1, title: "a")]), SectionContent(Shelf(id: 2))])
    let (plain, headerless) = (PlainView(ListPresenter(list)), HeaderlessView(ListPresenter(list)))
    (plain.mark, headerless.mark) = ("!", "!")
    plain.presenter.configureVisible()
    headerless.presenter.configureVisible()
    #expect(plain.rows == [["a!"], []] && headerless.rows == [["a!"], []])
    #expect(plain.reloads == 2)
  }
}
