import Foundation
import SectionedChanges
import SectionedTesting
import SectionedTrees
import Testing

@Suite("A tree as a value")
struct TreeSnapshotTests {
  @Test("it prints as it is read")
  func text() throws {
    for text in ["", "a", "a b", "a(b c(d)) e", "a(b(c(d))) e(f)"] { #expect(try tree(text).description == text) }
  }

  @Test("a node is found by its index path, by its rank and by itself")
  func places() throws {
    let folders = try tree("a(b c(d)) e")
    #expect(folders.node(at: [0, 1, 0]) == "d")
    #expect(folders.indexPath(of: "d") == [0, 1, 0])
    #expect(folders.node(atRank: 3) == "d")
    #expect(folders.rank(of: "d") == 3)
    #expect(folders.place(of: "d") == TreePlace(parent: "c", index: 0, rank: 3))
    #expect(folders.parent(of: "d") == "c")
    #expect(folders.ancestors(of: "d") == ["c", "a"])
    #expect(folders.depth(of: "d") == 2)
    #expect(folders.children(of: "a") == ["b", "c"])
    #expect(folders.roots == ["a", "e"])
    #expect(folders.numberOfChildren(of: "a") == 2)
    #expect(folders.numberOfDescendants(of: "a") == 3)
    #expect(folders.isNode("d", inSubtreeOf: "a"))
    #expect(!folders.isNode("e", inSubtreeOf: "a"))
  }

  @Test("what is not in the tree is nil or nothing, and never a trap")
  func absent() throws {
    let folders = try tree("a(b)")
    #expect(folders.node(at: [0, 1]) == nil && folders.node(at: [-1]) == nil && folders.node(at: []) == nil)
    #expect(folders.node(atRank: 2) == nil && folders.node(atRank: -1) == nil)
    #expect(folders.depth(of: "x") == nil && folders.parent(of: "x") == nil && folders.place(of: "x") == nil)
    #expect(folders.children(of: "x") == [] && folders.child(0, of: "x") == nil && folders.child(2, of: nil) == nil)
    #expect(folders.numberOfDescendants(of: "x") == 0 && folders.subtree(of: "x") == [])
  }

  @Test("an impossible edit throws and changes nothing")
  func errors() throws {
    var folders = try tree("a(b c(d)) e")
    func reason(_ edit: (inout TreeSnapshot<String>) throws -> Void) -> TreeChangeError.Reason? {
      do {
        try edit(&folders)
        return nil
      } catch {
        return (error as? TreeChangeError)?.reason
      }
    }
    #expect(reason { try $0.insert("a") } == .duplicateNode)
    #expect(reason { try $0.insert("x", under: "y") } == .unknownNode)
    #expect(reason { try $0.insert("x", under: "a", at: 3) } == .impossiblePlace)
    #expect(reason { try $0.move("a", under: "d") } == .ownSubtree)
    #expect(reason { try $0.move("a", under: "a") } == .ownSubtree)
    #expect(reason { try $0.move("b", under: "a", at: 2) } == .impossiblePlace)
    #expect(reason { try $0.remove("x") } == .unknownNode)
    #expect(folders.description == "a(b c(d)) e")
    #expect(throws: TreeChangeError.self) { try TreeSnapshot(depthFirst: [(ListElement("a"), 1)]) }
    #expect(throws: TreeChangeError.self) {
      try TreeSnapshot(depthFirst: [(ListElement("a"), 0), (ListElement("a"), 1)])
    }
  }

  @Test("random edits agree with arrays of children", arguments: TestSeeds.seeds(60))
  func random(seed: UInt64) throws {
    var generator = TreeGenerator(seed: seed)
    var naive = generator.tree(nodes: 12)
    var snapshot = try naive.snapshot()
    for step in 0..<40 {
      let ids = naive.ids.sorted()
      guard !ids.isEmpty else { break }
      let id = generator.random.one(of: ids)
      let subtree = Set(naive.subtree(of: id))
      let parent = generator.random.one(of: [nil] + ids.filter { !subtree.contains($0) })
      let index = generator.random.below((naive.children[parent]?.filter { $0 != id }.count ?? 0) + 1)
      let copy = (snapshot, naive)
      switch generator.random.below(4) {
      case 0:
        #expect(try snapshot.remove(id) == subtree.count)
        naive.remove(id)
      case 1:
        try snapshot.insert(1000 + step, under: parent, at: index)
        naive.insert(1000 + step, under: parent, at: index)
      default:
        try snapshot.move(id, under: parent, at: index)
        naive.move(id, under: parent, at: index)
      }
      #expect(try copy.0 == copy.1.snapshot(), "a copy has changed")
      try compare(snapshot, naive)
    }
  }

  private func compare(_ snapshot: TreeSnapshot<Int>, _ naive: NaiveTree) throws {
    #expect(try snapshot == naive.snapshot())
    for (rank, (node, depth)) in naive.nodes.enumerated() {
      let id = node.id
      #expect(snapshot.depth(of: id) == depth && snapshot.rank(of: id) == rank && snapshot.node(atRank: rank) == id)
      #expect(snapshot.parent(of: id) == naive.parent(of: id))
      #expect(snapshot.children(of: id) == naive.children[id])
      #expect(snapshot.subtree(of: id) == naive.subtree(of: id))
      let path = try #require(snapshot.indexPath(of: id))
      #expect(path.count == depth + 1 && snapshot.node(at: path) == id)
    }
  }

  @Test("ten thousand levels are as good as one")
  func deep() throws {
    var chain = try TreeSnapshot(depthFirst: (0..<10_000).map { (ListElement($0), $0) })
    #expect(chain.depth(of: 9_999) == 9_999)
    #expect(chain.indexPath(of: 9_999)?.count == 10_000)
    #expect(chain.ancestors(of: 9_999).count == 9_999)
    try chain.move(5_000, under: nil, at: 0)
    #expect(chain.depth(of: 9_999) == 4_999)
    #expect(try chain.remove(5_000) == 5_000)
    #expect(chain.description.count > 10_000)
  }
}
