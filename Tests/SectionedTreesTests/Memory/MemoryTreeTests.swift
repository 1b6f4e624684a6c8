import SectionedChanges
import SectionedDataSources
import SectionedTesting
import SectionedTrees
import Testing

@Suite("A tree in memory")
struct MemoryTreeTests {
  /// A folder with a parent. `ab` is the folder `b` under `a`; `a` is a root.
  struct Folder: Identifiable, Equatable {
    var id: Character
    var parent: Character?

    init(_ text: Substring) {
      id = text.last ?? "?"
      parent = text.count > 1 ? text.first : nil
    }
  }

  private func folders(_ text: String) -> [Folder] { text.split(separator: " ").map { Folder($0) } }

  private func collecting() -> (() -> [DataSourceAnomaly.Kind], AnomalyHandler) {
    let collected = Collected()
    return ({ collected.kinds }, AnomalyHandler { collected.append($0.kind) })
  }

  @Test("a flat list is grouped by the parents, and children keep its order")
  func grouping() {
    let tree = MemoryTree(folders("a ab bc ad e"), parent: \.parent)
    #expect(tree.tree.description == "a(b(c) d) e")
    #expect(MemoryTree(folders("bc ad ab a"), parent: \.parent).tree.description == "a(d b(c))")
  }

  @Test("another list is one step with the least changes")
  func regrouping() {
    let tree = MemoryTree(folders("a ab bc ad e"), parent: \.parent)
    var changes: [String] = []
    let token = tree.observeTree { changes.append("\($0)") }
    tree.setModels(folders("a bc eb ad e"), parent: \.parent)
    #expect(changes == ["moved a[0]→e[0] (b) {?}"])
    tree.setModels(folders("a bc eb ad e"), parent: \.parent)
    #expect(changes.count == 1)
    token.cancel()
  }

  @Test("orphans, cycles and nodes that are their own parents are roots, or hidden, and are reported once")
  func policies() {
    let (kinds, handler) = collecting()
    let list = folders("xo op cd dc ss ds a")
    let tree = MemoryTree(list, parent: \.parent, anomalies: handler)
    #expect(tree.tree.description == "o(p) d(c) s a")
    #expect(kinds() == [.orphan, .cycle, .cycle, .duplicateItem])
  }

  @Test("a cycle begins with the first of its nodes")
  func cycles() {
    let (kinds, handler) = collecting()
    let tree = MemoryTree(folders("ca ab bc cd"), parent: \.parent, anomalies: handler)
    #expect(tree.tree.description == "a(b(c(d)))")
    #expect(kinds() == [.cycle])
    tree.setModels(folders("ca ab bc cd"), parent: \.parent)
    #expect(kinds() == [.cycle])
    tree.policies.cycles = .hidden
    tree.setModels(folders("ca ab bc cd e"), parent: \.parent)
    #expect(tree.tree.description == "e")
    tree.setModels(folders("a ab bc cd e"), parent: \.parent)
    // The model of `a` changed in the step in which `a` was shown again.
    #expect(tree.tree.description == "a·1(b(c(d))) e")
  }

  @Test("hidden nodes come back with their subtree when their parent arrives")
  func hidden() {
    var policies = TreePolicies()
    (policies.orphans, policies.ownParents) = (.hidden, .hidden)
    let (_, handler) = collecting()
    let tree = MemoryTree(folders("xo op a ss"), parent: \.parent, policies: policies, anomalies: handler)
    #expect(tree.tree.description == "a")
    var changes: [String] = []
    let token = tree.observeTree { changes.append("\($0)") }
    tree.setModels(folders("xo op a ss x"), parent: \.parent)
    #expect(changes == ["inserted [1] (x, 3)"])
    #expect(tree.tree.description == "a x(o(p))")
    token.cancel()
  }

  @Test("a node is not moved into its own subtree")
  func ownSubtree() {
    let (kinds, handler) = collecting()
    let tree = MemoryTree(folders("a ab bc"), parent: \.parent, anomalies: handler)
    #expect(throws: DataSourceAnomaly.self) { try tree.move("a", under: "c") }
    #expect(throws: DataSourceAnomaly.self) { try tree.move("a", under: "a") }
    #expect(throws: DataSourceAnomaly.self) { try tree.move("c", under: "x") }
    #expect(throws: DataSourceAnomaly.self) { try tree.move("c", under: nil, at: 2) }
    #expect(throws: DataSourceAnomaly.self) { try tree.insert(Folder("a")) }
    #expect(throws: DataSourceAnomaly.self) { try tree.delete("x") }
    #expect(kinds() == [.cycle, .cycle, .unknownItem, .itemOutOfBounds, .duplicateItem, .unknownItem])
    #expect(tree.tree.description == "a(b(c))")
  }

  @Test("a node is indented under the sibling before it, and outdented behind its parent")
  func indentation() throws {
    let tree = MemoryTree(folders("a ab c"), parent: \.parent)
    #expect(try tree.indent("c"))
    #expect(tree.tree.description == "a(b c)")
    #expect(try tree.indent("c"))
    #expect(tree.tree.description == "a(b(c))")
    #expect(try !tree.indent("a"))
    #expect(try tree.outdent("c"))
    #expect(tree.tree.description == "a(b c)")
    #expect(try tree.outdent("b"))
    #expect(tree.tree.description == "a(c) b")
    #expect(try !tree.outdent("b"))
  }

  @Test("the expansion survives moves, and a node that leaves and comes back")
  func expansion() throws {
    let tree = MemoryTree(folders("a ab bc e"), parent: \.parent)
    func rows() -> String { String(tree.snapshot.sections[0].items.map(\.id.id)) }
    #expect(rows() == "ae")
    tree.expand(toShow: "c")
    #expect(rows() == "abce")
    try tree.move("b", under: "e")
    #expect(rows() == "ae")
    tree.expand("e")
    #expect(rows() == "aebc")
    try tree.delete("b")
    try tree.insert(Folder("b"))
    try tree.insert(Folder("bc"), under: "b")
    #expect(rows() == "aebc")
    tree.collapseAll()
    #expect(rows() == "aeb")
    tree.expandAll()
    #expect(rows() == "aebc")
  }

  @Test("a filter shows matches with their ancestors, and the earlier expansion comes back")
  func filter() {
    let tree = MemoryTree(folders("a ab bc ad e"), parent: \.parent)
    func rows() -> String { String(tree.snapshot.sections[0].items.map(\.id.id)) }
    tree.expand("a")
    #expect(rows() == "abde")
    tree.setFilter { $0.id == "c" }
    #expect(rows() == "abc")
    #expect(tree.allItems.map(\.isMatch) == [false, false, true])
    tree.collapse("b")
    #expect(rows() == "ab")
    tree.setFilter(nil)
    #expect(rows() == "abde")
    #expect(tree.expandedIDs == ["a"])
  }

  @Test("other sources are built on the rows")
  func composed() throws {
    let tree = MemoryTree(folders("a ab bc ad e"), parent: \.parent)
    let roots = FilteredDataSource(tree, where: { $0.depth == 0 })
    #expect(roots.allItems.map(\.model.id) == ["a", "e"])
    tree.expandAll()
    try tree.move("b", under: nil, at: 0)
    #expect(roots.allItems.map(\.model.id) == ["b", "a", "e"])
  }

  @Test("ten thousand levels are expanded, moved and deleted without the stack")
  func deep() throws {
    let tree = MemoryTree<Level, Int>(
      (0..<10_000).map { Level(id: $0) }, parent: { $0.id == 0 ? nil : $0.id - 1 })
    tree.expandAll()
    #expect(tree.numberOfItems == 10_000)
    try tree.move(5_000, under: nil)
    #expect(tree.item(9_999, inSection: 0)?.depth == 4_999)
    tree.collapse(5_000)
    #expect(tree.numberOfItems == 5_001)
    try tree.delete(0)
    #expect(tree.numberOfItems == 1)
  }

  struct Level: Identifiable {
    var id: Int
  }
}
