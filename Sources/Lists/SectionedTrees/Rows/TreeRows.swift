import OrderedRows
import SectionedChanges
import SectionedDataSources

/// The rows of a tree: the nodes whose ancestors are all expanded, as a tree of their own. A row's index is its rank in
/// that tree.
struct TreeRows<ID: Hashable & Sendable> {
  typealias Snapshot = SectionedSnapshot<ListedID<OnlySection>, ListedID<ID>>
  typealias Changes = SectionedChangeSet<ListedID<OnlySection>, ListedID<ID>>

  private(set) var twin = TwinTree()
  /// The nodes whose rows may have been inserted, deleted, moved or changed in this step.
  private var recorded: Set<Int32> = []
  /// The states of the rows as of the last step, by node.
  private var states: ContiguousArray<RowState> = []
  private var steps = 0

  static var empty: Snapshot {
    Snapshot(sections: [Snapshot.Section(ListedID(OnlySection()), items: [])])
  }

  /// The rows as of the last step.
  var shown: OrderedTree { twin.old }

  func state(of node: Int32) -> RowState { Int(node) < states.count ? states[Int(node)] : RowState() }

  mutating func record(_ nodes: some Sequence<Int32>) { recorded.formUnion(nodes) }
}

extension TreeRows {
  /// Moves rows to the places of their nodes, shows the children of expanded nodes, and hides those of collapsed ones.
  ///
  /// - Parameters:
  ///   - tree: the tree after the step.
  ///   - placed: the nodes that were inserted, removed or moved.
  ///   - toggled: the nodes that may have been expanded or collapsed.
  ///   - isOpen: returns whether a node is expanded.
  /// - Complexity: O(inserted, deleted and moved rows · log nodes).
  mutating func graft(
    _ tree: OrderedTree, placed: Set<Int32>, toggled: Set<Int32>, isOpen: (Int32) -> Bool
  ) {
    let pieces = placed.filter { twin.new.contains($0) }
    for node in pieces { twin.detach(node) }
    for node in pieces { record(twin.new.subtree(of: node)) }
    for node in toggled where twin.new.contains(node) && !isOpen(node) {
      for child in twin.new.children(of: node) { remove(child) }
    }
    // Top down, so that a parent is placed before its children.
    let work = placed.union(toggled).filter { tree.isAttached($0) }.map { (tree.rank(of: $0), $0) }
      .sorted { $0.0 < $1.0 }
    for (_, node) in work {
      if placed.contains(node), !twin.new.isAttached(node) {
        let parent = tree.parent(of: node)
        if parent.map({ twin.new.isAttached($0) && isOpen($0) }) ?? true {
          show(node, under: parent, at: tree.childIndex(of: node), tree, isOpen)
        }
      }
      if toggled.contains(node), twin.new.isAttached(node), isOpen(node) {
        for (index, child) in tree.children(of: node).enumerated() where !twin.new.isAttached(child) {
          show(child, under: node, at: index, tree, isOpen)
        }
      }
    }
    for node in pieces where twin.new.contains(node) && !twin.new.isAttached(node) { remove(node) }
  }

  private mutating func remove(_ node: Int32) {
    record(twin.new.subtree(of: node))
    twin.remove(node)
  }

  /// Inserts the row of a node and the rows beneath it. All siblings before it must have rows.
  private mutating func show(
    _ node: Int32, under parent: Int32?, at index: Int, _ tree: OrderedTree, _ isOpen: (Int32) -> Bool
  ) {
    var open: [(node: Int32, parent: Int32?, index: Int)] = [(node, parent, index)]
    while let next = open.popLast() {
      if twin.new.contains(next.node) {
        // A detached piece keeps the rows beneath its root.
        twin.attach(next.node, under: next.parent, at: next.index)
      } else {
        twin.add(next.node)
        twin.attach(next.node, under: next.parent, at: next.index)
        recorded.insert(next.node)
        guard isOpen(next.node) else { continue }
        let children = tree.children(of: next.node).enumerated()
        open += children.reversed().map { (node: $0.element, parent: next.node, index: $0.offset) }
      }
    }
  }

  /// Replaces all rows.
  ///
  /// - Parameter rows: the nodes with their depths, in depth-first order.
  /// - Complexity: O(old rows + new rows).
  mutating func replace(by rows: [(node: Int32, depth: Int)]) {
    record(twin.old.nodes)
    record(twin.new.nodes)
    twin.replace(by: OrderedTree(depthFirst: rows))
    record(twin.new.nodes)
  }
}

extension TreeRows {
  /// Ends the step.
  ///
  /// - Parameters:
  ///   - snapshot: the list before.
  ///   - revised: the nodes whose models changed.
  ///   - id: returns the identifier of a node.
  ///   - state: returns the present state of a node, given the number of its children that have rows.
  /// - Returns: the list after, and the least changes.
  /// - Complexity: O(recorded · log nodes).
  mutating func commit(
    _ snapshot: Snapshot, revised: Set<Int32>, id: (Int32) -> ID,
    state: (_ node: Int32, _ shownChildren: Int) -> RowState
  ) -> (snapshot: Snapshot, changes: Changes) {
    var changed: Set<Int32> = []
    for node in recorded where twin.new.contains(node) {
      let next = state(node, twin.new.numberOfChildren(of: node))
      if twin.old.contains(node), revised.contains(node) || isChanged(node, to: next) { changed.insert(node) }
      setState(next, of: node)
    }
    let result = step(snapshot, changed, id)
    steps += 1
    recorded = []
    twin.commit()
    return result
  }

  private func isChanged(_ node: Int32, to next: RowState) -> Bool {
    next != state(of: node) || twin.old.depth(of: node) != twin.new.depth(of: node)
  }

  private mutating func setState(_ state: RowState, of node: Int32) {
    if Int(node) >= states.count {
      states.append(contentsOf: repeatElement(RowState(), count: Int(node) + 1 - states.count))
    }
    states[Int(node)] = state
  }

  /// The step from the old rows to the new ones. The copies of both are released when the call ends, so that the next
  /// edit does not copy the nodes.
  private func step(
    _ snapshot: Snapshot, _ changed: Set<Int32>, _ id: (Int32) -> ID
  ) -> (snapshot: Snapshot, changes: Changes) {
    let (old, new) = (twin.old, twin.new)
    var builder = ChangeSetBuilder<ListedID<OnlySection>, ListedID<ID>>()
    for node in recorded where old.contains(node) || new.contains(node) {
      builder.touchItem(
        ListedID(id(node)), old: old.contains(node) ? ItemPlace(section: 0, item: old.rank(of: node)) : nil,
        new: new.contains(node) ? ItemPlace(section: 0, item: new.rank(of: node)) : nil,
        isRevised: changed.contains(node))
    }
    do {
      let changes = try builder.changeSet(
        old: ListCounts(sections: 1) { _ in old.count }, new: ListCounts(sections: 1) { _ in new.count })
      let list = try changes.apply(to: snapshot) { index in
        snapshot.sections[index].element
      } itemAt: { place in
        let node = new.node(at: place.item)
        // A removed row that is inserted again may be another version.
        guard old.contains(node) else { return ListElement(ListedID(id(node)), revision: steps << 32) }
        var element = snapshot[ItemPlace(section: 0, item: old.rank(of: node))]
        if changed.contains(node) { element.revision += 1 }
        return element
      }
      return (list, changes)
    } catch {
      fatalError("The rows of a tree do not fit it (\(error)). This is a fault of SectionedTrees; report it.")
    }
  }
}
