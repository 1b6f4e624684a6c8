import Testing
import UIKit

@Suite("Cells are dequeued as UIKit wants it")
@MainActor
struct CellRefusalTests {
  final class Titled: UITableViewCell {
    var uses = 0
    override init(style: CellStyle, reuseIdentifier: String?) {
      super.init(style: style, reuseIdentifier: reuseIdentifier)
      accessibilityLabel = "made"
    }
    required init?(coder: NSCoder) { nil }
    override func prepareForReuse() {
      super.prepareForReuse()
      uses += 1
    }
  }

  final class Tile: UICollectionViewCell {}

  @Test("An identifier is not registered")
  func unknownIdentifier() {
    let shelf = Shelf([["a"]])
    shelf.identifier = "other"
    #expect(
      Refusals.recorded { _ = TableScreen(shelf) } == [
        "unable to dequeue a cell with identifier other - must register a nib or a class for the identifier or connect "
          + "a prototype cell in a storyboard"
      ])
    #expect(
      Refusals.recorded { _ = CollectionScreen(shelf) } == [
        "could not dequeue a view of kind: UICollectionElementKindCell with identifier other - must register a nib "
          + "or a "
          + "class for the identifier or connect a prototype cell in a storyboard"
      ])
  }

  @Test("Two cells are dequeued for one row, or one that is not returned for an item")
  func twice() {
    let shelf = Shelf([["a"]])
    let table = TableScreen(Shelf([]))
    shelf.whenAsked = { _ = table.table.dequeueReusableCell(withIdentifier: "book", for: $0) }
    let said = Refusals.recorded {
      table.show(shelf)
      table.table.layoutIfNeeded()
    }
    #expect(said.count == 1)
    #expect(said.first?.hasPrefix("Attempted to dequeue multiple cells for the same index path") == true)
    let collection = CollectionScreen(Shelf([]))
    shelf.whenAsked = { _ = collection.view.dequeueReusableCell(withReuseIdentifier: "book", for: $0) }
    let expected = Refusals.recorded {
      collection.show(shelf)
      collection.view.layoutIfNeeded()
    }
    #expect(expected.count == 1)
    #expect(expected.first?.hasPrefix("Expected dequeued view to be returned to the collection view") == true)
  }

  @Test("A cell is dequeued from a collection view that asks for none")
  func withoutARequest() {
    let shelf = Shelf([["a"]])
    let screen = CollectionScreen(shelf)
    let said = Refusals.recorded { _ = screen.view.dequeueReusableCell(withReuseIdentifier: "book", for: at(0, 0)) }
    #expect(said.first?.hasPrefix("Expected dequeued view to be returned") == true)
  }

  @Test("A registration is made while a cell is asked for")
  func lateRegistration() {
    final class Source: NSObject, UICollectionViewDataSource {
      func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 1 }
      func collectionView(_ view: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell {
        let late = UICollectionView.CellRegistration<Tile, String> { cell, _, text in cell.accessibilityLabel = text }
        return view.dequeueConfiguredReusableCell(using: late, for: indexPath, item: "a")
      }
    }
    let screen = CollectionScreen(Shelf([]))
    let source = Source()
    let said = Refusals.recorded {
      screen.show(source)
      screen.view.layoutIfNeeded()
    }
    #expect(said.count == 1)
    #expect(said.first?.hasPrefix("Attempted to dequeue a cell using a registration that was created inside") == true)
  }

  @Test("Cells of a class, a prototype and a nib are made by their own initializers, and prepared when used again")
  func registrations() throws {
    let shelf = Shelf([books(40)])
    let screen = TableScreen(shelf)
    shelf.identifier = "titled"
    screen.table.installPrototype(Titled.self, withIdentifier: "titled")
    screen.table.reloadData()
    screen.table.layoutIfNeeded()
    let cell = try #require(screen.table.cellForRow(at: at(0, 0)) as? Titled)
    #expect(cell.accessibilityLabel == "made")
    #expect(cell.reuseIdentifier == "titled")
    #expect(cell.uses == 0)
    screen.table.contentOffset.y = 44 * 20
    screen.table.layoutIfNeeded()
    screen.table.contentOffset.y = 0
    screen.table.layoutIfNeeded()
    #expect(screen.table.visibleCells.contains { ($0 as? Titled)?.uses ?? 0 > 0 })
    UINib.install("BookCell") { [Titled(style: .default, reuseIdentifier: nil)] }
    screen.table.register(UINib(nibName: "BookCell", bundle: nil), forCellReuseIdentifier: "titled")
    screen.table.reloadData()
    #expect(Refusals.recorded { screen.table.layoutIfNeeded() }.isEmpty)
    UINib.install("Nothing") { [] }
    screen.table.register(UINib(nibName: "Nothing", bundle: nil), forCellReuseIdentifier: "empty")
    #expect(
      Refusals.recorded { _ = screen.table.dequeueReusableCell(withIdentifier: "empty") } == [
        "invalid nib registered for identifier (empty) - nib must contain exactly one top level object which must be a "
          + "UITableViewCell instance"
      ])
  }

  @Test("A cell is asked for while cells are put in their places")
  func cellForRowInACallback() {
    let shelf = Shelf([["a"]])
    let screen = TableScreen(Shelf([]))
    shelf.whenAsked = { _ = screen.table.cellForRow(at: $0) }
    let said = Refusals.recorded {
      screen.show(shelf)
      screen.table.layoutIfNeeded()
    }
    #expect(said.count == 1)
    #expect(said.first?.hasPrefix("Attempted to call -cellForRowAtIndexPath: on the table view while") == true)
  }

  @Test("A reconfigured row keeps its cell; another cell is refused")
  func reconfiguring() {
    let shelf = Shelf([["a", "b"]])
    let screen = TableScreen(shelf)
    let cell = screen.table.cellForRow(at: at(0, 1))
    shelf.sections = [["a", "c"]]
    #expect(Refusals.recorded { screen.table.reconfigureRows(at: [at(0, 1)]) }.isEmpty)
    #expect(screen.table.cellForRow(at: at(0, 1)) === cell)
    #expect(cell?.textLabel?.text == "c")
    screen.table.register(Titled.self, forCellReuseIdentifier: "other")
    shelf.identifier = "other"
    let said = Refusals.recorded { screen.table.reconfigureRows(at: [at(0, 1)]) }
    #expect(said.first?.hasPrefix("Attempted to reconfigure row [0, 1]") == true)
  }

  @Test("Places that do not exist are scrolled to or counted")
  func placesOutOfBounds() {
    let shelf = Shelf([["a"]])
    let table = TableScreen(shelf)
    let collection = CollectionScreen(shelf)
    let said = Refusals.recorded {
      table.table.scrollToRow(at: at(0, 1), at: .top, animated: false)
      table.table.scrollToRow(at: at(1, 0), at: .top, animated: false)
      collection.view.scrollToItem(at: at(0, 1), at: .top, animated: false)
      collection.view.scrollToItem(at: at(1, 0), at: .top, animated: false)
      _ = table.table.dequeueReusableCell(withIdentifier: "book", for: at(0, 1))
      _ = table.table.numberOfRows(inSection: 1)
      _ = collection.view.numberOfItems(inSection: 1)
    }
    #expect(
      said == [
        "Attempted to scroll the table view to an out-of-bounds row (1) when there are only 1 rows in section 0.",
        "Attempted to scroll the table view to an out-of-bounds section (1) when there are only 1 sections.",
        "Attempted to scroll the collection view to an out-of-bounds item (1) when there are only 1 items in section "
          + "0.",
        "Attempted to scroll the collection view to an out-of-bounds section (1) when there are only 1 sections.",
        "request for rect at invalid index path ([0, 1])",
        "Requested the number of rows for section (1) which is out of bounds.",
        "request for number of items in section 1 when there are only 1 sections in the collection view",
      ])
  }
}
