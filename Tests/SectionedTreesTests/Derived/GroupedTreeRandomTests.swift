import SectionedChanges
import SectionedDataSources
import SectionedTesting
import Testing

@testable import SectionedTrees

@Suite("A grouped tree against one that is made of the tree beneath each time")
struct GroupedTreeRandomTests {
  struct Task: Identifiable, Equatable {
    var id: Int
    /// Tasks are grouped by the digit. A negative one is not grouped, and 0 has the value nil.
    var digit: Int
  }

  typealias Base = MemoryTree<Task, Int>
  typealias Grouped = GroupedTree<Base, Int>

  /// A line of a tree: a node's identifier or a group's value, and the depth.
  struct Line: Hashable {
    var name: String
    var depth: Int
  }

  final class Driver {
    let base = Base()
    let grouped: Grouped
    let watcher: TreeWatcher<Grouped>
    let nilGroup: TreeNilGroup
    var random: SeededRandom
    private var nextID = 0
    private(set) var events: [String] = []

    init(seed: UInt64) throws {
      random = SeededRandom(seed: seed)
      nilGroup = TreeNilGroup.allCases[Int(seed % 3)]
      for number in 0..<random.below(12) { try base.insert(Task(id: -1 - number, digit: random.below(5) - 1)) }
      grouped = GroupedTree(base, nilGroup: nilGroup, where: { $0.digit >= 0 }) { $0.digit == 0 ? nil : $0.digit }
      grouped.treeCore.verifiesChanges = true
      watcher = TreeWatcher(grouped)
    }

    /// The expected tree, computed from the base tree.
    var wanted: [Line] {
      var lines: [Line] = []
      func add(_ parent: Int?, _ depth: Int) {
        let children = base.tree.children(of: parent)
        func digit(_ id: Int) -> Int { base.model(for: id)?.digit ?? -9 }
        func addNode(_ node: Int, _ depth: Int) {
          lines.append(Line(name: "\(node)", depth: depth))
          add(node, depth + 1)
        }
        for child in children where digit(child) < 0 || (digit(child) == 0 && nilGroup == .ungrouped) {
          addNode(child, depth)
        }
        let values = Set(children.map(digit).filter { $0 > 0 }).sorted() + (nilGroup == .last ? [0] : [])
        for value in values {
          let members = children.filter { digit($0) == value }
          if members.isEmpty { continue }
          lines.append(Line(name: value == 0 ? "nil" : "=\(value)", depth: depth))
          for member in members { addNode(member, depth + 1) }
        }
      }
      add(nil, 0)
      return lines
    }

    var found: [Line] {
      grouped.tree.nodes.map { node in
        let name =
          switch node.node.id {
          case .node(let id): "\(id)"
          case .group(let value, _): value.map { "=\($0)" } ?? "nil"
          }
        return Line(name: name, depth: node.depth)
      }
    }

    func edit() throws {
      let ids = base.tree.ids.sorted()
      guard !ids.isEmpty, !(random.oneIn(3) && ids.count < 22) else {
        nextID += 1
        let parent = ids.isEmpty || random.oneIn(4) ? nil : random.one(of: ids)
        let index = random.below(base.tree.numberOfChildren(of: parent) + 1)
        events.append("insert \(nextID) under \(parent as Any)")
        return try base.insert(Task(id: nextID, digit: random.below(5) - 1), under: parent, at: index)
      }
      let id = random.one(of: ids)
      switch random.below(8) {
      case 0...3:
        let subtree = Set(base.tree.subtree(of: id))
        let parent = random.one(of: [nil] + ids.filter { !subtree.contains($0) })
        let count = base.tree.children(of: parent).filter { $0 != id }.count
        events.append("move \(id) under \(parent as Any)")
        try base.move(id, under: parent, at: random.below(count + 1))
      case 4, 5:
        events.append("change \(id)")
        try base.update(Task(id: id, digit: random.below(5) - 1))
      case 6:
        events.append("delete \(id)")
        try base.delete(id)
      default:
        // A node is deleted and inserted again in one event.
        events.append("again \(id)")
        try base.delete(id)
        try base.insert(Task(id: id, digit: random.below(5) - 1))
      }
    }

    func check() {
      #expect(found == wanted, "\(nilGroup): \(events)")
      watcher.checkAtRest()
    }
  }

  @Test("insertions, moves, updates, deletions, and all models set anew", arguments: TestSeeds.seeds(80))
  func random(seed: UInt64) throws {
    let driver = try Driver(seed: seed)
    driver.check()
    for step in 0..<50 {
      let steps = driver.watcher.steps
      if step % 13 == 12 {
        let random = driver.base.tree.ids.compactMap { driver.base.model(for: $0) }.shuffled(using: &driver.random)
        driver.base.setModels(random) { $0.id % 3 == 0 ? random.first?.id : nil }
      } else {
        try driver.base.performUpdates { for _ in 0...driver.random.below(4) { try driver.edit() } }
      }
      if driver.random.oneIn(4) { driver.grouped.expand(toDepth: driver.random.below(4)) }
      #expect(driver.watcher.steps <= steps + 1, "one event is one step")
      driver.check()
    }
    #expect(driver.watcher.steps > 10)
  }

  @Test("several steps of the tree beneath are followed at once", arguments: TestSeeds.seeds(20))
  func held(seed: UInt64) throws {
    let driver = try Driver(seed: seed)
    for _ in 0..<15 {
      let steps = driver.watcher.steps
      try driver.grouped.treeCore.signal.core.perform { for _ in 0..<3 { try driver.edit() } }
      #expect(driver.watcher.steps <= steps + 1)
      driver.check()
    }
  }

  @Test("edits within a step of the grouped tree are one step of the tree beneath", arguments: TestSeeds.seeds(20))
  func together(seed: UInt64) throws {
    let driver = try Driver(seed: seed)
    let below = TreeWatcher(driver.base)
    for _ in 0..<15 {
      let (steps, stepsBelow) = (driver.watcher.steps, below.steps)
      try driver.grouped.performTogether {
        for _ in 0..<2 { try driver.edit() }
        try driver.base.performTogether { try driver.edit() }
      }
      #expect(driver.watcher.steps <= steps + 1 && below.steps <= stepsBelow + 1)
      driver.check()
      below.checkAtRest()
    }
    #expect(driver.watcher.steps > 3 && below.steps > 3)
  }

  @Test("a grouped tree that begins within a step follows it", arguments: TestSeeds.seeds(20))
  func withinAStep(seed: UInt64) throws {
    let driver = try Driver(seed: seed)
    for _ in 0..<12 { try driver.edit() }
    let late = try driver.base.performUpdates {
      for _ in 0..<2 { try driver.edit() }
      let late = GroupedTree(driver.base, nilGroup: driver.nilGroup, where: { $0.digit >= 0 }) {
        $0.digit == 0 ? nil : $0.digit
      }
      late.treeCore.verifiesChanges = true
      for _ in 0..<2 { try driver.edit() }
      return late
    }
    #expect(late.tree.ids == driver.grouped.tree.ids, "\(driver.events)")
  }

  @Test("two levels of values, one in the other")
  func twoLevels() throws {
    let base = MemoryTree<Task, Int>()
    for id in [11, 12, 21, 13] { try base.insert(Task(id: id, digit: 1)) }
    let tens = GroupedTree(base) { $0.id / 10 }
    let both = GroupedTree(tens, where: { $0.model != nil }) { $0.model.map { $0.id % 10 } }
    var steps = 0
    let token = both.observeTree { _ in steps += 1 }
    func text() -> String {
      both.tree.nodes.map { node in
        let name =
          switch both.model(for: node.node.id) {
          case .node(.node(let task)): "\(task.id)"
          case .node(.group(let value)): "t\(value ?? -1)"
          case .group(let value): "e\(value ?? -1)"
          case nil: "?"
          }
        return String(repeating: "-", count: node.depth) + name
      }.joined(separator: " ")
    }
    #expect(text() == "t1 -e1 --11 -e2 --12 -e3 --13 t2 -e1 --21")
    try base.performUpdates {
      try base.delete(12)
      try base.insert(Task(id: 22, digit: 1))
    }
    #expect(text() == "t1 -e1 --11 -e3 --13 t2 -e1 --21 -e2 --22" && steps == 1)
    token.cancel()
  }
}
