import OrderedRows
import SectionedChanges

/// A tree that is edited node by node. Any number of edits form a step, and the tree reports the least changes of each
/// step.
struct EditableTree<ID: Hashable & Sendable> {
  /// The identifiers of all nodes, including those removed since the rows were last updated.
  private(set) var table = NodeTable<ID>()
  private var twin = TwinTree()
  /// The nodes edited in this step, with the kind of change of each.
  private var touches: [Int32: TreeTouch] = [:]
  /// The nodes that were added, detached, attached or removed since the rows were last updated.
  private(set) var placed: Set<Int32> = []
  /// The nodes whose models changed since then.
  private(set) var revised: Set<Int32> = []
  /// The nodes whose children changed since then.
  private(set) var recounted: Set<Int32> = []
  /// Whether the whole tree was replaced since then.
  private(set) var isReplaced = false
  private var isReplacedInStep = false
  private var steps = 0

  /// Whether each change set is replayed on the old tree and compared with the new one. For tests.
  var verifiesChanges = false

  /// The order with the edits of this step.
  var order: OrderedTree { twin.new }
  /// The order as of the last step.
  var shown: OrderedTree { twin.old }
  /// The tree with the edits of this step. If a copy is kept, the next edit copies all nodes.
  var snapshot: TreeSnapshot<ID> { TreeSnapshot(twin.new, table) }
  /// The tree as of the last step. If a copy is kept, the end of the next step copies all nodes.
  var lastSnapshot: TreeSnapshot<ID> { TreeSnapshot(twin.old, table) }
  var isEdited: Bool { !touches.isEmpty || isReplacedInStep }

  /// The number of a node; nil if it is neither in the tree nor in a detached piece.
  func number(of id: ID) -> Int32? {
    guard let number = table.number(of: id), order.contains(number) else { return nil }
    return number
  }

  func id(of number: Int32) -> ID { table[number].id }
}

extension EditableTree {
  /// Adds a node as a detached piece.
  mutating func add(_ id: ID) -> Int32 {
    let number = register(id)
    twin.add(number)
    placed.insert(number)
    touch(number, .placed)
    return number
  }

  mutating func detach(_ number: Int32) {
    noteParent(of: number)
    twin.detach(number)
    placed.insert(number)
    touch(number, .placed)
  }

  mutating func attach(_ number: Int32, under parent: Int32?, at index: Int) {
    twin.attach(number, under: parent, at: index)
    if let parent { recounted.insert(parent) }
    placed.insert(number)
    touch(number, .placed)
  }

  /// Removes a node with its subtree.
  ///
  /// - Returns: the removed nodes.
  @discardableResult
  mutating func remove(_ number: Int32) -> [Int32] {
    noteParent(of: number)
    let nodes = order.subtree(of: number)
    twin.remove(number)
    for node in nodes {
      placed.insert(node)
      touch(node, .placed)
    }
    return nodes
  }

  /// Records that the model of a node changed.
  mutating func revise(_ number: Int32, keys: Set<String>?) {
    revised.insert(number)
    touch(number, .revised(keys))
  }

  /// Replaces the whole tree.
  ///
  /// - Parameters:
  ///   - forest: the nodes with their depths, in depth-first order.
  ///   - pieces: further nodes in the same form, which are kept as detached pieces.
  /// - Complexity: O(nodes · log nodes) with pieces, O(nodes) without.
  mutating func replace(by forest: [(id: ID, depth: Int)], pieces: [(id: ID, depth: Int)] = []) {
    table.reserveCapacity(forest.count + pieces.count)
    func numbered(_ nodes: [(id: ID, depth: Int)]) -> [(node: Int32, depth: Int)] {
      nodes.map { (register($0.id), $0.depth) }
    }
    for node in order.allNodes { placed.insert(node) }
    var tree = OrderedTree(depthFirst: numbered(forest))
    var path: [Int32] = []
    for (node, depth) in numbered(pieces) {
      path.removeLast(path.count - depth)
      tree.add(node)
      if let parent = path.last { tree.attach(node, under: parent, at: tree.numberOfChildren(of: parent)) }
      path.append(node)
    }
    twin.replace(by: tree)
    (isReplaced, isReplacedInStep) = (true, true)
  }

  /// Returns the number of a node that an edit adds or keeps. A removed node may come back as another version. So it
  /// counts as revised, and if the last step did not have it, it gets a revision that it never had before.
  private mutating func register(_ id: ID) -> Int32 {
    let revision = steps << 32
    guard let number = table.number(of: id) else { return table.add(ListElement(id, revision: revision)) }
    if !order.contains(number) { revise(number, keys: nil) }
    if !twin.old.contains(number) { table.setRevision(revision, of: number) }
    return number
  }

  private mutating func touch(_ number: Int32, _ touch: TreeTouch) { touches[number, default: .placed].add(touch) }

  private mutating func noteParent(of number: Int32) {
    if let parent = order.parent(of: number) { recounted.insert(parent) }
  }
}

extension EditableTree {
  /// Ends the step.
  ///
  /// - Returns: the least changes since the last step.
  /// - Complexity: O(k · log nodes) for k nodes that were edited, left or entered; O(nodes · log nodes) if the whole
  ///   tree was replaced.
  mutating func commit() -> TreeChangeSet<ID> {
    if isReplacedInStep {
      for node in twin.old.nodes + twin.new.nodes where touches[node] == nil { touches[node] = .placed }
    }
    // Also for a node in a detached piece, because it is another version when it is attached again.
    for (node, touch) in touches where touch.isRevised && twin.old.contains(node) && twin.new.contains(node) {
      table.setRevision(table[node].revision + 1, of: node)
    }
    let changes = difference()
    if verifiesChanges { verify(changes) }
    twin.commit()
    steps += 1
    touches = [:]
    isReplacedInStep = false
    return changes
  }

  /// The copies of the trees are released when the call ends, so that the next edit does not copy the nodes.
  private func difference() -> TreeChangeSet<ID> {
    var named: [ID: TreeTouch] = [:]
    named.reserveCapacity(touches.count)
    for (node, touch) in touches { named[id(of: node)] = isInBoth(node) ? touch : .placed }
    do {
      return try TreeDifference(named, from: lastSnapshot, to: snapshot).changes()
    } catch {
      fatalError("The edits of a tree do not fit it (\(error)). This is a fault of SectionedTrees; report it.")
    }
  }

  private func isInBoth(_ node: Int32) -> Bool { twin.old.isAttached(node) && twin.new.isAttached(node) }

  private func verify(_ changes: TreeChangeSet<ID>) {
    do {
      try changes.check(old: lastSnapshot, new: snapshot)
    } catch {
      fatalError("The changes of a tree are wrong: \(error)")
    }
  }

  /// Releases the numbers of removed nodes. Called when the rows no longer contain these nodes.
  mutating func forgetEdits() {
    for node in placed where !order.contains(node) { table.remove(node) }
    (placed, revised, recounted) = ([], [], [])
    isReplaced = false
  }
}
