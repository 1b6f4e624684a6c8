import SectionedChanges
import SectionedDataSources
import SectionedTesting
import SectionedViews
import Testing

struct Shelf: Identifiable, Hashable, Sendable {
  var id: Int
  var title = ""
}

struct Book: Identifiable, Hashable, Sendable {
  var id: Int
  var title = ""

  /// The identifier of the rule for the book.
  var rule: String { title.isEmpty ? "plain" : String(title.prefix(1)) }
}

typealias Shelves = MemoryList<Shelf, Book>

/// A view without a screen that refuses the same batches as `UITableView` and `UICollectionView`. It has one line for
/// each header and item, and shows some of them.
@MainActor
final class StrictListView: ListView {
  let presenter: ListPresenter<Shelves>
  private(set) var oracle: ViewOracle
  /// The calls of the view since a test last cleared them.
  var calls: [String] = []
  /// Called when cells are made or configured. A program may change its list there.
  var whileConfiguring: () -> Void = {}

  var isOnScreen = true
  var reducesMotion = false
  private(set) var announcements: [String] = []
  func announce(_ text: String) { announcements.append(text) }
  var offset = 0
  let height = 6
  private(set) var books: [Book: Int] = [:]
  private(set) var shelves: [Shelf: Int] = [:]
  private var rules: [Int: String] = [:]
  private(set) var violations: [String] = []
  /// The number of items that the header of each section shows.
  private var counted: [Int] = []

  init(_ presenter: ListPresenter<Shelves>, _ kind: ViewKind = .table) {
    self.presenter = presenter
    oracle = ViewOracle(kind, showing: SectionedSnapshot())
  }

  // MARK: What the data source answers

  /// The presenter's present answers. An element that the source has removed since has the revision -1.
  func read() -> SectionedSnapshot<Int, Int> {
    SectionedSnapshot(
      sections: (0..<presenter.numberOfSections).map { section in
        let items = (0..<presenter.numberOfItems(inSection: section)).map { item -> ListElement<Int> in
          let place = ItemPlace(section: section, item: item)
          guard let id = presenter.itemID(at: place) else {
            violations.append("No identifier at \(place).")
            return ListElement(-1)
          }
          return ListElement(number(id), revision: presenter.item(at: place).map(revision) ?? -1)
        }
        let id = presenter.sectionID(at: section).map { number($0) } ?? -1
        return .init(id, revision: presenter.section(at: section).map(revision) ?? -1, items: items)
      })
  }

  private func number(_ id: ListedID<Int>) -> Int { id.id + 1_000_000 * Int(id.occurrence) }

  private func revision(_ book: Book) -> Int {
    let revision = books[book, default: books.count + 1]
    books[book] = revision
    rules[revision] = book.rule
    return revision
  }

  private func revision(_ shelf: Shelf) -> Int {
    let revision = shelves[shelf, default: shelves.count + 1]
    shelves[shelf] = revision
    return revision
  }

  // MARK: ListView

  func reload() {
    calls.append("reload")
    oracle = ViewOracle(oracle.kind, showing: read())
    counted = (0..<presenter.numberOfSections).map { presenter.numberOfItems(inSection: $0) }
    selection = []
    editedItem = nil
    clampOffset()
    whileConfiguring()
  }

  func perform(_ batch: ListBatch, animated: Bool, showNext: @escaping () -> Void) {
    calls.append(animated ? "batch" : "batch without animation")
    if batch.isEmpty { violations.append("An empty batch was performed.") }
    let before = read()
    showNext()
    whileConfiguring()
    let map = PlaceMap(batch.changes)
    // A header keeps its number, and that of an inserted section is made now.
    counted = (0..<presenter.numberOfSections).map { section in
      map.oldSection(ofNew: section).map { counted[$0] } ?? presenter.numberOfItems(inSection: section)
    }
    attempt {
      try oracle.perform(
        ViewBatch(structureOf: batch.changes), before: ViewDataSource(before), after: ViewDataSource(read()))
    }
    // Like UIKit's views, deselects items that move or leave.
    let gone = Set(batch.movedItems.map(\.from) + batch.deletedItems)
    selection = selection.filter { !gone.contains($0) }.compactMap { map.newPlace(ofOld: $0) }
    if let item = editedItem { editedItem = gone.contains(item) ? nil : map.newPlace(ofOld: item) }
    clampOffset()
    whileConfiguring()
  }

  func configureItems(at places: [ItemPlace]) {
    calls.append("configure \(places.count)")
    let before = cells(places)
    var batch = ViewBatch()
    batch.reconfiguredItems = places
    perform(batch)
    for (place, old) in zip(places, before) where isVisible(place) && old != cells([place])[0] {
      // An item that the source has removed since has no model. The next update removes it.
      guard presenter.item(at: place) != nil else { continue }
      violations.append("The cell at \(place) was configured by the rule of another one.")
    }
    whileConfiguring()
  }

  func reloadItems(at places: [ItemPlace]) {
    calls.append("reload items \(places.count)")
    var batch = ViewBatch()
    batch.reloadedItems = places
    perform(batch)
  }

  func configureSections(at sections: [Int]) {
    calls.append("sections \(sections.count)")
    attempt { try oracle.configureHeaders(of: sections, from: ViewDataSource(read())) }
    configureCounts(ofSections: sections)
  }

  func configureCounts(ofSections sections: [Int]) {
    for section in sections { counted[section] = presenter.numberOfItems(inSection: section) }
    whileConfiguring()
  }

  func cellIdentifier(at place: ItemPlace) -> String? { isVisible(place) ? cells([place])[0] : nil }

  var selection: [ItemPlace] = []
  var editedItem: ItemPlace?

  var isAtBeginning: Bool { offset == 0 }

  /// Places that the view returns although its list has no item there, as views do that return `NSNotFound`.
  var strays: [ItemPlace] = []

  var anchors: [ScrollAnchor] {
    strays.map { ScrollAnchor(place: $0, distance: 0) } + visibleAnchors
  }

  private var visibleAnchors: [ScrollAnchor] {
    lines.enumerated().compactMap { line, place in
      guard let place, line >= offset, line < offset + height else { return nil }
      return ScrollAnchor(place: place, distance: Double(line - offset))
    }
  }

  func scroll(to anchor: ScrollAnchor) {
    guard let line = lines.firstIndex(of: anchor.place) else {
      violations.append("The view was scrolled to \(anchor.place), where nothing is.")
      return
    }
    offset = line - Int(anchor.distance)
    clampOffset()
  }

  // MARK: The screen

  /// The lines from top to bottom: nil for a header, the place for an item.
  private var lines: [ItemPlace?] {
    oracle.sections.enumerated().flatMap { section, content -> [ItemPlace?] in
      [nil] + content.cells.indices.map { ItemPlace(section: section, item: $0) }
    }
  }

  var largestOffset: Int { max(0, lines.count - height) }

  private func clampOffset() { offset = max(0, min(offset, largestOffset)) }

  private func isVisible(_ place: ItemPlace) -> Bool {
    lines.firstIndex(of: place).map { $0 >= offset && $0 < offset + height } ?? false
  }

  /// The rules by which the cells at some places were made.
  private func cells(_ places: [ItemPlace]) -> [String?] {
    places.map { rules[oracle.sections[$0.section].cells[$0.item].revision] }
  }

  private func perform(_ batch: ViewBatch) {
    let list = ViewDataSource(read())
    attempt { try oracle.perform(batch, before: list, after: list) }
  }

  private func attempt(_ body: () throws -> Void) {
    do { try body() } catch { violations.append("\(error)") }
  }

  /// Moves a cell as a user's drag does, and reports the move to the presenter.
  func drag(from old: ItemPlace, to new: ItemPlace) -> (any Error)? {
    var sections = oracle.sections
    let cell = sections[old.section].cells.remove(at: old.item)
    sections[new.section].cells.insert(cell, at: new.item)
    oracle = ViewOracle(
      oracle.kind,
      showing: SectionedSnapshot(sections: sections.map { .init($0.header, items: ChunkedArray($0.cells)) }))
    let moved = { (place: ItemPlace) -> ItemPlace? in
      let move = SectionedChangeSet<Int, Int>(items: ListChanges(moved: [ListMove(from: old, to: new, keys: [])]))
      return old == new ? place : PlaceMap(move).newPlace(ofOld: place)
    }
    selection = selection.compactMap(moved)
    editedItem = editedItem.flatMap(moved)
    return presenter.userMoved(from: old, to: new)
  }

  /// Compares the shown list with the presenter and the source. Called when no change is in progress.
  func checkShows(_ list: Shelves) {
    attempt { try oracle.requireShows(read()) }
    let snapshot = presenter.shown
    let counts = snapshot.sections.map(\.items.count)
    if counted != counts { violations.append("The headers count \(counted), and the list has \(counts).") }
    if snapshot != list.snapshot { violations.append("\(snapshot) is shown, and the list is \(list.snapshot).") }
    for violation in violations { Issue.record("\(violation)") }
    violations = []
  }
}

extension ListBatch {
  /// The batch as a change set without identifiers.
  var changes: SectionedChangeSet<Int, Int> {
    SectionedChangeSet(
      sections: ListChanges(
        deleted: deletedSections.map { PlacedID($0, -1) }, inserted: insertedSections.map { PlacedID($0, -1) },
        moved: movedSections),
      items: ListChanges(
        deleted: deletedItems.map { PlacedID($0, -1) }, inserted: insertedItems.map { PlacedID($0, -1) },
        moved: movedItems))
  }
}
