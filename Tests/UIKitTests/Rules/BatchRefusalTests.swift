import TestTraits
import Testing
import UIKit

@Suite("A batch is refused in UIKit's words")
@MainActor
struct BatchRefusalTests {
  /// Returns the refusals of a table for a batch, in which the shelf becomes `after`.
  private func table(
    _ before: [[String]], _ after: [[String]], _ change: (UITableView) -> Void
  ) -> [String] {
    let shelf = Shelf(before)
    let screen = TableScreen(shelf)
    return Refusals.recorded {
      screen.table.performBatchUpdates {
        shelf.sections = after
        change(screen.table)
      }
    }
  }

  private func collection(
    _ before: [[String]], _ after: [[String]], _ change: (UICollectionView) -> Void
  ) -> [String] {
    let shelf = Shelf(before)
    let screen = CollectionScreen(shelf)
    return Refusals.recorded {
      screen.view.performBatchUpdates {
        shelf.sections = after
        change(screen.view)
      }
    }
  }

  @Test("Counts of rows that do not fit")
  func countsOfRows() {
    let said = table([books(3)], [books(4)]) { $0.deleteRows(at: [at(0, 0)], with: .none) }
    #expect(
      said == [
        "Invalid update: invalid number of rows in section 0. The number of rows contained in an existing section "
          + "after "
          + "the update (4) must be equal to the number of rows contained in that section before the update (3), plus "
          + "or minus the number of rows inserted or deleted from that section (0 inserted, 1 deleted) and plus or "
          + "minus "
          + "the number of rows moved into or out of that section (0 moved in, 0 moved out)."
      ])
  }

  @Test("Counts of items that do not fit")
  func countsOfItems() {
    let said = collection([books(3)], [books(5)]) { $0.insertItems(at: [at(0, 0)]) }
    #expect(said.count == 1)
    #expect(said.first?.hasPrefix("Invalid update: invalid number of items in section 0.") == true)
  }

  @Test("Counts of sections that do not fit")
  func countsOfSections() {
    let said = table([books(1)], [books(1), books(1)]) { _ in }
    #expect(
      said == [
        "Invalid update: invalid number of sections. The number of sections contained in the table view after the "
          + "update (2) must be equal to the number of sections contained in the table view before the update (1), "
          + "plus "
          + "or minus the number of sections inserted or deleted (0 inserted, 0 deleted)."
      ])
  }

  @Test("A row that is not there is deleted")
  func deletionBeyondTheEnd() {
    let said = table([books(3)], [books(2)]) { $0.deleteRows(at: [at(0, 3)], with: .none) }
    #expect(said == ["attempt to delete row 3 from section 0 which only contains 3 rows before the update"])
  }

  @Test("An item is inserted beyond the end")
  func insertionBeyondTheEnd() {
    let said = collection([books(3)], [books(4)]) { $0.insertItems(at: [at(0, 4)]) }
    #expect(
      said == ["attempt to insert item 4 into section 0, but there are only 4 items in section 0 after the update"])
  }

  @Test("One row is deleted and reloaded")
  func deletionAndReload() {
    let said = table([books(3)], [books(2)]) {
      $0.deleteRows(at: [at(0, 1)], with: .none)
      $0.reloadRows(at: [at(0, 1)], with: .none)
    }
    #expect(said == ["attempt to delete and reload the same index path ([0, 1])"])
  }

  @Test("One row is deleted and moved")
  func deletionAndMove() {
    let said = table([books(3)], [books(2)]) {
      $0.deleteRows(at: [at(0, 1)], with: .none)
      $0.moveRow(at: at(0, 1), to: at(0, 0))
    }
    #expect(said == ["attempt to perform a delete and a move from the same index path ([0, 1])"])
  }

  @Test("An insertion and a move have one target")
  func insertionAndMove() {
    let said = table([books(3)], [books(4)]) {
      $0.insertRows(at: [at(0, 0)], with: .none)
      $0.moveRow(at: at(0, 1), to: at(0, 0))
    }
    #expect(said == ["attempt to perform an insert and a move to the same index path ([0, 0])"])
  }

  @Test("A row is moved out of a deleted section")
  func moveFromADeletedSection() {
    let said = table([["a"], ["b"]], [["b", "a"]]) {
      $0.deleteSections([0], with: .none)
      $0.moveRow(at: at(0, 0), to: at(0, 1))
    }
    #expect(said == ["cannot move a row from a deleted section (0)"])
  }

  @Test("An item is moved into an inserted section")
  func moveIntoAnInsertedSection() {
    let said = collection([["a", "b"]], [["b"], ["a"]]) {
      $0.insertSections([1])
      $0.moveItem(at: at(0, 0), to: at(1, 0))
    }
    #expect(said == ["cannot move an item into a newly inserted section (1)"])
  }

  @Test("Items of an inserted section are named beside it, which new systems let one")
  func itemsOfAnInsertedSection() {
    let named: (UITableView) -> Void = {
      $0.insertSections([1], with: .none)
      $0.insertRows(at: [at(1, 0)], with: .none)
    }
    #expect(
      table([["a"]], [["a"], ["b"]], named) == ["cannot insert a row into a newly inserted section (1)"])
    let accepted = table([["a"]], [["a"], ["b"]]) {
      $0.allowsRowsOfChangedSections = true
      named($0)
    }
    #expect(accepted.isEmpty)
  }

  @Test("An empty section is reloaded")
  func reloadOfAnEmptySection() {
    let said = collection([["a"], []], [["a"], []]) { $0.reloadSections([1]) }
    #expect(said == ["attempt to reload a section that has no items (1)"])
  }

  @Test("A batch is opened while the view asks for counts, or for a cell")
  func batchInACallback() {
    let shelf = Shelf([books(3)])
    let screen = TableScreen(shelf)
    shelf.whenCounted = { screen.table.beginUpdates() }
    let said = Refusals.recorded {
      screen.table.reloadData()
    }
    #expect(said == ["attempt to update the table view while it asks its data source"])
    shelf.whenCounted = nil
    shelf.whenAsked = { if $0.row == 0 { screen.table.reloadRows(at: [at(0, 1)], with: .none) } }
    #expect(Refusals.recorded { screen.table.layoutIfNeeded() } == said)
  }

  @Test("reloadData is called in a batch")
  func reloadDataInABatch() {
    let said = table([books(3)], [books(3)]) { $0.reloadData() }
    #expect(said == ["reloadData is called between beginUpdates and endUpdates"])
  }

  @Test("After a refusal the view takes everything from its data source again")
  func afterARefusal() {
    let shelf = Shelf([books(3)])
    let screen = TableScreen(shelf)
    let said = Refusals.recorded {
      shelf.sections = [books(2)]
      screen.table.insertRows(at: [at(0, 0)], with: .none)
    }
    #expect(said.count == 1)
    screen.table.layoutIfNeeded()
    #expect(screen.table.texts == books(2))
  }

  @Test("Where nothing records, a refusal is a trap with the same words", .startsProcesses)
  func trap() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let shelf = Shelf([["a"]])
        let screen = TableScreen(shelf)
        screen.table.deleteRows(at: [IndexPath(row: 0, section: 0)], with: .none)
      }
    }
    let text = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    #expect(text.contains("Invalid update: invalid number of rows in section 0."))
  }
}
