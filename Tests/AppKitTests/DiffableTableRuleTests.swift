import AppKit
import SectionedTesting
import TestTraits
import Testing

@Suite("The double's diffable data source of a table keeps the rules of NSTableViewDiffableDataSource.h")
@MainActor
struct DiffableTableRuleTests {
  private typealias Source = NSTableViewDiffableDataSource<String, Int>
  private typealias Snapshot = NSDiffableDataSourceSnapshot<String, Int>

  @MainActor
  private final class Hook {
    var whileAsked: () -> Void = {}
  }

  private let table = NSTableView(frame: .zero)
  private let window: NSWindow
  private let source: Source
  private let hook = Hook()

  init() {
    window = NSWindow(scrolling: table)
    table.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier("name")))
    table.allowsMultipleSelection = true
    source = Source(tableView: table) { [hook] _, _, _, id in
      hook.whileAsked()
      let cell = NameCell(frame: .zero)
      cell.text = "\(id)"
      return cell
    }
  }

  /// Returns the snapshot `A: 1 2 | B: 3`.
  private func list(_ sections: [(String, [Int])] = [("A", [1, 2]), ("B", [3])]) -> Snapshot {
    var list = Snapshot()
    for (section, items) in sections {
      list.appendSections([section])
      list.appendItems(items, toSection: section)
    }
    return list
  }

  private func showHeaders() {
    source.sectionHeaderViewProvider = { _, _, section in
      let cell = NameCell(frame: .zero)
      cell.text = "[\(section)]"
      return cell
    }
  }

  private var shown: [String] {
    window.layoutIfNeeded()
    return table.shownRows.map {
      (table.view(atColumn: 0, row: $0, makeIfNecessary: false) as? NameCell)?.text ?? "-"
    }
  }

  @Test("Sections have rows where there is a provider for them, and they are group rows")
  func headers() {
    source.apply(list(), animatingDifferences: false)
    #expect(shown == ["1", "2", "3"])
    showHeaders()
    source.apply(list(), animatingDifferences: true)
    #expect(shown == ["[A]", "1", "2", "[B]", "3"])
    #expect(table.rowView(atRow: 0, makeIfNecessary: false)?.isGroupRowStyle == true)
    #expect(source.row(forItemIdentifier: 3) == 4)
    #expect(source.row(forSectionIdentifier: "B") == 3)
    #expect(source.itemIdentifier(forRow: 3) == nil)
    #expect(source.sectionIdentifier(forRow: 3) == "B")
    #expect(source.itemIdentifier(forRow: 9) == nil)
  }

  @Test("With differences rows keep views and selection; without them the table is reloaded")
  func differences() {
    source.apply(list(), animatingDifferences: false)
    #expect(shown == ["1", "2", "3"])
    table.selectRowIndexes([0, 2], byExtendingSelection: false)
    let view = table.view(atColumn: 0, row: 2, makeIfNecessary: false)
    let reloads = table.reloads
    source.apply(list([("B", [3, 4]), ("A", [2])]), animatingDifferences: true)
    #expect(shown == ["3", "4", "2"])
    #expect(table.selectedRowIndexes == [0])
    #expect(table.view(atColumn: 0, row: 0, makeIfNecessary: false) === view)
    #expect(table.reloads == reloads)
    source.apply(list(), animatingDifferences: false)
    #expect(table.selectedRowIndexes == [])
    #expect(table.reloads == reloads + 1)
    #expect(source.lastAnimation == nil)
  }

  @Test("A reloaded item gets another view, and stays selected")
  func reloadedItems() {
    source.apply(list(), animatingDifferences: false)
    #expect(shown == ["1", "2", "3"])
    table.selectRowIndexes([1], byExtendingSelection: false)
    let views = (0..<3).map { table.view(atColumn: 0, row: $0, makeIfNecessary: false) }
    var next = list()
    next.reloadItems([2])
    source.apply(next, animatingDifferences: true)
    #expect(shown == ["1", "2", "3"])
    #expect(table.view(atColumn: 0, row: 0, makeIfNecessary: false) === views[0])
    #expect(table.view(atColumn: 0, row: 1, makeIfNecessary: false) !== views[1])
    #expect(table.selectedRowIndexes == [1])
  }

  @Test("No list is taken while the table asks")
  func whileAsked() {
    source.apply(list(), animatingDifferences: false)
    let next = list([("A", [1])])
    hook.whileAsked = { [hook, source] in
      hook.whileAsked = {}
      source.apply(next, animatingDifferences: true)
    }
    let refusals = Refusals.recorded { #expect(shown == ["1", "2", "3"]) }
    #expect(
      refusals == ["applySnapshot was called while the table asks its data source or its delegate."])
    #expect(source.snapshot().itemIdentifiers == [1, 2, 3])
  }
}
