import OrderedRows

/// The order of a tree as of the last step, and the order with the edits since then. At the end of a step its edits are
/// replayed on the old order, so that the cost depends on the edits and not on the size of the tree.
struct TwinTree: Sendable {
  private enum Edit {
    case add(Int32)
    case detach(Int32)
    case attach(Int32, under: Int32?, at: Int)
    case remove(Int32)
    case replace(OrderedTree)
  }

  private(set) var old = OrderedTree()
  private(set) var new = OrderedTree()
  private var edits: [Edit] = []

  private mutating func perform(_ edit: Edit) {
    Self.perform(edit, on: &new)
    edits.append(edit)
  }

  private static func perform(_ edit: Edit, on tree: inout OrderedTree) {
    switch edit {
    case .add(let node): tree.add(node)
    case .detach(let node): tree.detach(node)
    case .attach(let node, let parent, let index): tree.attach(node, under: parent, at: index)
    case .remove(let node): tree.remove(node)
    case .replace(let other): tree = other
    }
  }

  /// Adds a node as a detached piece.
  mutating func add(_ node: Int32) { perform(.add(node)) }

  mutating func detach(_ node: Int32) { perform(.detach(node)) }

  mutating func attach(_ node: Int32, under parent: Int32?, at index: Int) {
    perform(.attach(node, under: parent, at: index))
  }

  /// Removes a node with its subtree.
  mutating func remove(_ node: Int32) { perform(.remove(node)) }

  mutating func replace(by tree: OrderedTree) {
    // The replacement discards the effect of all earlier edits.
    edits = []
    perform(.replace(tree))
  }

  /// Ends the step. Replays its edits on the old order, which then equals the new one.
  mutating func commit() {
    for edit in edits { Self.perform(edit, on: &old) }
    edits = []
  }
}
