import Observation
import SectionedChanges
import SectionedDataSources
import SectionedTesting
import SectionedTrees
import Testing

@Suite("A tree as an outline: arrows, lines, and an observable object")
struct OutlineTests {
  struct Task: Identifiable, Equatable {
    var id: String
    var parent: String?
  }

  /// `a(b(c d) e) f`
  private func tasks() -> MemoryTree<Task, String> {
    MemoryTree(
      [("a", nil), ("b", "a"), ("c", "b"), ("d", "b"), ("e", "a"), ("f", nil)].map { Task(id: $0, parent: $1) },
      parent: \.parent)
  }

  private func lines(_ tasks: MemoryTree<Task, String>) -> [String] {
    tasks.allItems.map { tasks.treeLines(of: $0.model.id) + $0.model.id }
  }

  @Test("the right arrow expands, then leads to the first child; the left one collapses, then leads to the parent")
  func arrows() {
    let tasks = tasks()
    #expect(tasks.stepInto("a") == "a" && lines(tasks) == ["a", "├─ b", "└─ e", "f"])
    #expect(tasks.stepInto("a") == "b")
    #expect(tasks.stepInto("b") == "b" && lines(tasks) == ["a", "├─ b", "│  ├─ c", "│  └─ d", "└─ e", "f"])
    #expect(tasks.stepInto("c") == "c", "a leaf has no child")
    #expect(tasks.stepOut(of: "c") == "b")
    #expect(tasks.stepOut(of: "b") == "b" && lines(tasks) == ["a", "├─ b", "└─ e", "f"])
    #expect(tasks.stepOut(of: "b") == "a")
    #expect(tasks.stepOut(of: "f") == "f", "a root has no parent")
    #expect(tasks.stepInto("c") == nil && tasks.stepOut(of: "c") == nil, "no row")
  }

  @Test("lines lead to the rows that a filter shows")
  func filtered() {
    let tasks = tasks()
    tasks.setFilter { $0.id == "c" }
    #expect(lines(tasks) == ["a", "└─ b", "   └─ c"])
  }

  @Test("lines are those of the naive tree", arguments: TestSeeds.seeds(20))
  func random(seed: UInt64) throws {
    var generator = TreeGenerator(seed: seed)
    for _ in 0..<10 {
      let naive = generator.tree(nodes: generator.random.below(30))
      let tree = MemoryTree<Int, Int>(id: { $0 })
      tree.setModels(naive.ids) { naive.parent(of: $0) }
      tree.expandAll()
      for id in naive.ids {
        var (wanted, next) = ("", id)
        while let parent = naive.parent(of: next) {
          let isLast = naive.children[parent]?.last == next
          wanted = (next == id ? (isLast ? "└─ " : "├─ ") : isLast ? "   " : "│  ") + wanted
          next = parent
        }
        #expect(tree.treeLines(of: id) == wanted)
      }
    }
  }

  @Test("an observable tree has nodes for SwiftUI, and says what changed")
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  func observable() throws {
    let tasks = tasks()
    let tree = ObservableTree(tasks)
    #expect(tree.roots.map(\.id) == ["a", "f"])
    let a = try #require(tree.node("a"))
    #expect(a.children?.map(\.id) == ["b", "e"] && a.numberOfDescendants == 4)
    #expect(tree.node("f")?.children == nil && tree.node("x") == nil)

    /// Whether an edit notifies the observer of a read value.
    func notifies(_ read: () -> Void, _ edit: () throws -> Void) rethrows -> Bool {
      let log = Collected()
      withObservationTracking(read) { log.append(.cycle) }
      try edit()
      return !log.kinds.isEmpty
    }
    #expect(
      try notifies {
        _ = a.children
      } _: {
        try tasks.delete("e")
      })
    #expect(a.children?.map(\.id) == ["b"])
    #expect(
      notifies {
        _ = tree[isExpanded: "a"]
      } _: {
        tasks.expand("a")
      })
    #expect(tree[isExpanded: "a"])
    tree[isExpanded: "a"] = false
    #expect(!tasks.isExpanded("a"))
    #expect(
      try notifies {
        _ = a.model
      } _: {
        try tasks.delete("a")
      })
    #expect(a.model == nil && a.children == nil && tree.roots.map(\.id) == ["f"])
  }
}
