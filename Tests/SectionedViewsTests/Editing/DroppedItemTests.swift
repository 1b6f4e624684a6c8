import SectionedChanges
import SectionedDataSources
import SectionedViews
import Testing

@Suite("A user drops an item in a view that does not move it by itself")
@MainActor
struct DroppedItemTests {
  private struct Number: Identifiable, Hashable, Sendable {
    let id: Int
  }
  private struct Locked: Error {}
  private typealias Numbers = MemoryList<Number, Number>

  /// `0: 1 2 3 | 1:`
  private let list = Numbers([
    SectionContent(Number(id: 0), items: (1...3).map { Number(id: $0) }), SectionContent(Number(id: 1)),
  ])

  private var items: [[Int]] { (0..<list.numberOfSections).map { list.items(inSection: $0).map(\.id) } }
  private func place(_ section: Int, _ item: Int) -> ItemPlace { ItemPlace(section: section, item: item) }

  @Test("The source moves the item, at most to the end of a section")
  func moves() {
    let presenter = ListPresenter(list)
    #expect(presenter.userDropped(place(0, 0), at: place(1, 0)) == nil)
    #expect(items == [[1, 2, 3], []])
    presenter.editing = ListEditing(list)
    #expect(presenter.userDropped(place(0, 0), at: place(1, 9)) == nil)
    #expect(items == [[2, 3], [1]])
    #expect(presenter.userDropped(place(0, 0), at: place(0, 9)) == nil)
    #expect(items == [[3, 2], [1]])
    #expect(presenter.shown == list.snapshot)
  }

  @Test("Nothing happens to what is not there, in place or locked; an error is returned")
  func refusals() {
    let presenter = ListPresenter(list)
    var moves = 0
    presenter.editing.move = { _, _ in
      moves += 1
      throw Locked()
    }
    presenter.editing.canMove = { $0.item != 1 }
    for (old, new) in [((0, 3), (0, 0)), ((0, 0), (2, 0)), ((0, 0), (0, 0)), ((0, 1), (0, 0)), ((1, 0), (0, 0))] {
      #expect(presenter.userDropped(place(old.0, old.1), at: place(new.0, new.1)) == nil)
    }
    #expect(moves == 0)
    #expect(presenter.userDropped(place(0, 0), at: place(0, 1)) is Locked)
    #expect(moves == 1)
  }

  @Test("While the source is ahead, the item goes to where the user saw it go")
  func ahead() throws {
    let presenter = ListPresenter(list)
    presenter.editing = ListEditing(list)
    presenter.hold()
    try list.insert(Number(id: 9), at: place(0, 0))
    // The view shows 1 2 3, and 1 is dropped after 3.
    #expect(presenter.userDropped(place(0, 0), at: place(0, 2)) == nil)
    presenter.release()
    #expect(items == [[9, 2, 3, 1], []])
  }
}
