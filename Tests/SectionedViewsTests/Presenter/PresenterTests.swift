import Foundation
import SectionedChanges
import SectionedDataSources
import SectionedTesting
import SectionedViews
import Testing

@Suite("A presenter hands a view batches that fit, and the view asks it alone")
@MainActor
struct PresenterTests {
  struct Refused: Error {}

  /// `1: 10 11 12 | 2: 20 21 22 | 3:`, all of it shown.
  func shown(_ kind: ViewKind = .table) -> (Shelves, ListPresenter<Shelves>, StrictListView) {
    let list = Shelves([
      SectionContent(Shelf(id: 1), items: [10, 11, 12].map { Book(id: $0) }),
      SectionContent(Shelf(id: 2), items: [20, 21, 22].map { Book(id: $0) }), SectionContent(Shelf(id: 3)),
    ])
    let presenter = ListPresenter(list)
    let view = StrictListView(presenter, kind)
    presenter.view = view
    presenter.cellIdentifier = { place in presenter.item(at: place)?.rule }
    #expect(view.calls == ["reload"])
    view.calls = []
    return (list, presenter, view)
  }

  nonisolated enum Operation: CaseIterable {
    case insertSection, deleteSection, reloadSection, moveSection, insertItem, deleteItem, reloadItem, moveItem
  }

  nonisolated static let pairs = Operation.allCases.flatMap { first in Operation.allCases.map { [first, $0] } }

  @Test("Both views accept each pair of section and item changes", arguments: pairs)
  func combinations(operations: [Operation]) throws {
    for seed in 0..<12 as Range<UInt64> {
      var random = SeededRandom(seed: seed)
      let (list, _, view) = shown(seed % 2 == 0 ? .table : .collection)
      try list.performUpdates { for operation in operations { try perform(operation, list, &random) } }
      view.checkShows(list)
    }
  }

  nonisolated static let strays = [Int.min, -1, 3, NSNotFound - 1, NSNotFound].flatMap {
    [ItemPlace(section: 0, item: $0), ItemPlace(section: $0, item: 0), ItemPlace(section: $0, item: $0)]
  }

  @Test("a selection, an edited item and anchors that are none of the list are dropped", arguments: strays)
  func strays(place: ItemPlace) throws {
    for kind in [ViewKind.table, .collection] {
      let (list, presenter, view) = shown(kind)
      presenter.scrollAnchoring = .always
      let changes: [() throws -> Void] = [
        { try list.remove(10) },
        { try list.moveSection(from: 1, to: 0) },
        { try list.replace(21, with: Book(id: 21, title: "a")) },
        { list.set([SectionContent(Shelf(id: 2), items: [20, 12, 30].map { Book(id: $0) })]) },
        { presenter.reload() },
        { presenter.configureVisible() },
      ]
      for change in changes {
        let id = try #require(presenter.itemID(at: ItemPlace(section: 0, item: 1)))
        (view.selection, view.editedItem, view.strays) = ([ItemPlace(section: 0, item: 1), place], place, [place])
        try change()
        let kept = presenter.place(of: id)
        #expect(view.selection == [kept].compactMap { $0 } && view.editedItem == nil)
        view.checkShows(list)
      }
    }
  }

  @Test("what a user does at a place that is none of the list is nothing, and asks no closure", arguments: strays)
  func strayDeeds(place: ItemPlace) throws {
    let (list, presenter, view) = shown()
    let first = ItemPlace(section: 0, item: 0)
    let fail = { (place: ItemPlace) in _ = Issue.record("\(place) was asked about") }
    presenter.editing.canMove = {
      fail($0); return true
    }
    presenter.editing.canDelete = {
      fail($0); return true
    }
    presenter.editing.target = {
      fail($0); return $1
    }
    presenter.editing.delete = fail
    presenter.editing.move = {
      fail($0); fail($1)
    }
    // An item may be inserted after the last item of the first section.
    presenter.editing.insert = { if $0 != ItemPlace(section: 0, item: 3) { fail($0) } }
    #expect(
      !presenter.canMove(place) && !presenter.canDelete(place) && presenter.target(of: place, proposed: first) == nil)
    #expect(presenter.userDeletes(place) == nil && presenter.userInserts(place) == nil)
    #expect(presenter.userMoved(from: place, to: first) == nil)
    // While the source has a newer list than the view, places are converted.
    list.silently { list.appendSection(Shelf(id: 4)) }
    #expect(presenter.userDeletes(place) == nil && presenter.userInserts(place) == nil)
    try list.remove(20)
    view.checkShows(list)
  }

  private func perform(_ operation: Operation, _ list: Shelves, _ random: inout SeededRandom) throws {
    let section = random.below(list.numberOfSections)
    let full = (0..<list.numberOfSections).filter { list.numberOfItems(inSection: $0) > 0 }
    let from = random.one(of: full)
    let place = ItemPlace(section: from, item: random.below(list.numberOfItems(inSection: from)))
    let new = 100 + random.below(100)
    switch operation {
    case .insertSection: list.appendSection(Shelf(id: new), items: random.oneIn(2) ? [] : [Book(id: new)])
    case .deleteSection: try list.removeSection(at: section)
    case .reloadSection: try list.replaceSection(at: section, with: Shelf(id: section + 1, title: "\(new)"))
    case .moveSection: try list.moveSection(from: section, to: random.below(list.numberOfSections))
    case .insertItem: try list.insert(Book(id: new), at: place)
    case .deleteItem: try list.remove(at: place)
    case .reloadItem: try list.reload(try #require(list.itemID(at: place)))
    case .moveItem: try list.move(from: place, to: ItemPlace(section: section, item: 0))
    }
  }

  @Test("A view is reloaded off screen, at first, beyond a limit and on request")
  func reloads() throws {
    let (list, presenter, view) = shown()
    var reasons: [String] = []
    presenter.didUpdate = { _, presentation in
      if case .reload(let reason) = presentation { reasons.append("\(reason)") } else { reasons.append("batches") }
    }
    view.isOnScreen = false
    try list.remove(10)
    view.isOnScreen = true
    presenter.animationLimit = 2
    try list.remove(11)
    list.removeAllItems()
    presenter.reloadsInsteadOf = { $0.new.numberOfItems == 1 }
    try list.append(Book(id: 7), toSection: 0)
    presenter.reload()
    #expect(reasons == ["offScreen", "batches", "manyChanges", "asked", "asked"])
    #expect(view.calls == ["reload", "batch", "reload", "reload", "reload"])
    view.checkShows(list)
    let second = StrictListView(presenter)
    presenter.view = second
    #expect(reasons.last == "first" && second.calls == ["reload"])
    second.checkShows(list)
  }

  @Test("An update without changes asks nothing of the view, and hooks are called once for each update")
  func hooks() throws {
    let (list, presenter, view) = shown()
    var trace: [String] = []
    presenter.willUpdate = { update, _ in trace.append("will \(update.changes), \(presenter.shown == update.old)") }
    presenter.didUpdate = { update, _ in trace.append("did, \(presenter.shown == update.new)") }
    list.performUpdates {}
    try list.update(Book(id: 10, title: "a"))
    #expect(trace == ["will items: updated [0, 0]→[0, 0] {?}, true", "did, true"])
    #expect(view.calls == ["reload items 1"])
  }

  /// A closure of the program may even set another view, before the update is passed to a view.
  @Test(
    "a view that a closure sets before an update is shown gets the list after it by what it can take",
    arguments: 0..<4, [false, true])
  func otherView(way: Int, isOne: Bool) throws {
    let (list, presenter, first) = shown()
    let second = StrictListView(presenter)
    let set = { if presenter.view !== second { presenter.view = second } }
    switch way {
    case 0: presenter.willUpdate = { _, _ in set() }
    case 1: presenter.willShow = { _, _ in set() }
    default:
      presenter.reloadsInsteadOf = { _ in
        set()
        return way == 3
      }
    }
    // Removes one item, which is shown without a plan, or all items.
    if isOne { try list.remove(10) } else { list.removeAllItems() }
    #expect(first.calls.isEmpty)
    // `reloadsInsteadOf` is called before the update begins, so the new view first shows the old list.
    #expect(second.calls == [["reload"], ["reload"], ["reload", "batch"], ["reload", "reload"]][way])
    second.checkShows(list)
  }

  @Test("what a callback changes while an update is shown comes next; while a view is reloaded, as one")
  func waiting() throws {
    let (list, presenter, view) = shown()
    var updates: [String] = []
    presenter.willUpdate = { update, _ in updates.append("\(update.changes)") }
    var next = 30
    view.whileConfiguring = {
      guard next < 32 else { return }
      next += 1
      #expect(throws: Never.self) { try list.append(Book(id: next), toSection: 2) }
    }
    try list.remove(10)
    #expect(updates == ["items: deleted [0, 0] (10)", "items: inserted [2, 0] (31)", "items: inserted [2, 1] (32)"])
    view.checkShows(list)
    updates = []
    view.whileConfiguring = {
      guard next < 34 else { return }
      next += 1
      #expect(throws: Never.self) { try list.remove(next == 33 ? 31 : 32) }
      presenter.reload()
    }
    presenter.reload()
    #expect(updates == ["no changes", "items: deleted [2, 0] (31)", "items: deleted [2, 0] (32)"])
    view.checkShows(list)
  }

  @Test("silent updates are shown with the next one; without animation means so")
  func origins() throws {
    let (list, presenter, view) = shown()
    try list.silently { try list.remove(10) }
    #expect(view.calls.isEmpty && presenter.numberOfItems(inSection: 0) == 3)
    #expect(presenter.itemID(at: ItemPlace(section: 0, item: 0)) == ListedID(10))
    #expect(presenter.item(at: ItemPlace(section: 0, item: 0)) == nil)
    try list.withoutAnimation { try list.remove(11) }
    #expect(view.calls == ["batch"] || view.calls == ["batch without animation"])
    view.checkShows(list)
    try list.withoutAnimation { try list.remove(12) }
    #expect(view.calls.last == "batch without animation")
    try list.silently { try list.remove(20) }
    presenter.reload()
    view.checkShows(list)
  }

  @Test("A user's move is not repeated in the view, and a refused move is undone there")
  func userMoves() throws {
    let (list, presenter, view) = shown()
    var origins: [UpdateOrigin] = []
    presenter.willUpdate = { update, _ in origins.append(update.origin) }
    presenter.editing.move = { old, new in try list.performUpdates(origin: .user) { try list.move(from: old, to: new) }
    }
    let (first, third) = (ItemPlace(section: 0, item: 0), ItemPlace(section: 2, item: 0))
    #expect(view.drag(from: first, to: third) == nil)
    #expect(view.calls.isEmpty && origins == [.user])
    view.checkShows(list)
    presenter.editing.move = { _, _ in throw Refused() }
    #expect(view.drag(from: third, to: first) is Refused)
    #expect(view.calls == ["batch", "configure 1"])
    view.checkShows(list)
    presenter.editing.move = nil
    #expect(view.drag(from: third, to: first) == nil)
    view.checkShows(list)
  }

  @Test("a place or an index that is not in the list is answered with nil or 0")
  func bounds() {
    let (_, presenter, _) = shown()
    for place in [ItemPlace(section: -1, item: 0), ItemPlace(section: 0, item: 3), ItemPlace(section: 9, item: -1)] {
      #expect(presenter.itemID(at: place) == nil && presenter.item(at: place) == nil)
    }
    #expect(presenter.numberOfItems(inSection: 3) == 0 && presenter.numberOfItems(inSection: -1) == 0)
    #expect(presenter.sectionID(at: 3) == nil && presenter.section(at: -1) == nil)
    #expect(presenter.place(of: ListedID(99)) == nil)
  }

  /// Written against an index that is off by one while the view has the list of a stage.
  @Test("while a plan is shown, a section has the count of the plan's end, and a section that is not there has 0")
  func finalCounts() throws {
    let (list, presenter, view) = shown()
    var sizes: Set<Int> = []
    view.whileConfiguring = {
      let sections = presenter.numberOfSections
      sizes.insert(sections)
      for section in [-1, sections, sections + 1] { #expect(presenter.finalCount(ofSection: section) == 0) }
      for section in 0..<sections {
        let index = presenter.sectionID(at: section).flatMap { list.index(ofSection: $0) }
        let count = index.map { list.numberOfItems(inSection: $0) } ?? 0
        #expect(presenter.finalCount(ofSection: section) == count, "section \(section) of \(sections)")
      }
    }
    // Items of a deleted section move to an inserted one, which takes several stages.
    try list.performUpdates {
      try list.insertSection(Shelf(id: 4), items: [Book(id: 40)], at: 0)
      try list.move(20, to: ItemPlace(section: 0, item: 0))
      try list.move(21, to: ItemPlace(section: 1, item: 0))
      try list.removeSection(at: 2)
      try list.moveSection(from: 2, to: 1)
    }
    #expect(view.calls.filter { $0 == "batch" }.count > 1 && sizes.count > 1)
    view.checkShows(list)
  }

  @Test("the view goes, and the presenter goes on; neither holds the other one")
  func lifetimes() throws {
    let list = Shelves([SectionContent(Shelf(id: 1), items: [Book(id: 10)])])
    weak var gone: ListPresenter<Shelves>?
    do {
      let presenter = ListPresenter(list)
      gone = presenter
      do {
        let view = StrictListView(ListPresenter(list))
        presenter.view = view
      }
      #expect(presenter.view == nil)
      try list.append(Book(id: 11), toSection: 0)
      #expect(presenter.shown == list.snapshot)
    }
    #expect(gone == nil)
    try list.remove(10)
  }

  private final class LastWords {
    private let say: () -> Void
    init(_ say: @escaping () -> Void) { self.say = say }
    deinit { say() }
  }

  @Test("A change of the source during a presenter's release does not reach the presenter")
  func lastWords() {
    let list = Shelves([SectionContent(Shelf(id: 1), items: [Book(id: 10)])])
    do {
      let presenter = ListPresenter(list)
      let words = { LastWords { try? list.append(Book(id: 11), toSection: 0) } }
      presenter.didUpdate = { [last = words()] _, _ in _ = last }
    }
    #expect(list.snapshot.counts.items(0) == 2)
  }
}
