import CoreData
import Foundation
import SectionedChanges
import SectionedDataSources
import SectionedTesting
import SectionedTrees
import Testing

@Suite("Edits of a fetched tree against arrays, undone and made again")
struct TreeEditingRandomTests {
  typealias Controller = TreeFetchedResultsController<NSManagedObject>

  /// The kinds of order of siblings.
  enum Order: CaseIterable {
    case position
    case relationship
    case name
  }

  final class Driver {
    let store: FolderStore
    let controller: Controller
    let editing: TreeEditing<NSManagedObject>
    let watcher: TreeWatcher<Controller>
    let order: Order
    var random: SeededRandom
    private(set) var events: [String] = []
    private var twin = NaiveTree()
    private var nextID = 0
    /// Whether the edits are in one step.
    private var isTogether = false
    private var (past, future): ([NaiveTree], [NaiveTree]) = ([], [])

    init(seed: UInt64) throws {
      random = SeededRandom(seed: seed)
      order = Order.allCases[Int(seed % 3)]
      store = try FolderStore(isInMemory: random.oneIn(2), isOrdered: order == .relationship)
      let request = FolderStore.request()
      if order == .name { request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)] }
      controller = Controller(
        request, parent: "parent", orderedChildren: order == .relationship ? "children" : nil,
        managedObjectContext: store.context, anomalies: AnomalyHandler { _ in })
      controller.treeCore.verifiesChanges = true
      editing = TreeEditing(of: controller, position: order == .name ? nil : "position")
      watcher = TreeWatcher(controller)
      let undo = UndoManager()
      undo.groupsByEvent = false
      store.context.undoManager = undo
    }

    private static func name(_ id: Int) -> String { String(format: "n%05d", id) }
    private static func id(_ folder: NSManagedObject?) -> Int { folder.flatMap { Int($0.name.dropFirst()) } ?? -1 }

    /// The folder of a node, which must be in the tree.
    private func node(_ id: Int) throws -> NSManagedObject {
      let found = controller.tree.ids.compactMap { controller.model(for: $0) }.first { $0.name == Self.name(id) }
      return try #require(found)
    }

    private func folder(_ id: Int?) throws -> NSManagedObject? { try id.map { try node($0) } }

    /// If only the name orders siblings, they are sorted by it, wherever they were dropped.
    private func sort() {
      if order == .name { twin.children = twin.children.mapValues { $0.sorted() } }
    }

    /// Performs an edit on the controller, and the same edit on the twin.
    private func step(_ event: String, _ twinEdit: (inout NaiveTree) throws -> Void, _ edit: () throws -> Void) throws {
      events.append(event)
      let (before, steps) = (twin, watcher.steps)
      try twinEdit(&twin)
      sort()
      try edit()
      let isChanged = twin.trimmed != before.trimmed
      if isChanged {
        past.append(before)
        future = []
      }
      let reported = isChanged && !isTogether ? 1 : 0
      #expect(watcher.steps == steps + reported, "an edit is reported once: \(events)")
      #expect(store.context.undoManager?.groupingLevel == 0)
    }

    private func parent(without subtree: Set<Int> = []) -> Int? {
      random.one(of: [nil] + twin.ids.sorted().filter { !subtree.contains($0) })
    }

    func insert() throws {
      nextID += 1
      let (id, parent) = (nextID, parent())
      let count = twin.children[parent]?.count ?? 0
      let index = random.oneIn(3) ? nil : random.below(count + 1)
      try step("insert \(id) under \(parent as Any) at \(index as Any)") {
        $0.insert(id, under: parent, at: index ?? count)
      } _: {
        try editing.insert(under: try folder(parent), at: index) { $0.setValue(Self.name(id), forKey: "name") }
      }
    }

    private func move(_ ids: [Int], under parent: Int?) throws {
      let moved = ids.filter { id in !ids.contains { $0 != id && twin.subtree(of: $0).contains(id) } }
      let rest = (twin.children[parent] ?? []).filter { !moved.contains($0) }.count
      let index = random.oneIn(4) ? nil : random.below(rest + 1)
      try step("move \(ids) under \(parent as Any) at \(index as Any)") { tree in
        for id in moved { tree.children[tree.parent(of: id)]?.removeAll { $0 == id } }
        tree.children[parent, default: []].insert(contentsOf: moved, at: index ?? rest)
      } _: {
        try editing.move(try ids.map { try node($0) }, under: try folder(parent), at: index)
      }
    }

    func edit() throws {
      let ids = twin.ids.sorted()
      guard !ids.isEmpty, !(random.oneIn(3) && ids.count < 18) else { return try insert() }
      let id = random.one(of: ids)
      switch random.below(13) {
      case 0...2: try move([id], under: parent(without: Set(twin.subtree(of: id))))
      case 3, 4:
        let several = Array(ids.shuffled(using: &random).prefix(1 + random.below(4)))
        try move(several, under: parent(without: Set(several.flatMap { twin.subtree(of: $0) })))
      case 5:
        let several = Array(ids.shuffled(using: &random).prefix(1 + random.below(2)))
        try step("delete \(several)") { tree in
          for id in several where tree.ids.contains(id) { tree.remove(id) }
        } _: {
          try editing.delete(try several.map { try node($0) })
        }
      case 6: try deleteByRule(id)
      case 7, 8: try indent(id)
      case 9, 10: try outdent(id)
      case 11: try refuse(id)
      default:
        events.append("save")
        try store.context.save()
      }
    }

    /// Performs several edits as one step. Each is an undo step of its own.
    func together() throws {
      let (before, steps) = (twin, watcher.steps)
      events.append("together")
      isTogether = true
      try controller.performTogether { for _ in 0...random.below(3) { try edit() } }
      isTogether = false
      events.append("apart")
      // If the nodes are where they were, they may have other positions.
      let least = twin.trimmed == before.trimmed ? 0 : 1
      #expect((steps + least...steps + 1).contains(watcher.steps), "a step is reported once: \(events)")
    }

    /// Deletes a node by the delete rule of the model, by which its children become roots. The positions of the
    /// children decide about their places, so the twin takes over the order of the controller's roots.
    private func deleteByRule(_ id: Int) throws {
      let children = twin.children[id] ?? []
      try step("delete \(id) by the rule") { tree in
        tree.children[id] = []
        tree.remove(id)
        tree.children[nil, default: []] += children
      } _: {
        try editing.delete([try node(id)], .modelRule)
      }
      let roots = controller.tree.roots.map { Self.id(controller.model(for: $0)) }
      #expect(Set(roots) == Set(twin.children[nil] ?? []), "\(events)")
      twin.children[nil] = roots
    }

    private func indent(_ id: Int) throws {
      let parent = twin.parent(of: id)
      let siblings = twin.children[parent] ?? []
      let index = try #require(siblings.firstIndex(of: id))
      let sibling = index > 0 ? siblings[index - 1] : nil
      try step("indent \(id)") { tree in
        if let sibling { tree.move(id, under: sibling, at: tree.children[sibling]?.count ?? 0) }
      } _: {
        let isIndented = try editing.indent(try node(id))
        #expect(isIndented == (sibling != nil))
      }
    }

    private func outdent(_ id: Int) throws {
      let parent = twin.parent(of: id)
      let above = parent.flatMap { twin.parent(of: $0) }
      let index = parent.flatMap { twin.children[above]?.firstIndex(of: $0) }
      try step("outdent \(id)") { tree in
        if let index { tree.move(id, under: above, at: index + 1) }
      } _: {
        let isOutdented = try editing.outdent(try node(id))
        #expect(isOutdented == (parent != nil))
      }
    }

    /// Tries to move a node into its own subtree, which changes nothing.
    private func refuse(_ id: Int) throws {
      let beneath = random.one(of: twin.subtree(of: id))
      try step("move \(id) under \(beneath)") { _ in
      } _: {
        let (node, parent) = (try node(id), try node(beneath))
        let error = #expect(throws: TreeChangeError.self) { try editing.move([node], under: parent) }
        #expect(error?.reason == .ownSubtree)
        #expect(editing.index(of: node, under: parent, proposed: 0) == nil)
      }
    }

    func undoOrRedo() throws {
      let steps = watcher.steps
      if random.oneIn(2), let last = past.popLast() {
        events.append("undo")
        future.append(twin)
        twin = last
        store.context.undo()
      } else if let next = future.popLast() {
        events.append("redo")
        past.append(twin)
        twin = next
        store.context.redo()
      } else {
        return
      }
      store.context.processPendingChanges()
      #expect(watcher.steps == steps + 1, "\(events)")
    }

    func check() throws {
      let found = controller.tree.nodes.map { node in
        NodeDepth(id: Self.id(controller.model(for: node.node.id)), depth: node.depth)
      }
      #expect(found == twin.shape, "\(order): \(events)")
      let fresh = try store.context.fetch(controller.fetchRequest)
      let wanted = FetchedForest(fresh, TreePolicies(), isOrdered: order == .relationship).nodes
      #expect(found.map { FetchedForest.Node(name: Self.name($0.id), depth: $0.depth) } == wanted, "\(events)")
      watcher.checkAtRest()
    }
  }

  @Test("insertions, deletions, moves, indentation, saves, undo and redo", arguments: TestSeeds.seeds(90))
  func random(seed: UInt64) throws {
    let driver = try Driver(seed: seed)
    try driver.store.run {
      try driver.controller.performFetch()
      for _ in 0..<60 {
        switch driver.random.below(8) {
        case 0, 1: try driver.undoOrRedo()
        case 2: try driver.together()
        default: try driver.edit()
        }
        try driver.check()
      }
    }
    #expect(driver.watcher.steps > 20)
  }
}
