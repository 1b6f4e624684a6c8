import OrderedRows
import SectionedChanges

extension TreeChangeSet {
  /// Replays the changes on the tree before them.
  ///
  /// - Parameters:
  ///   - old: the tree before.
  ///   - revision: returns the revision that an inserted or changed node has in the new tree.
  /// - Returns: the tree after.
  /// - Complexity: O(listed nodes · log nodes), and O(nodes) to copy the tree.
  /// - Throws: ``TreeChangeError`` when the changes do not belong to the tree.
  public func apply(to old: TreeSnapshot<ID>, revision: (ID) -> Int) throws -> TreeSnapshot<ID> {
    var tree = old
    for root in deleted + taken { try tree.check(root.id, at: root.place) }
    for move in moved { try tree.check(move.id, at: move.from) }
    for update in updated { try tree.check(update.id, at: update.old) }
    // Moved nodes first, because they may be in deleted subtrees.
    for move in moved { tree.order.detach(try tree.listed(move.id)) }
    for root in deleted {
      let nodes = tree.order.subtree(of: try tree.listed(root.id))
      guard nodes.count == root.size else {
        throw TreeChangeError(
          .countMismatch, "\(root.size) nodes left with \(named: root.id), which has \(nodes.count).")
      }
      tree.order.remove(nodes[0])
      for node in nodes { tree.table.remove(node) }
    }
    // In the order of the new tree, so that the parent of a node and the siblings before it are attached first.
    let placed =
      (inserted + brought).map { (id: $0.id, place: $0.place, isNew: true) }
      + moved.map { (id: $0.id, place: $0.to, isNew: false) }
    for (id, place, isNew) in placed.sorted(by: { $0.place < $1.place }) {
      let number = isNew ? try tree.addPiece(ListElement(id, revision: revision(id))) : try tree.listed(id)
      guard !tree.order.isAttached(number) else { throw TreeChangeError.twice(id) }
      if let parent = place.parent, tree.order.pieceRoot(of: try tree.listed(parent)) == number {
        throw TreeChangeError.intoItself(id, under: parent)
      }
      // Throws if the parent is still detached, or is not in the tree.
      let gap = try tree.gap(under: place.parent, at: place.index, node: id)
      tree.order.attach(number, under: gap.parent, at: gap.index)
    }
    for id in updated.map(\.id) + moved.filter({ $0.keys != [] }).map(\.id) {
      tree.table.setRevision(revision(id), of: try tree.listed(id))
    }
    for update in updated { try tree.check(update.id, at: update.new) }
    for root in inserted + brought { try tree.check(root.id, at: root.place) }
    for move in moved { try tree.check(move.id, at: move.to) }
    return tree
  }

  /// Checks that the changes lead from one tree to another.
  ///
  /// - Complexity: O(nodes + listed nodes · log nodes).
  /// - Throws: ``TreeChangeError`` when they do not.
  public func check(old: TreeSnapshot<ID>, new: TreeSnapshot<ID>) throws {
    let result = try apply(to: old) { new.revision(of: $0) ?? 0 }
    guard result == new else {
      throw TreeChangeError(.wrongPlace, "The changes \(self) do not lead from \(old) to \(new), but to \(result).")
    }
  }
}

extension TreeSnapshot {
  /// The number of a node in the tree or in a detached piece.
  fileprivate func listed(_ id: ID) throws -> Int32 {
    guard let number = table.number(of: id), order.contains(number) else { throw TreeChangeError.unknown(id) }
    return number
  }

  /// Checks that a node is at a place.
  fileprivate func check(_ id: ID, at place: TreePlace<ID>) throws {
    guard let found = self.place(of: id) else { throw TreeChangeError.unknown(id) }
    guard found == place else {
      throw TreeChangeError(
        .wrongPlace, "Node \(named: id) is at \(found), rank \(found.rank), and not at \(place), rank \(place.rank).")
    }
  }
}
