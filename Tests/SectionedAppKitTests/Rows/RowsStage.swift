import AppKit
import SectionedAppKit
import SectionedDataSources
import SectionedTrees
import SectionedViews

/// A view in a window with the rows 10, 11, 12, 20, 21 and 22, and a binding that is a `RowsBinding`. In a list, the
/// rows are in the sections 1 and 2, before an empty section 3. In a tree, 11 and 12 are children of 10.
@MainActor
protocol RowsStage: AnyObject {
  associatedtype Source: SectionedDataSource

  init()
  var binding: RowsBinding<Source> { get }
  var view: NSTableRowsView { get }
  var window: NSWindow { get }
  func id(_ item: Source.Item) -> Int
  /// Allows the user all edits.
  ///
  /// - Parameter error: the error that a deletion throws; nil if it deletes.
  func allowEdits(failing error: (any Error)?)
  func remove(_ id: Int) throws
  /// Drags a row, and drops it as the second item of the first section, or as the first child of the first root.
  ///
  /// - Parameters:
  ///   - id: the row.
  ///   - other: the destination.
  func drag(_ id: Int, to other: Self) -> Bool
}

extension RowsStage {
  func row(_ id: Int) -> Int {
    (0..<view.numberOfRows).first { binding.item(atRow: $0).map { self.id($0) } == id } ?? -1
  }
  func select(_ ids: Int...) { view.selectRowIndexes(IndexSet(ids.map { row($0) }), byExtendingSelection: false) }

  /// The identifiers of the rows with items.
  var ids: [String] { (0..<view.numberOfRows).compactMap { binding.item(atRow: $0) }.map { "\(id($0))" } }
  var selected: [String] { binding.selectedItems.map { "\(id($0))" } }
  var heights: [CGFloat] { (0..<view.numberOfRows).map { view.rect(ofRow: $0).height } }
  var actions: [String] { (view as? NSTableView)?.rowActions(row(11)) ?? [] }

  /// The values of the views of visible rows that have one.
  func shown(_ value: (NSTableCellView) -> String?) -> [String] {
    window.layoutIfNeeded()
    return view.shownRows.compactMap { row in
      (view.view(atColumn: 0, row: row, makeIfNecessary: false) as? NSTableCellView).flatMap(value)
    }
  }
}

enum RowsKind: String, CaseIterable {
  case table, outline, tree

  @MainActor var stage: any RowsStage {
    switch self {
    case .table: TableRows()
    case .outline: OutlineRows()
    case .tree: TreeRows()
    }
  }

  private final class TableRows: RowsStage {
    private let list = library()
    private let table = NSTableView(frame: .zero)
    let window: NSWindow
    let binding: RowsBinding<Shelves>
    var view: NSTableRowsView { table }

    init() {
      window = NSWindow(scrolling: table)
      table.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier("text")))
      binding = TableBinding(list, in: table, rules: TextRules.rules())
      window.layoutIfNeeded()
    }

    func id(_ book: Book) -> Int { book.id }
    func allowEdits(failing error: (any Error)?) {
      binding.editing = ListEditing(list)
      if let error { binding.editing.delete = { _ in throw error } }
    }
    func remove(_ id: Int) { list.remove(contentsOf: [id]) }
    func drag(_ id: Int, to other: TableRows) -> Bool { table.dragRow(row(id), to: other.row(11), in: other.table) }
  }

  private final class OutlineRows: RowsStage {
    private let list = library()
    private let outline = NSOutlineView(frame: .zero)
    let window: NSWindow
    let binding: RowsBinding<Shelves>
    var view: NSTableRowsView { outline }

    init() {
      window = NSWindow(scrolling: outline)
      outline.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier("text")))
      binding = OutlineBinding(list, in: outline, rules: TextRules.rules())
      window.layoutIfNeeded()
    }

    func id(_ book: Book) -> Int { book.id }
    func allowEdits(failing error: (any Error)?) {
      binding.editing = ListEditing(list)
      if let error { binding.editing.delete = { _ in throw error } }
    }
    func remove(_ id: Int) { list.remove(contentsOf: [id]) }
    func drag(_ id: Int, to other: OutlineRows) -> Bool {
      outline.dragRow(row(id), into: other.outline.item(atRow: 0), at: 1, in: other.outline)
    }
  }

  private final class TreeRows: RowsStage {
    private let tree = Chores(
      [10, 11, 12, 20, 21, 22].map { Chore(id: $0, parent: $0 % 10 == 0 ? nil : $0 / 10 * 10) }, parent: \.parent,
      anomalies: AnomalyHandler { _ in })
    private let outline = NSOutlineView(frame: .zero)
    private let treeBinding: TreeOutlineBinding<Chores>
    let window: NSWindow
    var binding: RowsBinding<Chores> { treeBinding }
    var view: NSTableRowsView { outline }

    init() {
      window = NSWindow(scrolling: outline)
      outline.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier("text")))
      tree.expandAll()
      treeBinding = TreeOutlineBinding(tree, in: outline, rules: TextRules.rules())
      window.layoutIfNeeded()
    }

    func id(_ row: TreeRow<Chore>) -> Int { row.model.id }
    func allowEdits(failing error: (any Error)?) {
      treeBinding.treeEditing = TreeViewEditing(tree)
      if let error { treeBinding.treeEditing.delete = { _ in throw error } }
    }
    func remove(_ id: Int) throws { try tree.delete(id) }
    func drag(_ id: Int, to other: TreeRows) -> Bool {
      outline.dragRow(row(id), into: other.outline.item(atRow: 0), at: 0, in: other.outline)
    }
  }
}
