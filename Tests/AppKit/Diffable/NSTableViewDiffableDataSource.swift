/// The data source of a table that is given whole lists of identifiers. `NSTableViewDiffableDataSource.h` declares it, and
/// says little: that a table asks it, and not its delegate, for views is assumed.
@MainActor
open class NSTableViewDiffableDataSource<SectionIdentifierType, ItemIdentifierType>: NSObject, NSTableViewDataSource,
  TableViewProvider
where
  SectionIdentifierType: Hashable, SectionIdentifierType: Sendable, ItemIdentifierType: Hashable,
  ItemIdentifierType: Sendable
{
  /// A closure that makes the view of an item at a column.
  public typealias CellProvider = (
    _ tableView: NSTableView, _ tableColumn: NSTableColumn, _ row: Int, _ identifier: ItemIdentifierType
  ) -> NSView
  /// A closure that makes the view of a section's row.
  public typealias SectionHeaderViewProvider = (
    _ tableView: NSTableView, _ row: Int, _ identifier: SectionIdentifierType
  ) -> NSView
  /// A closure that makes a row view.
  public typealias RowProvider = (_ tableView: NSTableView, _ row: Int, _ identifier: AnyHashable) -> NSTableRowView
  typealias Snapshot = NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>

  private enum Row: Hashable {
    case section(SectionIdentifierType)
    case item(ItemIdentifierType)
  }

  /// Makes row views; nil for plain ones.
  public var rowViewProvider: RowProvider?
  /// Makes the views of sections, whose rows are group rows; nil for none. Takes effect with the next list.
  public var sectionHeaderViewProvider: SectionHeaderViewProvider?
  /// The animation of rows. Takes effect with the next list.
  public var defaultRowAnimation: NSTableView.AnimationOptions = .effectFade
  /// The animation of the last list; nil where that was a reload.
  public private(set) var lastAnimation: NSTableView.AnimationOptions?
  private let cellProvider: CellProvider
  private weak var tableView: NSTableView?
  private var shown = ShownSnapshot(Snapshot())
  private var rows: [Row] = []
  private var indices: [Row: Int] = [:]

  /// Makes a data source, and sets it as that of a table.
  public init(tableView: NSTableView, cellProvider: @escaping CellProvider) {
    self.tableView = tableView
    self.cellProvider = cellProvider
    super.init()
    tableView.dataSource = self
  }

  /// Shows a list. `applySnapshot`: "For non-animated update (i.e. reloadData) without the diff overhead:
  /// animatingDifferences == NO".
  public func apply(
    _ snapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>, animatingDifferences: Bool,
    completion: (() -> Void)? = nil
  ) {
    guard let tableView, tableView.mayChange("applySnapshot") else { return }
    // What the table knows are the rows of the old list.
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

  /// Replaces the views of what a list reloads.
  private func reload(_ snapshot: Snapshot, in tableView: NSTableView) {
    let sections = snapshot.reloadedSectionIdentifiers
    let items = snapshot.reloadedItemIdentifiers + sections.flatMap { snapshot.itemIdentifiers(inSection: $0) }
    let rows = sections.compactMap { indices[.section($0)] } + items.compactMap { indices[.item($0)] }
    if rows.isEmpty { return }
    tableView.reloadData(
      forRowIndexes: IndexSet(rows), columnIndexes: IndexSet(integersIn: 0..<tableView.numberOfColumns))
  }

  /// The list that is shown.
  public func snapshot() -> NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType> { shown.snapshot }

  /// The item of a row; nil where it is a section's, or is not there.
  public func itemIdentifier(forRow row: Int) -> ItemIdentifierType? {
    if rows.indices.contains(row), case .item(let id) = rows[row] { id } else { nil }
  }
  /// The row of an item.
  public func row(forItemIdentifier identifier: ItemIdentifierType) -> Int? { indices[.item(identifier)] }
  /// The section of a section's row; nil where it is an item's, or is not there.
  public func sectionIdentifier(forRow row: Int) -> SectionIdentifierType? {
    if rows.indices.contains(row), case .section(let id) = rows[row] { id } else { nil }
  }
  /// The row of a section; nil where it has none.
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

/// A data source that a table asks for views, in place of its delegate.
@MainActor
protocol TableViewProvider: AnyObject {
  func view(_ table: NSTableView, _ column: NSTableColumn?, _ row: Int) -> NSView?
  func rowView(_ table: NSTableView, _ row: Int) -> NSTableRowView?
  func isSection(_ row: Int) -> Bool
}
