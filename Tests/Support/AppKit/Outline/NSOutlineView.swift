/// A double of AppKit's outline view. Its rules are quoted from `NSOutlineView.h`, from the comments of the
/// declarations that are named.
@MainActor
open class NSOutlineView: NSTableRowsView {
  /// Posted when the selection has changed.
  public static let selectionDidChangeNotification = Notification.Name("NSOutlineViewSelectionDidChangeNotification")
  /// Posted when an item was expanded.
  public static let itemDidExpandNotification = Notification.Name("NSOutlineViewItemDidExpandNotification")
  /// Posted when an item was collapsed.
  public static let itemDidCollapseNotification = Notification.Name("NSOutlineViewItemDidCollapseNotification")

  /// The data source.
  open weak var dataSource: (any NSOutlineViewDataSource)? { didSet { if dataSource !== oldValue { forget() } } }
  /// The delegate.
  open weak var delegate: (any NSOutlineViewDelegate)? { didSet { if delegate !== oldValue { forget() } } }
  /// The column with the disclosure triangles.
  open weak var outlineTableColumn: NSTableColumn?
  /// The indentation of each level.
  open var indentationPerLevel: CGFloat = 16
  /// The name under which the expanded items are saved.
  open var autosaveName: String?
  /// Whether the outline saves the expanded items and expands them again. The data source must implement the persistent
  /// object methods.
  open var autosaveExpandedItems = false { didSet { if autosaveExpandedItems, isLoaded { restoreExpansion() } } }
  static var saved: [String: [Any]] = [:]

  var root = OutlineEntry(nil, in: nil)
  /// The expanded items. A reload expands them again if the data source still has equal items.
  var expanded: Set<NSObject> = []

  /// Makes an outline without columns.
  public override init(frame frameRect: CGRect) { super.init(frame: frameRect) }
  /// Makes an outline from an archive.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  open override func layout() { tile() }

  // MARK: Questions

  override func askView(_ column: NSTableColumn?, _ row: Int) -> NSView? {
    item(atRow: row).flatMap { delegate?.outlineView(self, viewFor: column, item: $0) }
  }
  override func askRowView(_ row: Int) -> NSTableRowView? {
    askTriangle(row)
    return item(atRow: row).flatMap { delegate?.outlineView(self, rowViewForItem: $0) }
  }
  override func askIsGroup(_ row: Int) -> Bool {
    item(atRow: row).flatMap { delegate?.outlineView(self, isGroupItem: $0) } ?? false
  }
  override func askHeight(_ row: Int) -> CGFloat {
    item(atRow: row).flatMap { delegate?.outlineView(self, heightOfRowByItem: $0) } ?? -1
  }
  override func askShouldSelect(_ row: Int) -> Bool {
    item(atRow: row).flatMap { delegate?.outlineView(self, shouldSelectItem: $0) } ?? false
  }
  override func askTypeSelect(from start: Int, to end: Int, _ text: String) -> Int {
    guard let first = item(ofRow: start), let last = item(ofRow: end) else { return -1 }
    let found = delegate?.outlineView(self, nextTypeSelectMatchFromItem: first, toItem: last, for: text)
    return found.map { row(of: node($0) ?? root) } ?? -1
  }
  private func item(ofRow row: Int) -> NSObject? { entries.indices.contains(row) ? entries[row].node?.item : nil }
  override func selectionChanged() {
    delegate?.outlineViewSelectionDidChange(Notification(name: Self.selectionDidChangeNotification, object: self))
  }
  override func sortDescriptorsChanged(from old: [NSSortDescriptor]) {
    dataSource?.outlineView(self, sortDescriptorsDidChange: old)
  }

  func askCount(_ item: NSObject?) -> Int {
    asking { dataSource?.outlineView(self, numberOfChildrenOfItem: item) ?? 0 }
  }

  /// Asks for a child. AppKit compares items by `isEqual`, so the double requires objects.
  func askChild(_ index: Int, _ item: NSObject?) -> NSObject? {
    let child = asking { dataSource?.outlineView(self, child: index, ofItem: item) }
    guard let child = child as? NSObject else {
      refuse("The child \(index) is no object: the double compares items by `isEqual`.")
      return nil
    }
    return child
  }

  // MARK: Loading and checking

  override func loadEntries() {
    root = OutlineEntry(nil, in: nil)
    root.isExpanded = true
    entries = []
    loadChildren(of: root)
    if autosaveExpandedItems { restoreExpansion() }
  }

  /// Asks for the children of an expanded item, and inserts their rows.
  func loadChildren(of node: OutlineEntry) {
    node.children = (0..<askCount(node.item)).map { OutlineEntry(askChild($0, node.item), in: node) }
    let start = row(of: node) + 1
    entries.insert(contentsOf: node.children.map { RowEntry(node: $0) }, at: start)
    for child in node.children where child.item.map({ expanded.contains($0) }) ?? false { open(child) }
  }

  func open(_ node: OutlineEntry) {
    guard let item = node.item, asking({ dataSource?.outlineView(self, isItemExpandable: item) ?? false }) else {
      return
    }
    node.isExpanded = true
    expanded.insert(item)
    loadChildren(of: node)
    needsLayout = true
  }

  /// Compares all known items with the data source's. The header says of `insertItems`: "The actual item values are
  /// determined by the dataSource methods …, only be called after an -endUpdates happens".
  override func checkAfterUpdates() { if !check(root) { forget() } }

  private func check(_ node: OutlineEntry) -> Bool {
    let count = askCount(node.item)
    guard count == node.children.count else {
      // AppKit's message is unknown.
      refuse("\(name(node)) has \(count) children after the updates, and in the outline \(node.children.count).")
      return false
    }
    for (index, child) in node.children.enumerated() {
      guard let item = askChild(index, node.item) else { return false }
      if let known = child.item, known != item {
        refuse("The child \(index) of \(name(node)) is another item than the outline's.")
        return false
      }
      child.item = item
      if child.isExpanded, !check(child) { return false }
    }
    return true
  }

  func name(_ node: OutlineEntry) -> String { node.item.map { "\($0)" } ?? "(null)" }
}
