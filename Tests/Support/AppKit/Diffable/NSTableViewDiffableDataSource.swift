/// A double of AppKit's diffable data source for tables. `NSTableViewDiffableDataSource.h` says little about its
/// behavior. The double assumes that a table asks it for views, and not the delegate.
@MainActor
open class NSTableViewDiffableDataSource<SectionIdentifierType, ItemIdentifierType>: NSObject, NSTableViewDataSource,
  TableViewProvider
where
  SectionIdentifierType: Hashable, SectionIdentifierType: Sendable, ItemIdentifierType: Hashable,
  ItemIdentifierType: Sendable
{
  /// Makes the view of an item in a column.
  public typealias CellProvider = (
    _ tableView: NSTableView, _ tableColumn: NSTableColumn, _ row: Int, _ identifier: ItemIdentifierType
  ) -> NSView
  /// Makes the view of a section's row.
  public typealias SectionHeaderViewProvider = (
    _ tableView: NSTableView, _ row: Int, _ identifier: SectionIdentifierType
  ) -> NSView
  /// Makes a row view.
  public typealias RowProvider = (_ tableView: NSTableView, _ row: Int, _ identifier: AnyHashable) -> NSTableRowView
  typealias Snapshot = NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>

  private enum Row: Hashable {
    case section(SectionIdentifierType)
    case item(ItemIdentifierType)
  }

  /// Makes row views; nil for default ones.
  public var rowViewProvider: RowProvider?
  /// Makes the views of sections, which are group rows; nil for no such rows. A new value applies from the next
  /// snapshot on.
  public var sectionHeaderViewProvider: SectionHeaderViewProvider?
  /// The animation of inserted and removed rows. A new value applies from the next snapshot on.
  public var defaultRowAnimation: NSTableView.AnimationOptions = .effectFade
  /// The animation of the last snapshot; nil if the table was reloaded.
  public private(set) var lastAnimation: NSTableView.AnimationOptions?
  private let cellProvider: CellProvider
  private weak var tableView: NSTableView?
  private var shown = ShownSnapshot(Snapshot())
  private var rows: [Row] = []
  private var indices: [Row: Int] = [:]

  /// Makes a data source, and sets it as the table's.
  public init(tableView: NSTableView, cellProvider: @escaping CellProvider) {
    self.tableView = tableView
    self.cellProvider = cellProvider
    super.init()
    tableView.dataSource = self
  }

  /// Shows a snapshot. Without animation it reloads the table; the header says of `applySnapshot`: "For non-animated
  /// update (i.e. reloadData) without the diff overhead: animatingDifferences == NO".
  public func apply(
    _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>, animatingDifferences: Bool,
    completion: (() -> Void)? = nil
  ) {
    guard let tableView, tableView.mayChange("applySnapshot") else { return }
    // The table must know the rows of the old snapshot.
    tableView.load()
    let old = indices
    show(snapshot)
    lastAnimation = animatingDifferences ? defaultRowAnimation : nil
    if animatingDifferences {
      tableView.adopt(rows.map { old[$0] })
      reload(snapshot, in: tableView)
    } else {
      tableView.reloadData()
    }
    completion?()
  }

  private func show(_ snapshot: Snapshot) {
    shown = ShownSnapshot(snapshot)
    rows = snapshot.sectionIdentifiers.flatMap { section in
      (sectionHeaderViewProvider == nil ? [] : [.section(section)])
        + snapshot.itemIdentifiers(inSection: section).map { .item($0) }
    }
    indices = [:]
    for (index, row) in rows.enumerated() { indices[row] = index }
  }

  /// Replaces the views of sections and items that a snapshot reloads.
  private func reload(_ snapshot: Snapshot, in tableView: NSTableView) {
    let sections = snapshot.reloadedSectionIdentifiers
    let items = snapshot.reloadedItemIdentifiers + sections.flatMap { snapshot.itemIdentifiers(inSection: $0) }
    let rows = sections.compactMap { indices[.section($0)] } + items.compactMap { indices[.item($0)] }
    if rows.isEmpty { return }
    tableView.reloadData(
      forRowIndexes: IndexSet(rows), columnIndexes: IndexSet(integersIn: 0..<tableView.numberOfColumns))
  }

  /// The shown snapshot.
  public func snapshot() -> NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType> { shown.snapshot }

  /// The item of a row; nil if the row belongs to a section or does not exist.
  public func itemIdentifier(forRow row: Int) -> ItemIdentifierType? {
    if rows.indices.contains(row), case .item(let id) = rows[row] { id } else { nil }
  }
  /// The row of an item; nil if the item is not shown.
  public func row(forItemIdentifier identifier: ItemIdentifierType) -> Int? { indices[.item(identifier)] }
  /// The section of a row; nil if the row belongs to an item or does not exist.
  public func sectionIdentifier(forRow row: Int) -> SectionIdentifierType? {
    if rows.indices.contains(row), case .section(let id) = rows[row] { id } else { nil }
  }
  /// The row of a section; nil if it has none.
  public func row(forSectionIdentifier identifier: SectionIdentifierType) -> Int? { indices[.section(identifier)] }

  public func numberOfRows(in tableView: NSTableView) -> Int { rows.count }

  // MARK: Questions of the double's table

  func view(_ table: NSTableView, _ column: NSTableColumn?, _ row: Int) -> NSView? {
    switch rows[row] {
    case .section(let id): sectionHeaderViewProvider?(table, row, id)
    case .item(let id): column.map { cellProvider(table, $0, row, id) }
    }
  }

  func rowView(_ table: NSTableView, _ row: Int) -> NSTableRowView? {
    switch rows[row] {
    case .section(let id): rowViewProvider?(table, row, id)
    case .item(let id): rowViewProvider?(table, row, id)
    }
  }

  func isSection(_ row: Int) -> Bool { if case .section = rows[row] { true } else { false } }
}

/// A data source that makes the views of a table itself, in place of the delegate.
@MainActor
protocol TableViewProvider: AnyObject {
  func view(_ table: NSTableView, _ column: NSTableColumn?, _ row: Int) -> NSView?
  func rowView(_ table: NSTableView, _ row: Int) -> NSTableRowView?
  func isSection(_ row: Int) -> Bool
}
