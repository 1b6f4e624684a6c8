import SectionedChanges
import SectionedTrees

/// The laws of changes of trees, checked for one pair of trees.
///
/// 1. The changes lead from the old tree to the new one, revisions included, also when they are replayed on arrays.
/// 2. Their number is the smallest possible, and among such sets they have the fewest moves.
/// 3. Each node that left is a deleted root, or is taken with the nearest deleted root above it. The sizes add up to
/// the number of these nodes. The same holds for inserted and brought nodes.
/// 4. The updated nodes are those that are in both trees, did not move, and have another revision.
/// 5. The inverse leads from the new tree to the old one, and its inverse is the change set itself.
enum TreeLaws {
  /// A violated law, with the trees for which it does not hold.
  struct Violation: Error, CustomStringConvertible {
    let description: String
  }

  /// - Parameter isExhaustive: whether every set of nodes that may stay is tried, in O(2ⁿ), to check law 2.
  @discardableResult
  static func verify(
    from old: NaiveTree, to new: NaiveTree, isExhaustive: Bool = true
  ) throws -> TreeChangeSet<Int> {
    let (before, after) = (try old.snapshot(), try new.snapshot())
    do {
      let changes = TreeChangeSet(from: before, to: after)
      try verify(changes, from: old, to: new)
      if isExhaustive {
        let (found, least) = (LeastTreeChanges(of: changes), LeastTreeChanges(from: old, to: new))
        try require(found == least, "\(changes) is not the least: \(found) instead of \(least)")
      }
      return changes
    } catch {
      throw Violation(description: "\(before) → \(after): \(error)")
    }
  }

  /// Checks all laws except law 2, for changes that were made in any way.
  static func verify(_ changes: TreeChangeSet<Int>, from old: NaiveTree, to new: NaiveTree) throws {
    let (before, after) = (try old.snapshot(), try new.snapshot())
    try changes.check(old: before, new: after)
    try require(replay(changes, on: old, to: new) == new.trimmed, "\(changes) does not replay")
    let inverse = changes.inverted
    try require(inverse.inverted == changes, "\(changes) inverted twice is \(inverse.inverted)")
    try inverse.check(old: after, new: before)
    try verifyRoots(changes.deleted, changes.taken, of: before, without: after)
    try verifyRoots(changes.inserted, changes.brought, of: after, without: before)
    let moved = Set(changes.moved.map(\.id))
    let revised = old.ids.filter { new.revisions[$0] != nil && new.revisions[$0] != old.revisions[$0] }
    try require(changes.updated.map(\.id) == revised.filter { !moved.contains($0) }, "\(changes): updates are wrong")
    try require(
      changes.moved.allSatisfy { ($0.keys == []) == !revised.contains($0.id) }, "\(changes): keys of moves are wrong")
  }

  private static func verifyRoots(
    _ roots: [TreeRoot<Int>], _ others: [TreeRoot<Int>], of tree: TreeSnapshot<Int>, without other: TreeSnapshot<Int>
  ) throws {
    let gone = tree.ids.filter { !other.contains($0) }
    let homes = gone.map { id in tree.parent(of: id).map { other.contains($0) } ?? true }
    try require(roots.map(\.id) == zip(gone, homes).filter(\.1).map(\.0), "roots are \(roots)")
    try require(others.map(\.id) == zip(gone, homes).filter { !$0.1 }.map(\.0), "the others are \(others)")
    try require(roots.reduce(0) { $0 + $1.size } == gone.count, "sizes of \(roots) are not \(gone.count) nodes")
    for root in roots + others { try require(tree.place(of: root.id) == root.place, "\(root) is elsewhere") }
  }

  static func require(_ holds: Bool, _ law: @autoclosure () -> String) throws {
    if !holds { throw Violation(description: law()) }
  }

  /// Replays changes on arrays: removes nodes that left or moved, and inserts nodes in the order of the new tree.
  static func replay(_ changes: TreeChangeSet<Int>, on old: NaiveTree, to new: NaiveTree) -> NaiveTree {
    var children = old.children
    for place in changes.moved.map({ ($0.id, $0.from) }) + (changes.deleted + changes.taken).map({ ($0.id, $0.place) })
    {
      children[place.1.parent]?.removeAll { $0 == place.0 }
    }
    var revisions = old.revisions
    for root in changes.deleted + changes.taken { (children[root.id], revisions[root.id]) = (nil, nil) }
    let placed =
      changes.moved.map { ($0.id, $0.to) } + (changes.inserted + changes.brought).map { ($0.id, $0.place) }
    for (id, place) in placed.sorted(by: { $0.1.rank < $1.1.rank }) {
      children[place.parent, default: []].insert(id, at: place.index)
    }
    for id in (changes.inserted + changes.brought).map(\.id) { revisions[id] = new.revisions[id] }
    for id in changes.updated.map(\.id) + changes.moved.filter({ $0.keys != [] }).map(\.id) {
      revisions[id] = new.revisions[id]
    }
    return NaiveTree(children: children, revisions: revisions).trimmed
  }
}

extension NaiveTree {
  /// The same tree without empty arrays.
  var trimmed: NaiveTree { NaiveTree(children: children.filter { !$0.value.isEmpty }, revisions: revisions) }
}
