import Foundation
import SectionedChanges
import SectionedDataSources
import SectionedViews
import Testing

@Suite("A user edits a source in a view of what is built on it")
@MainActor
struct BuiltEditingTests {
  private struct Number: Identifiable, Hashable, Sendable {
    let id: Int
  }
  private typealias Numbers = MemoryList<Number, Number>

  /// `0: 1 2 3 4 5 6 | 1: | 2: 7 8`
  private let base = Numbers([
    SectionContent(Number(id: 0), items: (1...6).map { Number(id: $0) }),
    SectionContent(Number(id: 1)),
    SectionContent(Number(id: 2), items: (7...8).map { Number(id: $0) }),
  ])

  private func items(_ section: Int) -> [Int] { base.items(inSection: section).map(\.id) }

  @Test("through a filter items are found by what names them")
  func filtered() throws {
    let even = FilteredDataSource(base, keepsEmptySections: true, where: { $0.id % 2 == 0 })
    let presenter = ListPresenter(even)
    presenter.editing = ListEditing(ListEditing(base) { Number(id: 100 + $0.item) }, of: base, shownBy: even)
    #expect(presenter.userDeletes(ItemPlace(section: 0, item: 0)) == nil)
    #expect(items(0) == [1, 3, 4, 5, 6])
    // The view shows 4 6 | | 8. The moves are: 8 after 6, 4 after 6, 8 into the empty section.
    presenter.userMoved(from: ItemPlace(section: 2, item: 0), to: ItemPlace(section: 0, item: 2))
    #expect(items(0) == [1, 3, 4, 5, 6, 8])
    presenter.userMoved(from: ItemPlace(section: 0, item: 0), to: ItemPlace(section: 0, item: 1))
    #expect(items(0) == [1, 3, 5, 6, 4, 8])
    presenter.userMoved(from: ItemPlace(section: 0, item: 2), to: ItemPlace(section: 1, item: 0))
    #expect(items(0) == [1, 3, 5, 6, 4] && items(1) == [8])
    presenter.userInserts(ItemPlace(section: 0, item: 1))
    #expect(items(0) == [1, 3, 5, 6, 104, 4])
    #expect(presenter.shown == even.snapshot)
  }

  /// The view shows `0: 2 4 6 | 2: 8`, without the section 1, so its sections have other indices.
  @Test("a target is converted to the sections of the view, and one in a hidden section leaves the item")
  func targets() throws {
    let even = FilteredDataSource(base, where: { $0.id % 2 == 0 })
    let (from, proposed) = (ItemPlace(section: 0, item: 0), ItemPlace(section: 0, item: 1))
    func editing(_ target: ItemPlace) -> ListEditing {
      var editing = ListEditing(base)
      editing.target = { _, _ in target }
      return ListEditing(editing, of: base, shownBy: even)
    }
    func target(_ section: Int, _ item: Int) -> ItemPlace {
      editing(ItemPlace(section: section, item: item)).target(from, proposed)
    }
    let before = ItemPlace(section: 1, item: 0)
    #expect(target(1, 0) == from)
    #expect([target(2, 0), target(2, 1), target(2, 2)] == [before, before, ItemPlace(section: 1, item: 1)])
    // Only 7, which is hidden, is between the place of the view and the target.
    try editing(ItemPlace(section: 2, item: 1)).move?(from, before)
    #expect(items(0) == [1, 3, 4, 5, 6] && items(2) == [7, 2, 8])
    #expect(even.place(of: ListedID(2)) == before)
    // 2 and 8 are between them, so the item is dropped where the view shows it.
    try editing(ItemPlace(section: 2, item: 3)).move?(from, before)
    #expect(items(0) == [1, 3, 5, 6] && items(2) == [4, 7, 2, 8])
  }

  @Test("places that are none of the list edit nothing")
  func strays() {
    let even = FilteredDataSource(base, keepsEmptySections: true, where: { $0.id % 2 == 0 })
    let editing = ListEditing(ListEditing(base) { Number(id: 100 + $0.item) }, of: base, shownBy: even)
    for number in [Int.min, -1, 7, NSNotFound - 1, NSNotFound] {
      for place in [ItemPlace(section: 0, item: number), ItemPlace(section: number, item: 0)] {
        #expect(!editing.canMove(place) && !editing.canDelete(place))
        #expect(throws: Never.self) {
          try editing.delete?(place)
          try editing.move?(place, ItemPlace(section: 0, item: 0))
          if place.item < 0 || place.section != 0 {
            try editing.insert?(place)
            try editing.move?(ItemPlace(section: 0, item: 0), place)
          }
        }
      }
    }
    #expect(items(0) == [1, 2, 3, 4, 5, 6] && items(2) == [7, 8])
    #expect(throws: Never.self) { try editing.insert?(ItemPlace(section: 0, item: NSNotFound)) }
    #expect(items(0) == [1, 2, 3, 4, 5, 6, 106], "behind the end of a section is its end")
  }

  /// The view still shows 1, which the program has removed, when the user deletes 2 and moves 4 before 3.
  @Test("while the source is being changed, too, places are those of the view")
  func whileTheSourceChanges() throws {
    let presenter = ListPresenter(base)
    presenter.editing = ListEditing(base)
    try base.performUpdates {
      try base.remove(1)
      #expect(presenter.userDeletes(ItemPlace(section: 0, item: 1)) == nil)
      #expect(presenter.userMoved(from: ItemPlace(section: 0, item: 3), to: ItemPlace(section: 0, item: 2)) == nil)
    }
    #expect(items(0) == [4, 3, 5, 6])
    #expect(presenter.shown == base.snapshot)
  }

  @Test("sorted or grouped items are deleted; where they stand is not the user's")
  func sorted() {
    let sorted = SortedDataSource(base, by: { $0.id > $1.id })
    let editing = ListEditing(ListEditing(base), of: base, shownBy: sorted)
    #expect(editing.move == nil && editing.insert == nil)
    #expect(editing.canDelete(ItemPlace(section: 0, item: 0)))
    #expect(throws: Never.self) { try editing.delete?(ItemPlace(section: 0, item: 0)) }
    #expect(items(0) == [1, 2, 3, 4, 5])
    let grouped = GroupedDataSource(base, by: { $0.id % 2 }, order: .ascending)
    let other = ListEditing(ListEditing(base), of: base, shownBy: grouped)
    #expect(other.move == nil && other.insert == nil)
    #expect(throws: Never.self) { try other.delete?(ItemPlace(section: 1, item: 0)) }
    #expect(items(0) == [2, 3, 4, 5])
  }

  @Test("a placeholder and the row for more are not edited")
  func placeholders() {
    let rows = PlaceholderDataSource(base, loading: nil, emptySection: { _ in Placeholder(.empty, title: "none") })
    let editing = ListEditing(ListEditing(base), shownBy: rows)
    #expect(editing.canDelete(ItemPlace(section: 0, item: 0)) && !editing.canDelete(ItemPlace(section: 1, item: 0)))
    #expect(!editing.canMove(ItemPlace(section: 1, item: 0)))
    #expect(throws: Never.self) {
      try editing.move?(ItemPlace(section: 0, item: 0), ItemPlace(section: 1, item: 1))
      try editing.delete?(ItemPlace(section: 2, item: 0))
    }
    #expect(items(0) == [2, 3, 4, 5, 6] && items(1) == [1] && items(2) == [8])
  }

  /// The view shows `0: 1 2 3 (3 more) | 1: | 2: 7 8`. The rows beneath are `4 5 6`.
  @Test("an item is dropped before the row for more, and not after it")
  func moreRow() throws {
    let folded = FoldedDataSource(base, limit: .first(3))
    let rows = MoreRowDataSource(folded)
    let editing = ListEditing(ListEditing(ListEditing(base), of: base, shownBy: folded), shownBy: rows)
    func target(_ from: (Int, Int), _ proposed: (Int, Int)) -> ItemPlace {
      editing.target(
        ItemPlace(section: from.0, item: from.1), ItemPlace(section: proposed.0, item: proposed.1))
    }
    // Without the moved item, the row for more is the third of its section, or the fourth for an item from elsewhere.
    #expect((0...3).map { target((0, 0), (0, $0)).item } == [0, 1, 2, 2])
    #expect((0...4).map { target((2, 0), (0, $0)).item } == [0, 1, 2, 3, 3])
    #expect((0...2).map { target((0, 0), (2, $0)).item } == [0, 1, 2])
    let presenter = ListPresenter(rows)
    presenter.editing = editing
    presenter.userMoved(from: ItemPlace(section: 0, item: 0), to: target((0, 0), (0, 3)))
    #expect(items(0) == [2, 3, 1, 4, 5, 6])
    // A view that does not ask for a target: the item is before the row again when the move has been made.
    presenter.userMoved(from: ItemPlace(section: 0, item: 0), to: ItemPlace(section: 0, item: 3))
    #expect(items(0) == [3, 1, 2, 4, 5, 6])
    #expect(rows.place(of: ListedID(.item(2))) == ItemPlace(section: 0, item: 2))
    #expect(presenter.shown == rows.snapshot)
  }

  @Test("an item that is dropped into an empty section is before its placeholder")
  func emptyPlaceholder() {
    let rows = PlaceholderDataSource(base, loading: nil, emptySection: { _ in Placeholder(.empty, title: "none") })
    let editing = ListEditing(ListEditing(base), shownBy: rows)
    let from = ItemPlace(section: 0, item: 0)
    for item in 0...1 {
      #expect(editing.target(from, ItemPlace(section: 1, item: item)) == ItemPlace(section: 1, item: 0))
    }
  }

  @Test("what was made for another source edits nothing, and is an anomaly")
  func otherSource() {
    final class Log: @unchecked Sendable {
      var kinds: [DataSourceAnomaly.Kind] = []
    }
    let log = Log()
    let list = Numbers(
      [SectionContent(Number(id: 0), items: [Number(id: 1)])],
      anomalies: AnomalyHandler {
        log.kinds.append($0.kind)
      })
    let odd = FilteredDataSource(list, where: { $0.id % 2 == 1 })
    let presenter = ListPresenter(odd)
    presenter.editing = ListEditing(list)
    #expect(log.kinds == [.otherSource] && presenter.editing.delete == nil)
    presenter.userDeletes(ItemPlace(section: 0, item: 0))
    #expect(list.numberOfItems == 1)
  }
}
