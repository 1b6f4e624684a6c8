#if SECTIONED_APPKIT_DOUBLE
  import AppKit
  import SectionedDataSources

  /// A table or an outline with one column, in a window.
  @MainActor
  struct RowsWindow {
    let window: NSWindow

    init(_ rows: NSTableRowsView) {
      rows.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier("text")))
      window = NSWindow(scrolling: rows)
    }
  }

  extension NSTableRowsView {
    /// Reads the selection and enumerates the row views, as a program does that keeps them.
    fileprivate func askForSelection() {
      keep(selectedRowIndexes)
      var rows = 0
      enumerateAvailableRowViews { _, _ in rows += 1 }
      keep(rows)
    }
  }

  /// A plain table that has its count in memory. `change` inserts and removes rows after the first row.
  @MainActor
  final class CountedRows: NSObject, NSTableViewDataSource, NSTableViewDelegate {
    let table = NSTableView(frame: .zero)
    private var count: Int
    private var isLonger = false

    init(_ source: some SectionedDataSource) { count = source.numberOfItems + source.numberOfSections }

    func show() {
      (table.dataSource, table.delegate) = (self, self)
      table.window?.layoutIfNeeded()
    }

    /// Inserts the rows, or removes them again, alternately.
    func change(_ rows: Int) {
      table.askForSelection()
      isLonger.toggle()
      count += isLonger ? rows : -rows
      table.beginUpdates()
      if isLonger {
        table.insertRows(at: IndexSet(integersIn: 1...rows))
      } else {
        table.removeRows(at: IndexSet(integersIn: 1...rows))
      }
      table.endUpdates()
    }

    func numberOfRows(in tableView: NSTableView) -> Int { count }
    func tableView(_ tableView: NSTableView, viewFor tableColumn: NSTableColumn?, row: Int) -> NSView? {
      NSTableCellView(frame: .zero)
    }
  }

  /// A plain outline that has its items in memory, all expanded. `change` inserts and removes items of its first
  /// section.
  @MainActor
  final class CountedItems: NSObject, NSOutlineViewDataSource, NSOutlineViewDelegate {
    private final class Item: NSObject {
      var children: [Item]
      init(_ count: Int) {
        children = (0..<count).map { _ in Item(0) }
        super.init()
      }
    }

    let outline = NSOutlineView(frame: .zero)
    private let sections: [Item]
    private var isLonger = false

    init(_ source: some SectionedDataSource) {
      sections = (0..<source.numberOfSections).map { Item(source.numberOfItems(inSection: $0)) }
    }

    func show() {
      (outline.dataSource, outline.delegate) = (self, self)
      for section in sections { outline.expandItem(section) }
      outline.window?.layoutIfNeeded()
    }

    /// Inserts the items, or removes them again, alternately.
    func change(_ items: Int) {
      outline.askForSelection()
      isLonger.toggle()
      let first = sections[0]
      outline.beginUpdates()
      if isLonger {
        first.children.insert(contentsOf: (0..<items).map { _ in Item(0) }, at: 0)
        outline.insertItems(at: IndexSet(integersIn: 0..<items), inParent: first)
      } else {
        first.children.removeFirst(items)
        outline.removeItems(at: IndexSet(integersIn: 0..<items), inParent: first)
      }
      outline.endUpdates()
    }

    func outlineView(_ outlineView: NSOutlineView, numberOfChildrenOfItem item: Any?) -> Int {
      (item as? Item)?.children.count ?? sections.count
    }
    func outlineView(_ outlineView: NSOutlineView, child index: Int, ofItem item: Any?) -> Any {
      (item as? Item)?.children[index] ?? sections[index]
    }
    func outlineView(_ outlineView: NSOutlineView, isItemExpandable item: Any) -> Bool {
      (item as? Item)?.children.isEmpty == false
    }
    func outlineView(_ outlineView: NSOutlineView, viewFor tableColumn: NSTableColumn?, item: Any) -> NSView? {
      NSTableCellView(frame: .zero)
    }
  }

  /// A plain collection that has its counts in memory. `change` inserts and deletes items of its first section.
  @MainActor
  final class CountedCollection: NSObject, NSCollectionViewDataSource {
    let view = NSCollectionView(frame: .zero)
    private var counts: [Int]
    private var isLonger = false
    private let identifier = NSUserInterfaceItemIdentifier("item")

    init(_ source: some SectionedDataSource) {
      counts = (0..<source.numberOfSections).map { source.numberOfItems(inSection: $0) }
    }

    func show() {
      view.collectionViewLayout = NSCollectionViewFlowLayout()
      view.register(NSCollectionViewItem.self, forItemWithIdentifier: identifier)
      view.dataSource = self
      view.window?.layoutIfNeeded()
    }

    /// Inserts the items, or deletes them again, alternately.
    func change(_ items: Int) {
      keep((view.selectionIndexPaths, view.visibleItems().count))
      isLonger.toggle()
      let paths = Set((0..<items).map { IndexPath(item: $0, section: 0) })
      view.performBatchUpdates { [self] in
        counts[0] += isLonger ? items : -items
        if isLonger { view.insertItems(at: paths) } else { view.deleteItems(at: paths) }
      }
    }

    func numberOfSections(in collectionView: NSCollectionView) -> Int { counts.count }
    func collectionView(_ collectionView: NSCollectionView, numberOfItemsInSection section: Int) -> Int {
      counts[section]
    }
    func collectionView(
      _ collectionView: NSCollectionView, itemForRepresentedObjectAt indexPath: IndexPath
    ) -> NSCollectionViewItem { collectionView.makeItem(withIdentifier: identifier, for: indexPath) }
  }
#endif
