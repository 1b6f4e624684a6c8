import SectionedChanges
import SectionedTesting
import SectionedTrees

/// The naive twin of a snapshot: a tree as arrays of children.
struct NaiveTree: Hashable {
  var children: [Int?: [Int]] = [nil: []]
  var revisions: [Int: Int] = [:]

  /// The nodes with their depths, in depth-first order.
  var nodes: [(node: ListElement<Int>, depth: Int)] {
    var found: [(node: ListElement<Int>, depth: Int)] = []
    var open = (children[nil] ?? []).reversed().map { ($0, 0) }
    while let (id, depth) = open.popLast() {
      found.append((ListElement(id, revision: revisions[id] ?? 0), depth))
      open += (children[id] ?? []).reversed().map { ($0, depth + 1) }
    }
    return found
  }

  var ids: [Int] { nodes.map(\.node.id) }

  func parent(of id: Int) -> Int? { children.first { $0.value.contains(id) }?.key }

  func subtree(of id: Int) -> [Int] {
    var (found, open): ([Int], [Int]) = ([], [id])
    while let next = open.popLast() {
      found.append(next)
      open += (children[next] ?? []).reversed()
    }
    return found
  }

  func snapshot() throws -> TreeSnapshot<Int> { try TreeSnapshot(depthFirst: nodes) }

  mutating func insert(_ id: Int, under parent: Int?, at index: Int) {
    children[parent, default: []].insert(id, at: index)
    children[id] = []
    revisions[id] = 0
  }

  mutating func remove(_ id: Int) {
    let subtree = subtree(of: id)
    children[parent(of: id)]?.removeAll { $0 == id }
    for node in subtree {
      children[node] = nil
      revisions[node] = nil
    }
  }

  mutating func move(_ id: Int, under parent: Int?, at index: Int) {
    children[self.parent(of: id)]?.removeAll { $0 == id }
    children[parent, default: []].insert(id, at: index)
  }
}

/// Makes random trees and random successors of them.
struct TreeGenerator {
  var random: SeededRandom
  private var nextID = 0
  private var nextRevision = 0

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  mutating func tree(nodes: Int) -> NaiveTree {
    var tree = NaiveTree()
    for _ in 0..<nodes { insert(into: &tree) }
    return tree
  }

  mutating func insert(into tree: inout NaiveTree) {
    nextID += 1
    let parent = parent(in: tree, without: [])
    tree.insert(nextID, under: parent, at: random.below((tree.children[parent]?.count ?? 0) + 1))
  }

  /// Returns a tree after random edits of another one.
  mutating func edited(_ tree: NaiveTree, edits: Int, keepsNodes: Bool = false) -> NaiveTree {
    var tree = tree
    for _ in 0..<edits {
      let ids = tree.ids.sorted()
      guard !ids.isEmpty else {
        if !keepsNodes { insert(into: &tree) }
        continue
      }
      let id = random.one(of: ids)
      switch random.below(keepsNodes ? 6 : 9) {
      case 0...3: move(id, in: &tree)
      case 4, 5:
        nextRevision += 1
        tree.revisions[id] = nextRevision
      case 6: tree.remove(id)
      default: insert(into: &tree)
      }
    }
    return tree
  }

  private mutating func move(_ id: Int, in tree: inout NaiveTree) {
    let old = tree.parent(of: id)
    let stays = random.oneIn(3)
    let new = stays ? old : parent(in: tree, without: Set(tree.subtree(of: id)))
    let count = (tree.children[new]?.count ?? 0) - (new == old ? 1 : 0)
    tree.move(id, under: new, at: random.below(count + 1))
  }

  private mutating func parent(in tree: NaiveTree, without subtree: Set<Int>) -> Int? {
    let others = tree.ids.filter { !subtree.contains($0) }.sorted()
    return others.isEmpty || random.oneIn(4) ? nil : random.one(of: others)
  }
}
