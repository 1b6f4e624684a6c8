import AppKit
import SectionedAppKit
import SectionedDataSources
import SectionedTesting
import Testing

@testable import AppKitSamples

@Suite("The sample of a table with columns runs on the double")
@MainActor
struct TrackTableTests {
  private func sample() -> (TrackTable, NSWindow) {
    let sample = TrackTable()
    sample.albums.appendSection(
      Album(id: 1, title: "Night"),
      items: [Track(id: 1, title: "Owl", length: 90), Track(id: 2, title: "Bat", length: 200)])
    sample.albums.appendSection(Album(id: 2, title: "Day"), items: [Track(id: 3, title: "Bee", length: 30)])
    return (sample, NSWindow(scrolling: sample.table))
  }

  private func shown(_ window: NSWindow, _ table: NSTableView) -> [String] {
    window.layoutIfNeeded()
    return table.shownRows.map { row in
      (0..<(table.rowView(atRow: row, makeIfNecessary: false)?.numberOfColumns ?? 0)).map { column in
        let view = table.view(atColumn: column, row: row, makeIfNecessary: false) as? NSTableCellView
        return view?.textField?.stringValue ?? "-"
      }.joined(separator: ", ")
    }
  }

  @Test("A click on a header moves the rows, and the selection stays with them")
  func sorting() {
    let (sample, window) = sample()
    let refusals = Refusals.recorded {
      #expect(shown(window, sample.table) == ["Night", "Bat, 200 s", "Owl, 90 s", "Day", "Bee, 30 s"])
      sample.table.click(1)
      let reloads = sample.table.reloads
      sample.table.clickHeader(of: sample.table.tableColumns[1])
      #expect(shown(window, sample.table) == ["Night", "Owl, 90 s", "Bat, 200 s", "Day", "Bee, 30 s"])
      #expect(sample.binding?.selectedItems.map(\.id) == [2])
      #expect(sample.table.reloads == reloads)
    }
    #expect(refusals == [])
  }

  @Test("A text filters the rows, typing selects one, and a menu is for the selection")
  func finding() {
    let (sample, window) = sample()
    sample.searchField.userTypes("b")
    #expect(shown(window, sample.table) == ["Night", "Bat, 200 s", "Day", "Bee, 30 s"])
    sample.table.type("bee")
    #expect(sample.binding?.selectedItems.map(\.id) == [3])
    sample.searchField.userClears()
    #expect(sample.table.contextMenu(4) == ["Play 1"])
    #expect(sample.played == [3])
  }
}
