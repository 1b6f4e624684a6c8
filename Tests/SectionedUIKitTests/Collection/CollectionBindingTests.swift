import SectionedChanges
import SectionedDataSources
import SectionedUIKit
import SectionedViews
import Testing
import UIKit

@Suite("A collection shows a source by rules")
@MainActor
struct CollectionBindingTests {
  private func path(_ section: Int, _ item: Int) -> IndexPath { IndexPath(item: item, section: section) }

  @Test("The binding answers another collection as if the list were empty")
  func otherView() throws {
    let stage = CollectionStage()
    let other = UICollectionView(frame: .zero, collectionViewLayout: UICollectionViewFlowLayout())
    let source = try #require(stage.view.dataSource)
    #expect(source.numberOfSections(in: other) == 0)
    #expect(source.collectionView(other, numberOfItemsInSection: 0) == 0)
    #expect(source.collectionView(stage.view, numberOfItemsInSection: 0) == 3)
  }

  @Test("Verbs in any order are one batch, and the first rule that matches makes each cell")
  func batch() throws {
    let refusals = try Refusals.recorded {
      let stage = CollectionStage()
      stage.check()
      try stage.list.performUpdates {
        try stage.list.remove(at: ItemPlace(section: 0, item: 0))
        try stage.list.move(from: ItemPlace(section: 1, item: 2), to: ItemPlace(section: 0, item: 0))
        try stage.list.moveSection(from: 2, to: 0)
        try stage.list.insert(Book(id: 30), at: ItemPlace(section: 0, item: 0))
        try stage.list.replace(21, with: Book(id: 21, isLent: true))
      }
      stage.check()
      #expect(stage.anomalies.kinds == [])
    }
    #expect(refusals == [])
  }

  @Test("A rule makes each header, which is configured in place when its section changes")
  func headers() throws {
    let refusals = try Refusals.recorded {
      let stage = CollectionStage()
      let header = try #require(stage.header(1) as? ShelfView)
      #expect(header.shelf?.title == "two")
      try stage.list.replaceSection(at: 1, with: Shelf(id: 2, title: "new"))
      #expect(stage.header(1) === header)
      #expect(header.shelf?.title == "new")
    }
    #expect(refusals == [])
  }

  @Test("a section that gets a header of another rule, with items or none, is taken anew")
  func otherHeader() throws {
    let refusals = try Refusals.recorded {
      let stage = CollectionStage()
      stage.binding.rules.remove("ShelfView, Shelf", .header)
      stage.binding.rules.add(
        ViewRule(
          .header, ShelfView.self, for: Shelf.self, identifier: "big", where: { shelf, _ in shelf.title == "big" }
        ) { view, shelf, _ in view.shelf = shelf })
      stage.binding.rules.add(
        ViewRule(.header, ShelfView.self, for: Shelf.self, identifier: "small") { view, shelf, _ in view.shelf = shelf }
      )
      stage.view.layoutIfNeeded()
      for section in [0, 2] {
        #expect(stage.header(section)?.reuseIdentifier == "small")
        try stage.list.replaceSection(at: section, with: Shelf(id: section + 1, title: "big"))
        stage.view.layoutIfNeeded()
        #expect(stage.header(section)?.reuseIdentifier == "big")
      }
      stage.check()
    }
    #expect(refusals == [])
  }

  @Test("Items and headers without rules are anomalies and get plain views, which the collection accepts")
  func noRules() {
    let refusals = Refusals.recorded {
      let stage = CollectionStage(rules: ListRules())
      #expect(stage.cell(0, 0) != nil)
      #expect(stage.header(0) != nil)
      #expect(Set(stage.anomalies.kinds) == [.noRule])
    }
    #expect(refusals == [])
  }

  @Test("A cell is reused under the identifier of its rule")
  func identifiers() {
    #expect(CollectionStage().cell(0, 0)?.reuseIdentifier == "book")
  }

  @Test("UIKit's registration is a rule; what changes is reconfigured in the same cell")
  func registrations() throws {
    let refusals = try Refusals.recorded {
      let stage = CollectionStage(rules: ListRules())
      var configured: [Int] = []
      var headers: [String] = []
      stage.binding.add(
        UICollectionView.CellRegistration<BookTile, Book> { cell, _, book in
          cell.book = book
          configured.append(book.id)
        })
      stage.binding.add(
        .header,
        UICollectionView.SupplementaryRegistration<ShelfView>(
          elementKind: UICollectionView.elementKindSectionHeader
        ) { _, _, _ in },
        for: Shelf.self
      ) { view, shelf, _ in
        view.shelf = shelf
        headers.append(shelf.title)
      }
      stage.view.layoutIfNeeded()
      let cell = stage.cell(0, 1)
      configured = []
      headers = []
      try stage.list.replace(11, with: Book(id: 11, title: "new"))
      try stage.list.replaceSection(at: 0, with: Shelf(id: 1, title: "first"))
      stage.view.layoutIfNeeded()
      #expect(stage.cell(0, 1) === cell)
      #expect((cell as? BookTile)?.book?.title == "new")
      #expect(configured == [11])
      #expect(headers == ["first"])
    }
    #expect(refusals == [])
  }

  @Test("Changes that come while a user drags an item are shown after the drop")
  func dragging() async throws {
    let stage = CollectionStage()
    let refusals = try await Refusals.recorded {
      #expect(!stage.binding.beginDragging(at: path(0, 0)))
      stage.binding.editing = ListEditing(stage.list)
      #expect(stage.binding.beginDragging(at: path(0, 0)))
      try stage.list.remove(22)
      #expect(stage.view.numberOfItems(inSection: 1) == 3)
      stage.binding.cancelDragging()
      await nextTurn()
      #expect(stage.view.numberOfItems(inSection: 1) == 2)
      stage.check()
      #expect(stage.view.dragItem(at: path(0, 0), to: path(1, 1)))
      await nextTurn()
      #expect(stage.list.items(inSection: 1).map(\.id) == [20, 10, 21])
      stage.check()
    }
    #expect(refusals == [])
  }

  @Test("what is dropped goes where it was dropped, though the list has changed since it was taken up")
  func droppedBesideChanges() async throws {
    let stage = CollectionStage()
    let refusals = try await Refusals.recorded {
      stage.binding.editing = ListEditing(stage.list)
      #expect(stage.binding.beginDragging(at: path(0, 1)))
      stage.view.dragItem(to: path(1, 2))
      try stage.list.remove(20)
      try stage.list.insert(Book(id: 1), at: ItemPlace(section: 0, item: 0))
      stage.binding.drop()
      await nextTurn()
      #expect(stage.list.items(inSection: 0).map(\.id) == [1, 10, 12])
      #expect(stage.list.items(inSection: 1).map(\.id) == [21, 11, 22])
      stage.check()
      // An item that is deleted during the drag is not moved.
      #expect(stage.binding.beginDragging(at: path(0, 1)))
      stage.view.dragItem(to: path(1, 0))
      try stage.list.remove(10)
      stage.binding.drop()
      await nextTurn()
      #expect(stage.list.items(inSection: 1).map(\.id) == [21, 11, 22])
      stage.check()
    }
    #expect(refusals == [])
  }

  @Test(
    "a swipe of a list layout deletes the item it began on; a section without items has no header where none is wanted")
  func listLayout() throws {
    let stage = CollectionStage()
    let refusals = try Refusals.recorded {
      #expect(stage.binding.deleteSwipe(forItemAt: path(0, 1), title: "Away") == nil)
      stage.binding.editing = ListEditing(stage.list)
      let swipe = try #require(stage.binding.deleteSwipe(forItemAt: path(0, 1), title: "Away"))
      try stage.list.remove(10)
      var isDone: Bool?
      swipe.actions[0].handler(swipe.actions[0], stage.view) { isDone = $0 }
      #expect(isDone == true)
      #expect(stage.list.items(inSection: 0).map(\.id) == [12])
      stage.check()
    }
    #expect(refusals == [])
    #expect(stage.binding.hasView(.header, ofSection: 2))
    stage.binding.showsHeadersOfEmptySections = false
    #expect(!stage.binding.hasView(.header, ofSection: 2) && stage.binding.hasView(.header, ofSection: 0))
  }

  @Test("selection follows identity")
  func selection() throws {
    let stage = CollectionStage()
    stage.view.allowsMultipleSelection = true
    for item in 0..<2 { stage.view.selectItem(at: path(1, item), animated: false, scrollPosition: []) }
    try stage.list.performUpdates {
      try stage.list.move(20, to: ItemPlace(section: 0, item: 0))
      try stage.list.remove(21)
    }
    #expect(stage.view.indexPathsForSelectedItems == [path(0, 0)])
  }
}
