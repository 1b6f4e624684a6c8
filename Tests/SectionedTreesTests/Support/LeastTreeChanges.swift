import SectionedTrees

/// The least changes between two small trees, found by trying every set of nodes that do not move.
struct LeastTreeChanges: Equatable {
  var changes: Int
  var moves: Int

  init(from old: NaiveTree, to new: NaiveTree) {
    let (before, after) = (Set(old.ids), Set(new.ids))
    let common = before.intersection(after).sorted()
    func roots(of tree: NaiveTree, _ gone: Set<Int>) -> Int {
      gone.filter { id in tree.parent(of: id).map { !gone.contains($0) } ?? true }.count
    }
    let fixed = roots(of: old, before.subtracting(after)) + roots(of: new, after.subtracting(before))
    var best = (changes: Int.max, moves: Int.max)
    for choice in 0..<(1 << common.count) {
      let staying = Set(common.indices.filter { choice & (1 << $0) != 0 }.map { common[$0] })
      guard Self.canStay(staying, old, new) else { continue }
      let revised = staying.filter { old.revisions[$0] != new.revisions[$0] }.count
      let moves = common.count - staying.count
      let found = (changes: fixed + moves + revised, moves: moves)
      if found < best { best = found }
    }
    (changes, moves) = best
  }

  init(of changes: TreeChangeSet<Int>) { (self.changes, moves) = (changes.count, changes.moved.count) }

  /// Whether nodes have the same parents and the same order among each other in both trees.
  private static func canStay(_ nodes: Set<Int>, _ old: NaiveTree, _ new: NaiveTree) -> Bool {
    guard nodes.allSatisfy({ old.parent(of: $0) == new.parent(of: $0) }) else { return false }
    return old.children.allSatisfy { parent, children in
      children.filter(nodes.contains) == (new.children[parent] ?? []).filter(nodes.contains)
    }
  }
}
