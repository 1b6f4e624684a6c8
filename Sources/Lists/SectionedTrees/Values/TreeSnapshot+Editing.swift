import OrderedRows
import SectionedChanges

extension TreeSnapshot {
  /// Inserts a node without children.
  ///
  /// - Parameters:
  ///   - id: the node.
  ///   - revision: its revision.
  ///   - parent: its parent; nil for a root.
  ///   - index: its index among the children of the parent after the insertion; nil for the last one.
  /// - Complexity: O(log nodes).
  /// - Throws: ``TreeChangeError`` if the node is in the tree already, the parent is not, or the index is impossible.
  public mutating func insert(_ id: ID, revision: Int = 0, under parent: ID? = nil, at index: Int? = nil) throws {
    guard !contains(id) else { throw TreeChangeError.twice(id) }
    let (parent, index) = try gap(under: parent, at: index, node: id)
    order.attach(try addPiece(ListElement(id, revision: revision)), under: parent, at: index)
  }

  /// Removes a node with its subtree.
  ///
  /// - Returns: the number of removed nodes.
  /// - Complexity: O(log nodes + nodes of the subtree).
  /// - Throws: ``TreeChangeError`` when the node is not in the tree.
  @discardableResult
  public mutating func remove(_ id: ID) throws -> Int {
    let number = try existing(id)
    let nodes = order.subtree(of: number)
    order.remove(number)
    for node in nodes { table.remove(node) }
    return nodes.count
  }

  /// Moves a node with its subtree.
  ///
  /// - Parameters:
  ///   - id: the node.
  ///   - parent: its new parent; nil for a root.
  ///   - index: its index among the children of the parent after the move; nil for the last one.
  /// - Complexity: O(log nodes), whatever the size of the subtree.
  /// - Throws: ``TreeChangeError`` if the node or the parent is not in the tree, the parent is in the node's own
  ///   subtree, or the index is impossible. The tree is then as before.
  public mutating func move(_ id: ID, under parent: ID?, at index: Int? = nil) throws {
    let number = try existing(id)
    let (parent, index) = try target(of: id, under: parent, at: index)
    order.detach(number)
    order.attach(number, under: parent, at: index)
  }

  /// Sets the revision of a node.
  ///
  /// - Complexity: O(log nodes).
  /// - Throws: ``TreeChangeError`` when the node is not in the tree.
  public mutating func setRevision(_ revision: Int, of id: ID) throws {
    table.setRevision(revision, of: try existing(id))
  }

  func existing(_ id: ID) throws -> Int32 {
    guard let number = number(of: id) else { throw TreeChangeError.unknown(id) }
    return number
  }

  /// Adds a node as a detached piece without children.
  ///
  /// The table, which versions of a source's tree share, may have a number for the node already. Either the node is
  /// hidden in a piece: then it is detached from that piece, and its children from it. Or only another version of the
  /// tree has the node.
  ///
  /// - Returns: its number.
  /// - Throws: ``TreeChangeError`` if the node is in the tree already.
  mutating func addPiece(_ node: ListElement<ID>) throws -> Int32 {
    guard let number = table.number(of: node.id) else {
      let number = table.add(node)
      order.add(number)
      return number
    }
    guard !order.isAttached(number) else { throw TreeChangeError.twice(node.id) }
    if order.contains(number) {
      order.detach(number)
      for child in order.children(of: number) { order.detach(child) }
    } else {
      order.add(number)
    }
    table.setRevision(node.revision, of: number)
    return number
  }

  /// Checks a move of a node. Returns the number of the new parent, and the index.
  func target(of id: ID, under parent: ID?, at index: Int?) throws -> (parent: Int32?, index: Int) {
    if let parent, isNode(parent, inSubtreeOf: id) { throw TreeChangeError.intoItself(id, under: parent) }
    return try gap(under: parent, at: index, node: id)
  }

  /// Checks a move of several nodes. Returns the nodes that have no ancestor among them, because the other nodes move
  /// with their ancestors; and the number of the new parent, and the index.
  func target(
    of ids: [ID], under parent: ID?, at index: Int?
  ) throws -> (nodes: [Int32], parent: Int32?, index: Int) {
    let named = Set(ids)
    var seen: Set<ID> = []
    for id in ids {
      _ = try existing(id)
      if !seen.insert(id).inserted { throw TreeChangeError.twice(id) }
      if let parent, isNode(parent, inSubtreeOf: id) { throw TreeChangeError.intoItself(id, under: parent) }
    }
    let target = try parent.map { try existing($0) }
    let moved = ids.filter { id in !ancestors(of: id).contains { named.contains($0) } }
    guard let first = moved.first else { return ([], target, 0) }
    let count = numberOfChildren(of: parent) - moved.filter { self.parent(of: $0) == parent }.count
    let index = index ?? count
    guard index >= 0, index <= count else {
      throw TreeChangeError.impossible(first, TreePlace(parent: parent, index: index, rank: 0), count: count)
    }
    return (try moved.map { try existing($0) }, target, index)
  }

  /// Checks a place for a node. Returns the number of the parent, and the index, which does not count the node itself
  /// if it is a child of that parent already.
  func gap(under parent: ID?, at index: Int?, node: ID) throws -> (parent: Int32?, index: Int) {
    let number = try parent.map { try existing($0) }
    let isSibling = self.number(of: node).map { order.parent(of: $0) == number } ?? false
    let count = order.numberOfChildren(of: number) - (isSibling ? 1 : 0)
    let index = index ?? count
    guard index >= 0, index <= count else {
      throw TreeChangeError.impossible(node, TreePlace(parent: parent, index: index, rank: 0), count: count)
    }
    return (number, index)
  }
}
