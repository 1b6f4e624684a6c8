import SectionedChanges
import SectionedDataSources
import SectionedTesting
import SectionedTrees
import Testing

@Suite("A tree in memory against arrays, over random events")
struct MemoryTreeRandomTests {
  struct Task: Identifiable, Equatable {
    var id: Int
    var title: Int
  }

  /// The naive twin: arrays, the expanded nodes, and a filter by a divisor of the titles.
  struct Twin {
    var tree = NaiveTree()
    var titles: [Int: Int] = [:]
    var expanded: Set<Int> = []
    var divisor: Int?
    var collapsed: Set<Int> = []

    func isMatch(_ id: Int) -> Bool { divisor.map { (titles[id] ?? 0) % $0 == 0 } ?? true }

    /// The expected rows, computed from the arrays.
    var rows: [Row] {
      tree.shape.compactMap { node in
        var above: [Int] = []
        var next = tree.parent(of: node.id)
        while let id = next {
          above.append(id)
          next = tree.parent(of: id)
        }
        let listed = { (id: Int) in tree.subtree(of: id).contains(where: isMatch) }
        guard listed(node.id), above.allSatisfy(isOpen) else { return nil }
        let children = tree.children[node.id] ?? []
        return Row(
          id: node.id, depth: node.depth, children: children.count,
          isExpanded: isOpen(node.id) && children.contains(where: listed), isMatch: isMatch(node.id),
          title: titles[node.id] ?? -1)
      }
    }

    private func isOpen(_ id: Int) -> Bool { divisor == nil ? expanded.contains(id) : !collapsed.contains(id) }
  }

  struct Row: Hashable {
    var id: Int
    var depth: Int
    var children: Int
    var isExpanded: Bool
    var isMatch: Bool
    var title: Int
  }

  final class Driver {
    let source = MemoryTree<Task, Int>()
    let watcher: TreeWatcher<MemoryTree<Task, Int>>
    var twin = Twin()
    var random: SeededRandom
    private var nextID = 0

    init(seed: UInt64) {
      random = SeededRandom(seed: seed)
      source.treeCore.verifiesChanges = true
      watcher = TreeWatcher(source)
    }

    /// Edits the twin, then the tree. The twin is first, because an observer of the tree may edit both.
    func edit() throws {
      let ids = twin.tree.ids.sorted()
      guard !ids.isEmpty, !(random.oneIn(3) && ids.count < 24) else { return try insert(ids) }
      let id = random.one(of: ids)
      switch random.below(12) {
      case 0...4: try move(id, ids)
      case 5:
        for node in twin.tree.subtree(of: id) { twin.titles[node] = nil }
        twin.tree.remove(id)
        try source.delete(id)
      case 6, 7:
        twin.titles[id] = random.below(12)
        try source.update(Task(id: id, title: twin.titles[id] ?? 0))
      case 8: try reinsert(id)
      case 9: try moveSeveral(ids)
      default: toggle(id)
      }
    }

    private func insert(_ ids: [Int]) throws {
      nextID += 1
      let parent = ids.isEmpty || random.oneIn(4) ? nil : random.one(of: ids)
      let index = random.below((twin.tree.children[parent]?.count ?? 0) + 1)
      let task = Task(id: nextID, title: random.below(12))
      twin.tree.insert(task.id, under: parent, at: index)
      twin.titles[task.id] = task.title
      try source.insert(task, under: parent, at: index)
    }

    private func move(_ id: Int, _ ids: [Int]) throws {
      let subtree = Set(twin.tree.subtree(of: id))
      let parent = random.one(of: [nil] + ids.filter { !subtree.contains($0) })
      let index = random.below((twin.tree.children[parent] ?? []).filter { $0 != id }.count + 1)
      twin.tree.move(id, under: parent, at: index)
      try source.move(id, under: parent, at: index)
    }

    private func moveSeveral(_ ids: [Int]) throws {
      let several = Array(ids.shuffled(using: &random).prefix(1 + random.below(4)))
      let beneath = Set(several.flatMap { twin.tree.subtree(of: $0) })
      let parent = random.one(of: [nil] + ids.filter { !beneath.contains($0) })
      let moved = several.filter { id in !several.contains { $0 != id && twin.tree.subtree(of: $0).contains(id) } }
      for id in moved { twin.tree.children[twin.tree.parent(of: id)]?.removeAll { $0 == id } }
      let index = random.below((twin.tree.children[parent]?.count ?? 0) + 1)
      twin.tree.children[parent, default: []].insert(contentsOf: moved, at: index)
      try source.move(several, under: parent, at: index)
    }

    /// Deletes a node with its subtree, and inserts the node alone again, as another version.
    private func reinsert(_ id: Int) throws {
      let subtree = twin.tree.subtree(of: id)
      let task = Task(id: id, title: random.below(12))
      twin.tree.remove(id)
      for node in subtree { twin.titles[node] = nil }
      twin.tree.insert(id, under: nil, at: 0)
      twin.titles[id] = task.title
      try source.performUpdates {
        try source.delete(id)
        try source.insert(task, under: nil, at: 0)
      }
    }

    func toggle(_ id: Int) {
      if twin.divisor == nil {
        let isExpanded = twin.expanded.contains(id)
        if isExpanded { twin.expanded.remove(id) } else { twin.expanded.insert(id) }
        if isExpanded { source.collapse(id) } else { source.expand(id) }
      } else {
        let isCollapsed = twin.collapsed.contains(id)
        if isCollapsed { twin.collapsed.remove(id) } else { twin.collapsed.insert(id) }
        if isCollapsed { source.expand(id) } else { source.collapse(id) }
      }
    }

    /// Expands or filters the whole tree.
    func change() {
      let ids = twin.tree.ids
      switch random.below(5) {
      case 0 where twin.divisor == nil:
        let depth = random.below(4)
        source.expand(toDepth: depth)
        let deep = twin.tree.shape.filter { $0.depth < depth && twin.tree.children[$0.id] != [] }
        twin.expanded = Set(deep.map(\.id))
      case 1 where twin.divisor == nil && !ids.isEmpty:
        let id = random.one(of: ids)
        source.expand(toShow: id)
        var next = twin.tree.parent(of: id)
        while let node = next {
          twin.expanded.insert(node)
          next = twin.tree.parent(of: node)
        }
      case 2, 3:
        let divisor = 2 + random.below(4)
        if twin.divisor == nil { twin.collapsed = [] }
        twin.divisor = divisor
        source.setFilter { $0.title % divisor == 0 }
      default:
        (twin.divisor, twin.collapsed) = (nil, [])
        source.setFilter(nil)
      }
    }

    func check() throws {
      watcher.checkAtRest()
      #expect(NaiveTree(source.tree).shape == twin.tree.shape)
      let rows = source.snapshot.sections[0].items.compactMap { element in
        source.item(for: element.id).map {
          Row(
            id: element.id.id, depth: $0.depth, children: $0.numberOfChildren, isExpanded: $0.isExpanded,
            isMatch: $0.isMatch, title: $0.model.title)
        }
      }
      #expect(rows == twin.rows)
      #expect(source.expandedIDs.isSuperset(of: twin.expanded))
    }
  }

  /// Performs the events of a seed, and compares tree and rows with arrays after each.
  static func play(seed: UInt64, events: Int = 60) throws -> Driver {
    let driver = Driver(seed: seed)
    for _ in 0..<events {
      let steps = driver.watcher.steps
      if driver.random.oneIn(5) {
        driver.change()
        #expect(driver.watcher.steps == steps, "what shows the tree does not change it")
      } else {
        try driver.source.performUpdates {
          for _ in 0...driver.random.below(5) { try driver.edit() }
        }
        #expect(driver.watcher.steps <= steps + 1, "one event is one step")
      }
      try driver.check()
    }
    return driver
  }

  @Test("insertions, moves, deletions, updates, expansion and filters", arguments: TestSeeds.seeds(80))
  func random(seed: UInt64) throws {
    let driver = try Self.play(seed: seed)
    #expect(driver.watcher.steps > 20 && driver.watcher.updates > 10)
  }

  @Test("an observer that edits the tree causes the next step", arguments: TestSeeds.seeds(20))
  func nested(seed: UInt64) throws {
    let driver = Driver(seed: seed)
    var depth = 0
    driver.watcher.during = { [unowned driver] _ in
      guard depth == 0, driver.random.oneIn(3) else { return }
      depth += 1
      defer { depth -= 1 }
      do { try driver.edit() } catch { Issue.record(error) }
    }
    for _ in 0..<40 {
      try driver.edit()
      try driver.check()
    }
  }

  @Test("a slow consumer gets the combined changes", arguments: TestSeeds.seeds(20))
  func sequence(seed: UInt64) throws {
    let driver = Driver(seed: seed)
    let updates = driver.source.treeUpdates
    var seen = try #require(updates.takeWaiting())
    #expect(seen.changes == nil && seen.tree.isEmpty)
    for _ in 0..<30 {
      for _ in 0...driver.random.below(4) { try driver.edit() }
      guard let next = updates.takeWaiting() else { continue }
      let changes = try #require(next.changes)
      #expect(next.tree == driver.source.tree)
      #expect(changes == TreeChangeSet(from: seen.tree, to: next.tree))
      try changes.check(old: seen.tree, new: next.tree)
      seen = next
    }
  }
}
