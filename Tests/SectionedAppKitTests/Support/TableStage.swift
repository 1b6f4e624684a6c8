import AppKit
import SectionedAppKit
import SectionedDataSources
import SectionedViews

/// A table in a window. It shows a library.
@MainActor
final class TableStage {
  let list: Shelves
  let table = NSTableView(frame: .zero)
  let window: NSWindow
  let binding: TableBinding<Shelves>

  init(_ content: Shelves? = nil, rows: SectionRows = .group, columns: [String] = ["text"]) {
    list = content ?? library()
    binding = TableBinding(list, rules: TextRules.rules())
    binding.sectionRows = rows
    window = NSWindow(scrolling: table)
    for column in columns { table.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier(column))) }
    binding.show(in: table)
    window.layoutIfNeeded()
  }

  /// The texts of the visible rows, with a bar between columns. A section in a group row is in brackets.
  var shown: [String] {
    window.layoutIfNeeded()
    return table.shownRows.map { row in
      let rowView = table.rowView(atRow: row, makeIfNecessary: false)
      let texts = (0..<(rowView?.numberOfColumns ?? 0)).map { column in
        text(of: table.view(atColumn: column, row: row, makeIfNecessary: false))
      }
      let line = texts.joined(separator: "|")
      return rowView?.isGroupRowStyle == true ? "[\(line)]" : line
    }
  }

  private func text(of view: NSView?) -> String {
    (view as? TextCell)?.text ?? (view as? NSTableCellView)?.textField?.stringValue ?? "-"
  }

  func cell(_ row: Int) -> TextCell? { table.view(atColumn: 0, row: row, makeIfNecessary: false) as? TextCell }

  /// The identifiers of the selected books.
  var selected: [Int] { binding.selectedItems.map(\.id) }
}
