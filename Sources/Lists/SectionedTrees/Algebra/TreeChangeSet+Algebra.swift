import OrderedRows
import SectionedChanges

extension TreeChangeSet {
  /// The inverse changes, which lead from the new tree to the old one.
  ///
  /// - Complexity: O(k · log k) for k listed nodes.
  public var inverted: Self {
    Self(
      deleted: inserted, inserted: deleted,
      moved: moved.map { TreeMove($0.id, from: $0.to, to: $0.from, keys: $0.keys) }.sorted { $0.from < $1.from },
      updated: updated.map { TreeUpdatedNode($0.id, old: $0.new, new: $0.old, keys: $0.keys) }
        .sorted { $0.old < $1.old },
      taken: brought, brought: taken)
  }

  /// Combines these changes and the next ones into one change set.
  ///
  /// - Parameters:
  ///   - next: the changes that follow. Their old tree is the new tree of these changes.
  ///   - old: the tree before these changes.
  ///   - new: the tree after the next ones.
  /// - Returns: the least changes from the old tree to the new one, with the keys of both united.
  /// - Complexity: O(k · log nodes) for k nodes that at least one of the two lists.
  /// - Throws: an error if the changes do not lead from the old tree to the new one.
  public func combined(with next: Self, from old: TreeSnapshot<ID>, to new: TreeSnapshot<ID>) throws -> Self {
    var touches: [ID: TreeTouch] = [:]
    for changes in [self, next] {
      for (id, touch) in changes.touches { touches[id, default: .placed].add(touch) }
    }
    for id in touches.keys {
      guard let before = old.revision(of: id), let after = new.revision(of: id) else { continue }
      if before == after {
        touches[id] = .placed
      } else if touches[id]?.isRevised == false {
        // The node was deleted, and inserted again as another version.
        touches[id] = .revised(nil)
      }
    }
    return try TreeDifference(touches, from: old, to: new).changes()
  }

  /// The listed nodes; for each, whether it was revised, and its keys.
  var touches: [(ID, TreeTouch)] {
    let roots: [(ID, TreeTouch)] = (deleted + taken + inserted + brought).map { ($0.id, .placed) }
    let moves: [(ID, TreeTouch)] = moved.map { ($0.id, $0.keys == [] ? .placed : .revised($0.keys)) }
    return roots + moves + updated.map { ($0.id, .revised($0.keys)) }
  }
}
