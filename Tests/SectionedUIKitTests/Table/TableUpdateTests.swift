import SectionedChanges
import SectionedDataSources
import SectionedUIKit
import SectionedViews
import Testing
import UIKit

@Suite("A table follows its source and is never refused")
@MainActor
struct TableUpdateTests {
  @Test("Verbs in any order are one batch, which the table accepts")
  func batch() throws {
    let refusals = try Refusals.recorded {
      let stage = TableStage()
      try stage.list.performUpdates {
        try stage.list.remove(at: ItemPlace(section: 0, item: 0))
        try stage.list.move(from: ItemPlace(section: 1, item: 2), to: ItemPlace(section: 0, item: 0))
        try stage.list.moveSection(from: 2, to: 0)
        try stage.list.insert(Book(id: 30), at: ItemPlace(section: 0, item: 0))
        try stage.list.replace(21, with: Book(id: 21, title: "new"))
      }
      stage.check()
    }
    #expect(refusals == [])
  }

  /// A program opens a batch update of its own, which animates a row's new height, and changes the list within it.
  @Test("A change within a batch of the program's own comes after it, where that is said")
  func ownBatch() async throws {
    let refusals = await Refusals.recorded {
      let stage = TableStage()
      let first = stage.list.item(at: ItemPlace(section: 0, item: 0))
      stage.binding.presenter.answering {
        stage.table.beginUpdates()
        #expect(throws: Never.self) {
          try stage.list.performUpdates {
            try stage.list.remove(at: ItemPlace(section: 0, item: 0))
            try stage.list.moveSection(from: 2, to: 0)
            try stage.list.move(from: ItemPlace(section: 2, item: 2), to: ItemPlace(section: 1, item: 0))
          }
        }
        stage.table.endUpdates()
      }
      #expect(stage.shown[IndexPath(row: 0, section: 0)] == first)
      await nextTurn()
      stage.check()
    }
    #expect(refusals == [])
  }

  @Test("A changed item is configured in place, in the same cell")
  func inPlace() throws {
    let stage = TableStage()
    let cell = try stage.bookCell(0, 1)
    let before = cell.configurations
    try stage.list.replace(11, with: Book(id: 11, title: "new"))
    #expect(try stage.bookCell(0, 1) === cell)
    #expect(cell.book?.title == "new")
    #expect(cell.configurations == before + 1)
  }

  @Test("An item that another rule matches after a change gets another cell")
  func otherCell() throws {
    let refusals = try Refusals.recorded {
      let stage = TableStage()
      try stage.list.replace(11, with: Book(id: 11, isLent: true))
      stage.table.layoutIfNeeded()
      #expect((stage.cell(0, 1) as? LentCell)?.book?.id == 11)
      stage.check()
    }
    #expect(refusals == [])
  }

  @Test("A table without a window is reloaded")
  func offScreen() throws {
    let refusals = try Refusals.recorded {
      let stage = TableStage()
      stage.table.removeFromSuperview()
      var isReload = false
      stage.binding.presenter.didUpdate = { _, presentation in
        if case .reload(.offScreen) = presentation { isReload = true }
      }
      try stage.list.remove(10)
      #expect(isReload)
      stage.window.addSubview(stage.table)
      stage.check()
    }
    #expect(refusals == [])
  }

  @Test("selection follows identity, in batches and reloads")
  func selection() throws {
    let stage = TableStage()
    stage.table.selectRow(at: IndexPath(row: 1, section: 1), animated: false, scrollPosition: .none)
    try stage.list.move(21, to: ItemPlace(section: 0, item: 0))
    #expect(stage.table.indexPathForSelectedRow == IndexPath(row: 0, section: 0))
    stage.binding.presenter.animationLimit = 0
    try stage.list.insert(Book(id: 9), at: ItemPlace(section: 0, item: 0))
    #expect(stage.table.indexPathForSelectedRow == IndexPath(row: 1, section: 0))
    try stage.list.remove(21)
    #expect(stage.table.indexPathForSelectedRow == nil)
  }

  @Test("what is visible stays where it is while rows come above it")
  func anchor() throws {
    let list = Shelves([SectionContent(Shelf(id: 1), items: (0..<100).map { Book(id: $0) })])
    let stage = TableStage(list)
    stage.table.drag(to: 1_000)
    let path = try #require(stage.table.indexPathsForVisibleRows?.first)
    let id = try #require(list.itemID(at: ItemPlace(section: 0, item: path.row)))
    let distance = stage.table.rectForRow(at: path).minY - stage.table.contentOffset.y
    try list.insert(contentsOf: (200..<230).map { Book(id: $0) }, at: ItemPlace(section: 0, item: 0))
    let moved = IndexPath(row: path.row + 30, section: 0)
    #expect(list.itemID(at: ItemPlace(section: 0, item: moved.row)) == id)
    #expect(stage.table.rectForRow(at: moved).minY - stage.table.contentOffset.y == distance)
    stage.table.drag(to: 0)
    try list.insert(Book(id: 300), at: ItemPlace(section: 0, item: 0))
    #expect(stage.table.contentOffset.y == 0)
    stage.check()
  }

  @Test("a table that shows its end follows it, as a chat does, and one that does not stays where it is")
  func followsEnd() throws {
    let list = Shelves([
      SectionContent(Shelf(id: 1), items: (0..<100).map { Book(id: $0) }), SectionContent(Shelf(id: 2)),
    ])
    let stage = TableStage(list)
    stage.binding.presenter.followsEnd = true
    func isAtEnd() -> Bool {
      stage.table.layoutIfNeeded()
      let (table, end) = (stage.table, stage.table.contentSize.height + stage.table.adjustedContentInset.bottom)
      return abs(table.contentOffset.y + table.bounds.height - end) <= 0.5
    }
    #expect(isAtEnd())
    try list.append(Book(id: 200), toSection: 0)
    #expect(isAtEnd())
    try list.insert(contentsOf: (300..<330).map { Book(id: $0) }, at: ItemPlace(section: 0, item: 0))
    try list.append(Book(id: 201), toSection: 1)
    #expect(isAtEnd())
    // The user reads earlier rows.
    stage.table.drag(to: 1_000)
    let path = try #require(stage.table.indexPathsForVisibleRows?.first)
    let distance = stage.table.rectForRow(at: path).minY - stage.table.contentOffset.y
    try list.append(Book(id: 202), toSection: 1)
    #expect(stage.table.rectForRow(at: path).minY - stage.table.contentOffset.y == distance)
    stage.binding.presenter.reload()
    #expect(!isAtEnd())
    stage.check()
  }

  @Test("An update without changes touches nothing")
  func nothingChanges() throws {
    let stage = TableStage()
    let cell = try stage.bookCell(0, 0)
    let configurations = cell.configurations
    var updates = 0
    stage.binding.presenter.didUpdate = { _, _ in updates += 1 }
    try stage.list.performUpdates {
      try stage.list.insert(Book(id: 99), at: ItemPlace(section: 0, item: 0))
      try stage.list.remove(99)
    }
    stage.table.layoutIfNeeded()
    #expect(updates == 0)
    #expect(stage.table.lastAnimations == [:])
    #expect(try stage.bookCell(0, 0) === cell)
    #expect(cell.configurations == configurations)
  }

  @Test("a source that changes while cells are configured is shown afterwards")
  func whileConfiguring() async throws {
    let list = library()
    var deeds = 3
    var rules = ListRules()
    rules.add(
      ViewRule(.cell, BookCell.self, for: Book.self) { cell, book, _ in
        cell.book = book
        guard deeds > 0 else { return }
        deeds -= 1
        list.appendSection(Shelf(id: 100 + deeds), items: [Book(id: 100 + deeds)])
      })
    var stage: TableStage?
    let atFirst = Refusals.recorded {
      stage = TableStage(list, rules: rules)
      stage?.table.layoutIfNeeded()
    }
    // Changes that the cells' closures made are shown in the next turns.
    let shown = try #require(stage)
    for _ in 0..<20 where shown.binding.presenter.shown != list.snapshot { await Task.yield() }
    let later = try Refusals.recorded {
      try list.remove(10)
      shown.check()
    }
    #expect(atFirst + later == [])
    #expect(list.numberOfSections == 6)
  }

  @Test("Changes are announced, and with less motion nothing is animated")
  func comfort() throws {
    let stage = TableStage()
    stage.binding.presenter.announcement = { "\($0.changes.items.inserted.count) new" }
    defer { UIAccessibility.isReduceMotionEnabled = false }
    let before = UIAccessibility.announcements.count
    var animated: [Bool] = []
    for reduces in [false, true, false] {
      UIAccessibility.isReduceMotionEnabled = reduces
      let known = stage.table.areUpdatesAnimated.count
      try stage.list.append(Book(id: 40 + animated.count), toSection: 0)
      animated += stage.table.areUpdatesAnimated.dropFirst(known).prefix(1)
    }
    #expect(UIAccessibility.announcements.dropFirst(before) == ["1 new", "1 new", "1 new"])
    #expect(animated == [true, false, true])
    stage.check()
  }
}
