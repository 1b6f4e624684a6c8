import SectionedChanges
import SectionedDataSources
import SectionedUIKit
import SectionedViews
import Testing
import UIKit

@Suite("A user edits a table, and its source follows")
@MainActor
struct TableEditingTests {
  struct Refused: Error {}

  private func path(_ section: Int, _ row: Int) -> IndexPath { IndexPath(row: row, section: section) }

  @Test("Rows are neither edited nor moved unless the program allows it")
  func nothing() {
    let stage = TableStage()
    #expect(stage.table.swipeRow(at: path(0, 0)) == [])
    stage.table.setEditing(true, animated: false)
    #expect(stage.table.dragRow(at: path(0, 0), to: path(1, 0)) == nil)
  }

  @Test("A user's deletion removes the item from the source, and the update's origin is the user")
  func deletion() {
    let refusals = Refusals.recorded {
      let stage = TableStage()
      stage.binding.editing = ListEditing(stage.list)
      var origins: [UpdateOrigin] = []
      let token = stage.list.observe { origins.append($0.origin) }
      #expect(stage.table.swipeRow(at: path(0, 1)) == ["Delete"])
      stage.table.swipeRow(at: path(0, 1), andTouch: "Delete")
      #expect(stage.list.items(inSection: 0).map(\.id) == [10, 12])
      #expect(origins == [.user])
      stage.check()
      withExtendedLifetime(token) {}
    }
    #expect(refusals == [])
  }

  @Test("A row is inserted where the user asks for one")
  func insertion() {
    let refusals = Refusals.recorded {
      let stage = TableStage()
      stage.binding.editing = ListEditing(stage.list) { place in Book(id: 50 + place.item) }
      stage.table.setEditing(true, animated: false)
      stage.table.commit(.insert, at: path(1, 2))
      #expect(stage.list.items(inSection: 1).map(\.id) == [20, 21, 52, 22])
      stage.check()
    }
    #expect(refusals == [])
  }

  @Test("A user's move changes the source and is not repeated in the table")
  func move() async throws {
    let stage = TableStage()
    let refusals = await Refusals.recorded {
      stage.binding.editing = ListEditing(stage.list)
      stage.table.setEditing(true, animated: false)
      var presentations = 0
      stage.binding.presenter.didUpdate = { _, presentation in
        if case .nothing = presentation { return }
        presentations += 1
      }
      #expect(stage.table.dragRow(at: path(0, 0), to: path(1, 3)) == path(1, 3))
      await nextTurn()
      #expect(stage.list.items(inSection: 1).map(\.id) == [20, 21, 22, 10])
      #expect(presentations == 0)
      stage.check()
    }
    #expect(refusals == [])
  }

  @Test("a move that the program refuses is taken back, and its error reported")
  func refusedMove() async {
    let stage = TableStage()
    let refusals = await Refusals.recorded {
      var editing = ListEditing()
      editing.move = { _, _ in throw Refused() }
      stage.binding.editing = editing
      var errors = 0
      stage.binding.onError = { if $0 is Refused { errors += 1 } }
      stage.table.setEditing(true, animated: false)
      stage.table.dragRow(at: path(0, 0), to: path(1, 1))
      // The table still shows the user's move, because a table must not be updated within its own move.
      #expect(stage.table.numberOfRows(inSection: 0) == 2)
      await nextTurn()
      #expect(stage.table.numberOfRows(inSection: 0) == 3)
      stage.check()
      #expect(errors == 1)
    }
    #expect(refusals == [])
  }

  @Test("what a user does to a table that does not show the newest list yet is done to the rows that he sees")
  func besideSilentChanges() async throws {
    let stage = TableStage()
    let refusals = try await Refusals.recorded {
      stage.binding.editing = ListEditing(stage.list) { place in Book(id: 50 + place.item) }
      try stage.list.silently { try stage.list.remove(10) }
      stage.table.swipeRow(at: path(0, 1), andTouch: "Delete")
      await nextTurn()
      #expect(stage.list.items(inSection: 0).map(\.id) == [12])
      stage.check()
      try stage.list.silently { try stage.list.insert(Book(id: 1), at: ItemPlace(section: 1, item: 0)) }
      stage.table.setEditing(true, animated: false)
      stage.table.commit(.insert, at: path(1, 2))
      #expect(stage.list.items(inSection: 1).map(\.id) == [1, 20, 21, 53, 22])
      stage.check()
      try stage.list.silently {
        try stage.list.remove(20)
        try stage.list.moveSection(from: 2, to: 0)
      }
      stage.table.dragRow(at: path(1, 3), to: path(0, 1))
      await nextTurn()
      #expect(stage.list.items(inSection: 1).map(\.id) == [12, 53])
      #expect(stage.list.items(inSection: 2).map(\.id) == [1, 21, 22])
      stage.check()
      // A row whose item is already removed deletes nothing.
      try stage.list.silently { try stage.list.remove(22) }
      stage.table.swipeRow(at: path(2, 2), andTouch: "Delete")
      #expect(stage.list.items(inSection: 2).map(\.id) == [1, 21])
      try stage.list.reload(21)
      stage.check()
    }
    #expect(refusals == [])
  }

  @Test("a place behind the end of a section is its end")
  func behindTheEnd() {
    let stage = TableStage()
    stage.binding.editing = ListEditing(stage.list)
    let presenter = stage.binding.presenter
    presenter.view = nil
    presenter.userMoved(from: ItemPlace(section: 0, item: 0), to: ItemPlace(section: 0, item: 3))
    presenter.userMoved(from: ItemPlace(section: 0, item: 0), to: ItemPlace(section: 1, item: 9))
    presenter.userMoved(from: ItemPlace(section: 0, item: 0), to: ItemPlace(section: 7, item: 0))
    #expect(stage.list.items(inSection: 0).map(\.id) == [12, 10])
    #expect(stage.list.items(inSection: 1).map(\.id) == [20, 21, 22, 11])
    #expect(presenter.shown == stage.list.snapshot)
  }

  @Test("what cannot be deleted is not swiped, though it can be moved")
  func onlyMoves() {
    let stage = TableStage()
    stage.binding.editing = ListEditing(stage.list)
    stage.binding.editing.canDelete = { $0.item > 0 }
    #expect(stage.table.swipeRow(at: path(0, 0)) == [])
    #expect(stage.table.swipeRow(at: path(0, 1)) == ["Delete"])
    #expect(stage.binding.editingStyleForRow(at: path(0, 0)) == UITableViewCell.EditingStyle.none)
    #expect(stage.binding.editingStyleForRow(at: path(0, 1)) == .delete)
  }

  @Test("a swipe deletes the row it began on, wherever that is by then")
  func swipe() throws {
    let refusals = try Refusals.recorded {
      let stage = TableStage()
      stage.binding.editing = ListEditing(stage.list)
      let swipe = try #require(stage.binding.deleteSwipe(forRowAt: path(0, 1), title: "Away"))
      try stage.list.remove(10)
      var isDone: Bool?
      swipe.actions[0].handler(swipe.actions[0], stage.table) { isDone = $0 }
      #expect(isDone == true)
      #expect(stage.list.items(inSection: 0).map(\.id) == [12])
      stage.check()
    }
    #expect(refusals == [])
  }

  @Test("the target of a drag is the program's")
  func target() {
    let stage = TableStage()
    stage.binding.editing = ListEditing(stage.list)
    stage.binding.editing.target = { from, to in from.section == to.section ? to : from }
    #expect(stage.binding.targetIndexPath(forMoveFrom: path(0, 1), toProposed: path(1, 0)) == path(0, 1))
  }
}
