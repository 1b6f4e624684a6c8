import AppKit
import SectionedTesting
import Testing

/// A naive data source and delegate: an array of names.
@MainActor
final class Shelf: NSObject, NSTableViewDataSource, NSTableViewDelegate {
  var names: [String]
  var groups: Set<String> = []
  var heights: [String: CGFloat] = [:]
  /// The questions of the table, in order.
  private(set) var questions: [String] = []
  /// A closure that is called while the table asks for a view.
  var whileAsked: () -> Void = {}
  let table = NSTableView(frame: .zero)
  let window: NSWindow

  init(_ names: [String], columns: [String] = ["name"]) {
    self.names = names
    window = NSWindow(scrolling: table)
    super.init()
    for column in columns { table.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier(column))) }
    table.dataSource = self
    table.delegate = self
    window.layoutIfNeeded()
  }

  /// The texts of the visible rows, one text per row.
  var shown: [String] {
    window.layoutIfNeeded()
    return table.shownRows.map { row in
      (0..<max(1, table.rowView(atRow: row, makeIfNecessary: false)?.numberOfColumns ?? 0)).map { column in
        (table.view(atColumn: column, row: row, makeIfNecessary: false) as? NameCell)?.text ?? "-"
      }.joined(separator: " ")
    }
  }

  func takeQuestions() -> [String] {
    defer { questions = [] }
    return questions
  }

  func numberOfRows(in tableView: NSTableView) -> Int {
    questions.append("count")
    return names.count
  }

  func tableView(_ tableView: NSTableView, viewFor tableColumn: NSTableColumn?, row: Int) -> NSView? {
    questions.append("view \(row)")
    whileAsked()
    let identifier = NSUserInterfaceItemIdentifier("cell")
    let cell = tableView.makeView(withIdentifier: identifier, owner: self) as? NameCell ?? NameCell()
    cell.identifier = identifier
    cell.text = (tableColumn.map { $0.identifier.rawValue == "name" ? "" : "\($0.identifier.rawValue): " } ?? "# ")
    cell.text += names[row]
    return cell
  }

  func tableView(_ tableView: NSTableView, isGroupRow row: Int) -> Bool { groups.contains(names[row]) }
  func tableView(_ tableView: NSTableView, heightOfRow row: Int) -> CGFloat { heights[names[row]] ?? -1 }
  func tableViewSelectionDidChange(_ notification: Notification) { questions.append("selection") }
}

final class NameCell: NSTableCellView {
  var text = ""
  private(set) var reuses = 0
  let input = NSTextField(frame: .zero)

  override init(frame frameRect: CGRect) {
    super.init(frame: frameRect)
    addSubview(input)
  }
  required init?(coder: NSCoder) { nil }

  override func prepareForReuse() { reuses += 1 }
}
