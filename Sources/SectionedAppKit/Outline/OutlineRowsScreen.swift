#if os(macOS) || SECTIONED_APPKIT_DOUBLE
  import AppKit
  import SectionedChanges
  import SectionedViews

  /// The members that the screens of lists and trees in outlines share. The nodes are the items that the outline has.
  class OutlineRowsScreen: RowsScreen {
    let root = OutlineNode()
    private(set) weak var outline: NSOutlineView?
    /// The nodes that left in the last update. AppKit does not retain its items, and may use them until it has followed
    /// the update.
    private var leaving: [OutlineNode] = []

    init(_ outline: NSOutlineView, _ answers: any RowAnswers) {
      self.outline = outline
      super.init(outline, answers)
    }

    /// Begins an update. Releases the nodes that left in the last one.
    ///
    /// - Parameter nodes: the nodes that may leave in this update.
    func beginUpdate(keeping nodes: [OutlineNode] = []) { leaving = nodes }

    /// Keeps a node that leaves until the next update.
    func keep(_ node: OutlineNode) { leaving.append(node) }

    override func leave() {
      super.leave()
      outline = nil
    }

    override var dataSource: AnyObject? { outline?.dataSource }
    override func setDataSource(_ source: (any RowsSource)?) {
      let source = source as? OutlineRowsSource
      outline?.dataSource = source
      outline?.delegate = source
    }

    /// The place of an item's node; nil for another node.
    func place(of node: OutlineNode) -> ItemPlace? { nil }
    /// The index of a section's node; nil for another node.
    func section(of node: OutlineNode) -> Int? { nil }

    override func place(ofRow row: Int) -> ItemPlace? {
      (outline?.item(atRow: row) as? OutlineNode).flatMap { place(of: $0) }
    }
  }
#endif
