import SectionedChanges
import SectionedTrees

/// Gives the nodes of any tree numbers, so that `TreeLaws` can check trees and changes.
struct TreeNumbering<ID: Hashable & Sendable> {
  private var numbers: [ID: Int] = [:]

  mutating func number(of id: ID) -> Int {
    if let number = numbers[id] { return number }
    numbers[id] = numbers.count
    return numbers.count - 1
  }

  mutating func tree(_ tree: TreeSnapshot<ID>) throws -> NaiveTree {
    NaiveTree(
      try TreeSnapshot(
        depthFirst: tree.nodes.map { (ListElement(number(of: $0.node.id), revision: $0.node.revision), $0.depth) }))
  }

  private mutating func place(_ place: TreePlace<ID>) -> TreePlace<Int> {
    TreePlace(parent: place.parent.map { number(of: $0) }, index: place.index, rank: place.rank)
  }

  private mutating func roots(_ roots: [TreeRoot<ID>]) -> [TreeRoot<Int>] {
    roots.map { TreeRoot(number(of: $0.id), at: place($0.place), size: $0.size) }
  }

  mutating func changes(_ changes: TreeChangeSet<ID>) -> TreeChangeSet<Int> {
    TreeChangeSet(
      deleted: roots(changes.deleted), inserted: roots(changes.inserted),
      moved: changes.moved.map {
        TreeMove(number(of: $0.id), from: place($0.from), to: place($0.to), keys: $0.keys)
      },
      updated: changes.updated.map {
        TreeUpdatedNode(number(of: $0.id), old: place($0.old), new: place($0.new), keys: $0.keys)
      }, taken: roots(changes.taken), brought: roots(changes.brought))
  }
}

extension TreeChangeSet {
  /// The same changes with all changed properties unknown.
  var withoutKeys: Self {
    var result = self
    for index in moved.indices where moved[index].keys != [] { result.moved[index].keys = nil }
    for index in updated.indices { result.updated[index].keys = nil }
    return result
  }
}
