import OrderedRows
import SectionedChanges
import SectionedDataSources

/// A tree whose rows are a data source like any other: one section with the nodes whose ancestors are all expanded.
///
/// ```swift
/// let token = folders.observeTree { changes in outline.perform(changes) }   // the tree, shown or not
/// let rows = ListPresenter(folders, …)                                      // the rows, for any view
/// folders.expand(inbox.id)
/// ```
///
/// A step is a batch of edits that observers get as one change set. A step of the tree is one step of its rows. Rows
/// change when nodes change, and when nodes are expanded or collapsed. The expansion is kept by identifier, so it
/// survives moves and updates, and a removal of the node until it is inserted again.
public protocol TreeDataSource<Model>: SectionedDataSource
where Section == OnlySection, SectionID == OnlySection, Item == TreeRow<Model> {
  /// The model of a node.
  associatedtype Model

  /// The tree, its rows, and the expansion.
  var treeCore: TreeCore<ItemID> { get }

  /// The model of a node, even if a policy hides the node; nil if the source does not have it.
  func model(for id: ItemID) -> Model?
}

extension TreeDataSource {
  /// The shown rows, their observers, and the sources built on them.
  public var core: SourceCore<OnlySection, ItemID> { treeCore.core }

  /// The tree with all edits so far, also those of a step that is still open.
  ///
  /// - Complexity: O(1). If a copy is kept, the next edit copies all nodes, in O(nodes).
  public var tree: TreeSnapshot<ItemID> { treeCore.tree.snapshot }

  /// The changes of each step as an asynchronous sequence, for another task.
  ///
  /// - Complexity: O(1), and O(nodes) for each step, because an element has a copy of the tree.
  public var treeUpdates: TreeUpdates<ItemID> { treeCore.subscribe() }

  /// Performs edits as one step of the tree, its rows, and everything built on them. Calls nest; the outermost call ends
  /// the step. Nodes, the expansion and the filter may be changed in any order.
  ///
  /// Each edit finds the nodes at the places that the edits before it have led to, as ``tree`` shows them. For a fetched
  /// tree these are the events of the context that have ended. Rows, and a ``GroupedTree``, keep their places until the
  /// step ends. A call on a grouped tree is also one step of its base tree.
  ///
  /// - Parameter changes: the edits.
  /// - Returns: the result of the closure.
  /// - Throws: the error of the closure. Edits made before the error are kept, and are a step.
  @discardableResult
  public func performTogether<Result>(_ changes: () throws -> Result) rethrows -> Result {
    try treeCore.perform(changes)
  }

  /// Notifies a closure of the changes of each step of the tree from now on, until the token is released.
  ///
  /// A step that changes no row is delivered, too. Expanding or collapsing a node is not a step of the tree. Observers
  /// are called in the order in which they were added, after the rows and all sources built on them have taken the
  /// step. If an observer edits the tree, the edit is the next step.
  ///
  /// - Parameter notify: receives the changes of each step.
  /// - Returns: a token that ends the observation when it is released.
  public func observeTree(_ notify: @escaping (TreeChangeSet<ItemID>) -> Void) -> ObservationToken {
    treeCore.observe(notify)
  }

  /// The row of a node; nil when it is not shown.
  ///
  /// - Complexity: O(log nodes).
  public func item(for id: ListedID<ItemID>) -> TreeRow<Model>? {
    guard let node = treeCore.shownNumber(of: id), let model = model(for: id.id) else { return nil }
    let state = treeCore.rows.state(of: node)
    return TreeRow(
      model: model, depth: treeCore.rows.shown.depth(of: node), numberOfChildren: Int(state.numberOfChildren),
      isExpanded: state.isExpanded, isMatch: state.isMatch)
  }

  /// The only section; nil for an occurrence other than 0.
  public func section(for id: ListedID<OnlySection>) -> OnlySection? { id.occurrence == 0 ? OnlySection() : nil }

  /// The place of a node's row; nil when it is not shown.
  ///
  /// - Complexity: O(log nodes).
  public func place(of id: ListedID<ItemID>) -> ItemPlace? {
    treeCore.shownNumber(of: id).map { ItemPlace(section: 0, item: treeCore.rows.shown.rank(of: $0)) }
  }

  /// The index of the only section, 0; nil for an occurrence other than 0.
  public func index(ofSection id: ListedID<OnlySection>) -> Int? { id.occurrence == 0 ? 0 : nil }
}

extension TreeDataSource {
  /// Whether a node is expanded: its children are shown whenever the node itself is.
  public func isExpanded(_ id: ItemID) -> Bool { treeCore.isExpanded(id) }

  /// Expands a node. This is a step of the rows, but not of the tree. A node that is not in the tree yet will be
  /// expanded when it is inserted. While a filter is set, the change lasts until the filter is removed.
  ///
  /// - Complexity: O(inserted rows · log nodes); with a filter as ``setFilter(_:)``.
  public func expand(_ id: ItemID) { treeCore.setExpanded(id, true) }

  /// Collapses a node. The expansion of its descendants is kept. While a filter is set, the change lasts until the
  /// filter is removed.
  ///
  /// - Complexity: O(deleted rows · log nodes); with a filter as ``setFilter(_:)``.
  public func collapse(_ id: ItemID) { treeCore.setExpanded(id, false) }

  /// Expands all ancestors of a node, so that it has a row. While a filter is set, it has a row only if the node or a
  /// descendant matches.
  ///
  /// - Returns: whether the node is in the tree.
  /// - Complexity: O(depth · log nodes), and O(inserted rows · log nodes).
  @discardableResult
  public func expand(toShow id: ItemID) -> Bool { treeCore.reveal(id) }

  /// Expands all nodes that have children.
  ///
  /// - Complexity: O(nodes · log nodes).
  public func expandAll() { treeCore.expand(toDepth: .max) }

  /// Collapses all nodes.
  ///
  /// - Complexity: O(nodes + rows · log nodes).
  public func collapseAll() { treeCore.expand(toDepth: 0) }

  /// Shows all nodes down to a depth, and no deeper ones: 0 shows only the roots.
  ///
  /// - Complexity: O(nodes · log nodes).
  public func expand(toDepth depth: Int) { treeCore.expand(toDepth: depth) }

  /// The expanded nodes, to be saved and restored. They may include nodes that are not in the tree.
  ///
  /// - Complexity: O(nodes + rows · log nodes) to set.
  public var expandedIDs: Set<ItemID> {
    get { treeCore.expanded }
    set { treeCore.setExpanded(newValue) }
  }

  /// Shows only the nodes that match, and their ancestors. An argument of nil removes the filter, and restores the
  /// earlier expansion.
  ///
  /// With a filter, a node is expanded until it is collapsed. This does not change ``expandedIDs``. The closure is
  /// called for all nodes at each step while the filter is set.
  ///
  /// - Parameter isMatch: returns whether the node of a model matches; nil for no filter.
  /// - Complexity: O(nodes + rows · log nodes) now and at each step, even if the step changes one node. Without a
  ///   filter the cost of a step depends only on the changes.
  public func setFilter(_ isMatch: ((Model) -> Bool)?) {
    guard let isMatch else { return treeCore.setFilter(nil) }
    treeCore.setFilter { [unowned self] id in self.model(for: id).map(isMatch) ?? false }
  }

  /// Whether a filter is set.
  public var isFiltered: Bool { treeCore.filter != nil }
}

extension TreeCore {
  /// The number of a node; nil if the node had no row after the last step.
  func shownNumber(of id: ListedID<ID>) -> Int32? {
    guard id.occurrence == 0, let number = tree.table.number(of: id.id), rows.shown.contains(number) else { return nil }
    return number
  }
}
