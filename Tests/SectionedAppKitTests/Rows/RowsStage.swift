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

  init(_ kind: RowsKind)
  var kind: RowsKind { get }
  var binding: RowsBinding<Source> { get }
  var view: NSTableRowsView { get }
  var window: NSWindow { get }
  func id(_ item: Source.Item) -> Int
  /// Allows the user all edits.
  ///
  /// - Parameter error: the error that a deletion throws; nil if it deletes.
  func allowEdits(failing error: (any Error)?)
  func remove(_ id: Int) throws
}

extension RowsStage {
  /// Makes a window with a view that has one column.
  static func window(for view: NSTableRowsView) -> NSWindow {
    view.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier("text")))
    return NSWindow(scrolling: view)
  }

  func row(_ id: Int) -> Int {
    (0..<view.numberOfRows).first { binding.item(atRow: $0).map { self.id($0) } == id } ?? -1
  }
  func select(_ ids: Int...) { view.selectRowIndexes(IndexSet(ids.map { row($0) }), byExtendingSelection: false) }

  /// Drags a row, and drops it as the second item of the first section, or as the first child of the first root.
  ///
  /// - Parameters:
  ///   - id: the row.
  ///   - other: the destination.
  func drag(_ id: Int, to other: Self) -> Bool {
    if let table = view as? NSTableView, let target = other.view as? NSTableView {
      return table.dragRow(row(id), to: other.row(11), in: target)
    }
    guard let outline = view as? NSOutlineView, let target = other.view as? NSOutlineView else { return false }
    return outline.dragRow(row(id), into: target.item(atRow: 0), at: kind == .tree ? 0 : 1, in: target)
  }

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
    case .table, .outline: LibraryRows(self)
    case .tree: TreeRows(self)
    }
  }

  /// A table or an outline that shows a library.
  private final class LibraryRows: RowsStage {
    private let list = library()
    let kind: RowsKind
    let view: NSTableRowsView
    let window: NSWindow
    let binding: RowsBinding<Shelves>

    init(_ kind: RowsKind) {
      self.kind = kind
      let (table, outline) = (NSTableView(frame: .zero), NSOutlineView(frame: .zero))
      view = kind == .table ? table : outline
      window = Self.window(for: view)
      let rules = TextRules.rules()
      binding =
        kind == .table
        ? TableBinding(list, in: table, rules: rules) : OutlineBinding(list, in: outline, rules: rules)
      window.layoutIfNeeded()
    }

    func id(_ book: Book) -> Int { book.id }
    func allowEdits(failing error: (any Error)?) {
      binding.editing = ListEditing(list)
      if let error { binding.editing.delete = { _ in throw error } }
    }
    func remove(_ id: Int) { list.remove(contentsOf: [id]) }
  }

  private final class TreeRows: RowsStage {
    private let tree = Chores(
      [10, 11, 12, 20, 21, 22].map { Chore(id: $0, parent: $0 % 10 == 0 ? nil : $0 / 10 * 10) }, parent: \.parent,
      anomalies: AnomalyHandler { _ in })
    private let treeBinding: TreeOutlineBinding<Chores>
    let kind: RowsKind
    let view: NSTableRowsView
    let window: NSWindow
    var binding: RowsBinding<Chores> { treeBinding }

    init(_ kind: RowsKind) {
      self.kind = kind
      let outline = NSOutlineView(frame: .zero)
      view = outline
      window = Self.window(for: outline)
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
  }
}
