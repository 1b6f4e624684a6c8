import Foundation
import SectionedChanges
import SectionedDataSources
import SectionedTesting
import SectionedViews
import Testing

@Suite("A presenter animates as much as the user wants, announces changes, and restores a view's state")
@MainActor
struct PresenterComfortTests {
  /// `1: 10 11 12 | 2: 20 21 22 | 3:`, all of it shown.
  private func shown() -> (Shelves, ListPresenter<Shelves>, StrictListView) { PresenterTests().shown() }

  @Test("With less motion, and beyond a limit, batches are not animated")
  func motion() throws {
    let (list, presenter, view) = shown()
    try list.remove(10)
    view.reducesMotion = true
    try list.remove(11)
    try list.performUpdates { for id in [12, 20] { try list.remove(id) } }
    view.reducesMotion = false
    presenter.animatedChangeLimit = 2
    try list.append(contentsOf: [Book(id: 1), Book(id: 2)], toSection: 0)
    try list.append(contentsOf: [Book(id: 3), Book(id: 4), Book(id: 5)], toSection: 0)
    presenter.animatedChangeLimit = 0
    try list.remove(1)
    let (still, animated) = ("batch without animation", "batch")
    #expect(view.calls == [animated, still, still, animated, still, still])
    view.checkShows(list)
  }

  @Test("Changes of the visible list are announced, each once, and nothing else")
  func announcements() throws {
    let (list, presenter, view) = shown()
    presenter.announcement = { update in
      let count = update.changes.items.inserted.count
      return count == 0 ? nil : "\(count) came"
    }
    try list.append(Book(id: 1), toSection: 0)
    try list.remove(1)
    try list.append(contentsOf: [Book(id: 2), Book(id: 3)], toSection: 2)
    try list.performUpdates(origin: .silent) { try list.append(Book(id: 4), toSection: 0) }
    try list.append(Book(id: 5), toSection: 0)
    presenter.animationLimit = 0
    try list.append(Book(id: 6), toSection: 0)
    view.isOnScreen = false
    try list.append(Book(id: 7), toSection: 0)
    view.isOnScreen = true
    presenter.reload()
    #expect(view.announcements == ["1 came", "2 came", "2 came", "1 came"])
    let other = StrictListView(presenter)
    presenter.view = other
    #expect(other.announcements == [])
  }

  @Test("A program may change its list while it makes an announcement")
  func changeWhileAnnouncing() throws {
    let (list, presenter, view) = shown()
    var isFirst = true
    presenter.announcement = { update in
      if isFirst {
        isFirst = false
        try? list.append(Book(id: 2), toSection: 1)
      }
      return "\(update.changes.items.inserted.map(\.id.id))"
    }
    try list.append(Book(id: 1), toSection: 0)
    #expect(view.announcements == ["[1]", "[2]"])
    view.checkShows(list)
  }

  private func coded(_ state: ListViewState<Int>) throws -> ListViewState<Int> {
    try JSONDecoder().decode(ListViewState<Int>.self, from: JSONEncoder().encode(state))
  }

  @Test("A state is coded, and restored in another view of a list that has changed")
  func state() throws {
    let (list, presenter, view) = shown()
    #expect(presenter.viewState == ListViewState())
    view.selection = [ItemPlace(section: 1, item: 1), ItemPlace(section: 0, item: 2)]
    view.offset = 3
    // The lines are: header, 10, 11, 12, header, 20, 21, 22, header. The first visible item is 12.
    let state = try #require(presenter.viewState)
    #expect(state == ListViewState(selection: [ListedID(12), ListedID(21)], first: ListedID(12), distance: 0))
    try list.performUpdates {
      try list.moveSection(from: 1, to: 0)
      try list.remove(21)
      try list.append(contentsOf: (30..<40).map { Book(id: $0) }, toSection: 2)
    }
    let other = StrictListView(presenter)
    presenter.view = other
    presenter.restore(try coded(state))
    #expect(other.selection == [ItemPlace(section: 1, item: 2)])
    // The lines are now: header, 20, 22, header, 10, 11, 12.
    #expect(other.offset == 6)
    other.checkShows(list)
  }

  @Test("A state without its items leaves the view at its beginning, and one without a view does nothing")
  func lostItems() throws {
    let (list, presenter, view) = shown()
    view.selection = [ItemPlace(section: 0, item: 0)]
    presenter.restore(ListViewState(selection: [ListedID(99)], first: ListedID(98), distance: -2))
    #expect(view.selection == [] && view.offset == 0)
    presenter.view = nil
    #expect(presenter.viewState == nil)
    presenter.restore(ListViewState(selection: [ListedID(10)]))
    view.checkShows(list)
  }

  @Test("Names are replaced by others, and those without are left out")
  func names() {
    let state = ListViewState(selection: [ListedID(1), ListedID(2, occurrence: 1)], first: ListedID(3), distance: 4)
    let texts = state.mapIDs { $0 == 1 ? nil : "\($0)" }
    #expect(
      texts == ListViewState(selection: [ListedID("2", occurrence: 1)], first: ListedID("3"), distance: 4))
  }
}
