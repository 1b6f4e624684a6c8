import AppKit
import SectionedTesting
import TestTraits
import Testing

@Suite("The double's tables keep the rules of NSTableView.h")
@MainActor
struct TableRuleTests {
  @Test("Operations apply one after the other, in the indices of that moment")
  func oneAfterTheOther() {
    let shelf = Shelf(["a", "b", "c", "d"])
    let refusals = Refusals.recorded {
      shelf.table.beginUpdates()
      shelf.table.removeRows(at: [0])
      // The item d now has the index 2.
      shelf.table.moveRow(at: 2, to: 0)
      shelf.table.insertRows(at: [0, 4])
      #expect(shelf.table.numberOfRows == 5)
      shelf.names = ["x", "d", "b", "c", "y"]
      shelf.table.endUpdates()
    }
    #expect(refusals == [])
    #expect(shelf.shown == ["x", "d", "b", "c", "y"])
  }

  @Test("Index paths of the old list are refused where they are not there any more")
  func oldIndices() {
    let shelf = Shelf(["a", "b", "c"])
    let refusals = Refusals.recorded {
      shelf.names = ["b"]
      shelf.table.beginUpdates()
      shelf.table.removeRows(at: [0])
      shelf.table.removeRows(at: [2])
      shelf.table.endUpdates()
    }
    #expect(
      refusals == [
        "NSTableView error inserting/removing/moving row 2 (numberOfRows: 2).",
        "The data source has 1 rows after the updates, and the table 2.",
      ])
    #expect(shelf.shown == ["b"])
  }

  @Test("Counts are compared at the end of the outermost updates, and of an operation outside of them")
  func counts() {
    let shelf = Shelf(["a", "b"])
    let refusals = Refusals.recorded {
      shelf.table.beginUpdates()
      shelf.table.beginUpdates()
      shelf.table.insertRows(at: [2])
      shelf.table.endUpdates()
      shelf.names.append("c")
      shelf.table.endUpdates()
      shelf.table.removeRows(at: [0])
      shelf.table.endUpdates()
    }
    #expect(
      refusals == [
        "The data source has 3 rows after the updates, and the table 2.",
        "endUpdates was called without beginUpdates.",
      ])
  }

  @Test("A moved row keeps its view, selection and editing; a removed one loses them, and the delegate is notified")
  func moves() throws {
    let shelf = Shelf(["a", "b", "c"])
    shelf.table.click(1)
    let view = try #require(shelf.table.rowView(atRow: 1, makeIfNecessary: false))
    #expect(shelf.table.beginEditing(1))
    _ = shelf.takeQuestions()
    shelf.names = ["b", "a", "c"]
    shelf.table.moveRow(at: 1, to: 0)
    window(shelf)
    #expect(shelf.table.rowView(atRow: 0, makeIfNecessary: false) === view)
    #expect(shelf.table.selectedRowIndexes == [0])
    #expect(view.firstField?.currentEditor() != nil)
    #expect(shelf.takeQuestions() == ["count"])
    shelf.names.removeFirst()
    shelf.table.removeRows(at: [0])
    #expect(shelf.table.selectedRowIndexes == [])
    #expect(shelf.takeQuestions() == ["count", "selection"])
    #expect(shelf.window.firstResponder == nil)
  }

  private func window(_ shelf: Shelf) { shelf.window.layoutIfNeeded() }

  @Test("reloadData drops views, selection and editing, and asks lazily")
  func reload() {
    let shelf = Shelf(["a", "b"])
    shelf.table.click(0)
    #expect(shelf.table.beginEditing(0))
    _ = shelf.takeQuestions()
    shelf.table.reloadData()
    #expect(shelf.takeQuestions() == [])
    #expect(shelf.window.firstResponder == nil)
    window(shelf)
    #expect(shelf.takeQuestions() == ["count", "view 0", "view 1"])
    #expect(shelf.table.selectedRowIndexes == [])
  }

  @Test("noteNumberOfRowsChanged inserts or removes rows at the end, and loses selection and editing")
  func note() {
    let shelf = Shelf(["a", "b", "c"])
    shelf.table.selectRowIndexes([0, 2], byExtendingSelection: false)
    #expect(shelf.table.beginEditing(1))
    _ = shelf.takeQuestions()
    shelf.names = ["a", "b"]
    shelf.table.noteNumberOfRowsChanged()
    #expect(shelf.takeQuestions() == ["count", "selection"])
    #expect(shelf.table.selectedRowIndexes == [] && shelf.window.firstResponder == nil)
    shelf.names = ["a", "b", "x", "y"]
    shelf.table.noteNumberOfRowsChanged()
    #expect(shelf.shown == ["a", "b", "x", "y"])
  }

  @Test("reloadData of rows asks for their views again, and not for their heights")
  func reloadRows() {
    let shelf = Shelf(["a", "b"])
    shelf.heights["b"] = 50
    #expect(shelf.table.rect(ofRow: 1).height == 19)
    _ = shelf.takeQuestions()
    shelf.table.reloadData(forRowIndexes: [1], columnIndexes: [0])
    #expect(shelf.takeQuestions() == ["view 1"])
    #expect(shelf.table.rect(ofRow: 1).height == 19)
    shelf.table.noteHeightOfRows(withIndexesChanged: [1])
    #expect(shelf.table.rect(ofRow: 1) == CGRect(x: 0, y: 19, width: 320, height: 52))
  }

  @Test("A group row has one view, made for no column")
  func groupRows() {
    let shelf = Shelf(["one", "a"], columns: ["name", "size"])
    shelf.groups = ["one"]
    shelf.table.reloadData()
    #expect(shelf.shown == ["# one", "a size: a"])
  }

  @Test("Without a visible column there are no rows")
  func noColumns() {
    let shelf = Shelf(["a"], columns: [])
    #expect(shelf.table.numberOfRows == 0)
  }

  @Test("Only visible rows have views, and views are reused")
  func recycling() throws {
    let shelf = Shelf((0..<100).map { "\($0)" })
    let first = try #require(shelf.table.view(atColumn: 0, row: 0, makeIfNecessary: false) as? NameCell)
    #expect(shelf.table.shownRows.count < 30)
    shelf.table.scroll(CGPoint(x: 0, y: 1_000))
    #expect(shelf.shown.first == "52")
    #expect(shelf.table.view(atColumn: 0, row: 0, makeIfNecessary: false) == nil)
    #expect(first.superview == nil || first.reuses == 1)
    #expect(shelf.table.view(atColumn: 0, row: 0, makeIfNecessary: true) != nil)
  }

  @Test("A row that is not there has no view, and cannot be selected")
  func bounds() {
    let shelf = Shelf(["a"])
    let refusals = Refusals.recorded {
      _ = shelf.table.view(atColumn: 0, row: 1, makeIfNecessary: false)
      shelf.table.selectRowIndexes([1], byExtendingSelection: false)
    }
    #expect(
      refusals == [
        "Row index 1 out of row range (numberOfRows: 1).", "Row 1 cannot be selected (numberOfRows: 1).",
      ])
    #expect(shelf.table.rect(ofRow: 1) == .zero)
  }

  @Test("No operation is taken while the table asks")
  func whileAsked() {
    let shelf = Shelf(["a"])
    shelf.whileAsked = { shelf.table.insertRows(at: [0]) }
    let refusals = Refusals.recorded { shelf.table.reloadData(forRowIndexes: [0], columnIndexes: [0]) }
    #expect(refusals == ["insertRows was called while the table asks its data source or its delegate."])
  }

  @Test("Where nothing records, a refusal is a trap with the same words", .startsProcesses)
  func trap() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let shelf = Shelf(["a"])
        shelf.table.removeRows(at: [1])
      }
    }
    let text = result.map { String(decoding: $0.standardErrorContent, as: UTF8.self) } ?? ""
    #expect(text.contains("NSTableView error inserting/removing/moving row 1 (numberOfRows: 1)."))
  }
}
