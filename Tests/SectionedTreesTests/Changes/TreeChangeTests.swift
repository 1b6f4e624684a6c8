import Foundation
import SectionedChanges
import SectionedTesting
import SectionedTrees
import Testing

@Suite("Changes of trees")
struct TreeChangeTests {
  private func changes(_ old: String, _ new: String) throws -> String {
    let (old, new) = (try tree(old), try tree(new))
    let changes = TreeChangeSet(from: old, to: new)
    try changes.check(old: old, new: new)
    try changes.inverted.check(old: new, new: old)
    return changes.description
  }

  @Test("a subtree is one change, whatever its size")
  func subtrees() throws {
    #expect(try changes("a(b(c d)) e", "e") == "deleted [0] (a, 4)")
    #expect(try changes("e", "e a(b(c d))") == "inserted [1] (a, 4)")
    #expect(try changes("a(b(c d)) e", "a e(b(c d))") == "moved a[0]→e[0] (b)")
    #expect(try changes("a(b c)", "a(b c)") == "no changes")
  }

  @Test("a node that outlives its parent moves")
  func survivors() throws {
    #expect(try changes("a(b(c d)) e", "e(c)") == "deleted [0] (a, 3), moved b[0]→e[0] (c)")
    #expect(try changes("a b", "b(x(a y))") == "inserted b[0] (x, 2), moved [0]→x[0] (a)")
  }

  @Test("a node that becomes a child of its former child is one step of two moves")
  func exchanged() throws {
    #expect(try changes("a(b)", "b(a)") == "moved [0]→b[0] (a), moved a[0]→[0] (b)")
    #expect(try changes("a(b(c))", "c(b(a))").components(separatedBy: "moved").count == 4)
  }

  @Test("of siblings the fewest move")
  func siblings() throws {
    #expect(try changes("a(b c d e)", "a(e b c d)") == "moved a[3]→a[0] (e)")
    #expect(try changes("a b c", "b c a") == "moved [0]→[2] (a)")
  }

  @Test("the laws hold on random trees of up to seven nodes, with the least changes", arguments: TestSeeds.seeds(120))
  func small(seed: UInt64) throws {
    var generator = TreeGenerator(seed: seed)
    for _ in 0..<12 {
      let old = generator.tree(nodes: generator.random.below(8))
      let new = generator.edited(old, edits: generator.random.below(7), keepsNodes: generator.random.oneIn(2))
      try TreeLaws.verify(from: old, to: new, isExhaustive: new.ids.count <= 9)
    }
  }

  @Test("the laws hold on larger random trees", arguments: TestSeeds.seeds(40))
  func large(seed: UInt64) throws {
    var generator = TreeGenerator(seed: seed)
    for _ in 0..<4 {
      let old = generator.tree(nodes: 40)
      try TreeLaws.verify(from: old, to: generator.edited(old, edits: 20), isExhaustive: false)
    }
  }

  @Test("changes combined are those of the first and the last tree", arguments: TestSeeds.seeds(60))
  func combined(seed: UInt64) throws {
    var generator = TreeGenerator(seed: seed)
    for _ in 0..<8 {
      let first = generator.tree(nodes: generator.random.below(14))
      let second = generator.edited(first, edits: generator.random.below(6))
      let third = generator.edited(second, edits: generator.random.below(6))
      let trees = (try first.snapshot(), try second.snapshot(), try third.snapshot())
      let combined = try TreeChangeSet(from: trees.0, to: trees.1)
        .combined(with: TreeChangeSet(from: trees.1, to: trees.2), from: trees.0, to: trees.2)
      #expect(combined == TreeChangeSet(from: trees.0, to: trees.2), "\(trees)")
      try TreeLaws.verify(combined, from: first, to: third)
    }
  }

  @Test("no sequence of moves is shorter", arguments: [2, 3, 4])
  func shortest(nodes: Int) throws {
    var flat = NaiveTree()
    for id in 0..<nodes { flat.insert(id, under: nil, at: id) }
    let all = distances(from: flat).keys
    // Any other start differs only in the names of its nodes.
    for start in all where start.ids == Array(0..<nodes) {
      for (end, distance) in distances(from: start) {
        let changes = TreeChangeSet(from: try start.snapshot(), to: try end.snapshot())
        #expect(changes.moved.count == distance && changes.count == distance, "\(changes)")
      }
    }
  }

  /// The smallest number of moves to each tree of the same nodes.
  private func distances(from start: NaiveTree) -> [NaiveTree: Int] {
    var distances = [start: 0]
    var open = [start]
    var next = 0
    while next < open.count {
      let tree = open[next]
      next += 1
      for id in tree.ids {
        let subtree = tree.subtree(of: id)
        for parent in [nil] + tree.ids.filter({ !subtree.contains($0) }) {
          let count = (tree.children[parent] ?? []).filter { $0 != id }.count
          for index in 0...count {
            var moved = tree
            moved.move(id, under: parent, at: index)
            guard distances[moved] == nil else { continue }
            distances[moved] = (distances[tree] ?? 0) + 1
            open.append(moved)
          }
        }
      }
    }
    return distances
  }

  @Test("a move within ten thousand levels is one change")
  func deep() throws {
    let old = try TreeSnapshot(depthFirst: (0..<10_000).map { (ListElement($0), $0) })
    var new = old
    try new.move(5_000, under: nil, at: 0)
    let changes = TreeChangeSet(from: old, to: new)
    #expect(changes.count == 1 && changes.moved.first?.id == 5_000)
    #expect(try changes.apply(to: old) { _ in 0 } == new)
  }

  @Test("changes of another tree are refused")
  func refused() throws {
    let changes = TreeChangeSet(from: try tree("a(b) c"), to: try tree("a c(b)"))
    #expect(throws: TreeChangeError.self) { try changes.apply(to: try tree("a c")) { _ in 0 } }
    #expect(throws: TreeChangeError.self) { try changes.apply(to: try tree("c a(b)")) { _ in 0 } }
    let deletion = TreeChangeSet(from: try tree("a(b)"), to: try tree(""))
    #expect(throws: TreeChangeError.self) { try deletion.apply(to: try tree("a(b c)")) { _ in 0 } }
    var twice = changes
    twice.moved += twice.moved
    #expect(throws: TreeChangeError.self) { try twice.apply(to: try tree("a(b) c")) { _ in 0 } }
  }

  @Test("damaged changes, whose parents come after their children, are refused and never trap")
  func damaged() throws {
    func reason(_ moves: [TreeMove<String>]) -> TreeChangeError.Reason? {
      do {
        _ = try TreeChangeSet(moved: moves).apply(to: try tree("p x")) { _ in 0 }
        return nil
      } catch {
        return (error as? TreeChangeError)?.reason
      }
    }
    func move(_ id: String, from index: Int, _ parent: String?, _ to: Int, rank: Int) -> TreeMove<String> {
      TreeMove(
        id, from: TreePlace(parent: nil, index: index, rank: index),
        to: TreePlace(parent: parent, index: to, rank: rank),
        keys: [])
    }
    let late = move("p", from: 0, nil, 0, rank: 9)
    #expect(reason([move("x", from: 1, "p", 0, rank: 1), late]) == .unknownNode)
    #expect(reason([move("x", from: 1, "p", 0, rank: 1), move("x", from: 1, "p", 1, rank: 2), late]) == .unknownNode)
    #expect(reason([move("x", from: 1, "x", 0, rank: 1)]) == .ownSubtree)
    #expect(reason([move("x", from: 1, "y", 0, rank: 1)]) == .unknownNode)
    #expect(reason([move("x", from: 1, "p", -1, rank: 1)]) == .impossiblePlace)
    #expect(reason([move("x", from: 1, "p", 0, rank: 0), move("x", from: 1, "p", 0, rank: 1)]) == .duplicateNode)
    #expect(reason([move("x", from: 1, "p", 0, rank: 1)]) == nil)
  }
}
