import CoreData
import Foundation
import SectionedChanges
import SectionedDataSources
import SectionedFetchedResults
import SectionedTesting
import SectionedTrees
import Testing

@Suite("Edits of a fetched tree")
struct TreeEditingTests {
  typealias Controller = TreeFetchedResultsController<NSManagedObject>

  struct World {
    let store: FolderStore
    let controller: Controller
    let folders: [String: NSManagedObject]
    let editing: TreeEditing<NSManagedObject>

    func folder(_ name: String) throws -> NSManagedObject {
      let folder = folders[name]
      return try #require(folder)
    }

    var text: String {
      controller.tree.nodes.map { node in
        String(repeating: "-", count: node.depth) + (controller.model(for: node.node.id)?.name ?? "?")
      }.joined(separator: " ")
    }
  }

  /// Folders: `a` has `b`, `c` and `d`, `c` has `e`; `f` is a root. Positions are 10, 20 and so on.
  private func world(_ predicate: NSPredicate? = nil, _ body: (World) throws -> Void) throws {
    let store = try FolderStore()
    try store.run {
      var folders: [String: NSManagedObject] = [:]
      for (index, (name, parent)) in [("a", ""), ("b", "a"), ("c", "a"), ("d", "a"), ("e", "c"), ("f", "")].enumerated()
      {
        folders[name] = store.insert(name, position: 10 + 10 * index, under: folders[parent])
      }
      try store.context.save()
      let controller = Controller(
        FolderStore.request(predicate), parent: "parent", managedObjectContext: store.context,
        anomalies: AnomalyHandler { _ in })
      try controller.performFetch()
      try body(
        World(
          store: store, controller: controller, folders: folders,
          editing: TreeEditing(of: controller, position: "position")))
    }
  }

  /// The folders whose positions have changed since the last save.
  private func written(_ world: World) -> [String] {
    world.store.context.updatedObjects.filter { $0.changedValues()["position"] != nil }.map(\.name).sorted()
  }

  @Test("a moved node and no other one is written where there is room, and a subtree is one move")
  func fewestRows() throws {
    try world { world in
      var changes: [String] = []
      let token = world.controller.observeTree { changes.append("\($0.moved.count) of \($0.count)") }
      try world.editing.move([try world.folder("c")], under: nil, at: 1)
      #expect(world.text == "a -b -d c -e f")
      #expect(written(world) == ["c"])
      try world.editing.move([try world.folder("f")], under: try world.folder("a"), at: 1)
      #expect(world.text == "a -b -f -d c -e")
      #expect(written(world) == ["c", "f"])
      #expect(changes.count == 2 && changes.allSatisfy { $0.hasPrefix("1 of") }, "\(changes)")
      token.cancel()
    }
  }

  @Test("a sibling that a predicate hides keeps its place, and is above a node that is moved")
  func hidden() throws {
    try world(NSPredicate(format: "name != %@", "c")) { world in
      // `e` is a root, because its parent is hidden.
      #expect(world.text == "a -b -d e f")
      try world.editing.move([try world.folder("d")], under: try world.folder("a"), at: 0)
      #expect(world.text == "a -d -b e f")
      try world.editing.insert(under: try world.folder("a"), at: 1) { $0.setValue("n", forKey: "name") }
      #expect(world.text == "a -d -n -b e f")
      let (a, e) = (try world.folder("a"), try world.folder("e"))
      let error = #expect(throws: TreeChangeError.self) { try world.editing.move([a], under: e) }
      #expect(error?.reason == .ownSubtree)
      try world.controller.setPredicate(nil)
      #expect(world.text == "a -d -n -b -c --e f")
    }
  }

  @Test("a subtree is deleted with the nodes that a predicate hides")
  func hiddenSubtree() throws {
    try world(NSPredicate(format: "name != %@", "c")) { world in
      try world.editing.delete([try world.folder("a")])
      #expect(world.text == "f")
      let count = try world.store.context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Folder"))
      #expect(count == 1)
    }
  }

  struct Mistake: Error {}

  @Test("a failed insertion leaves no object and no step")
  func failedInsertion() throws {
    try world { world in
      var steps = 0
      let token = world.controller.observeTree { _ in steps += 1 }
      let (text, editing) = (world.text, world.editing)
      let a = try world.folder("a")
      #expect(throws: Mistake.self) { try editing.insert(under: a) { _ in throw Mistake() } }
      #expect(throws: TreeChangeError.self) { try editing.insert(under: a, at: 4) }
      #expect(throws: ListReorderingError.self) {
        try TreeEditing(of: world.controller, position: "name").insert(under: a, at: 0)
      }
      #expect(world.text == text && steps == 0)
      #expect(world.store.context.insertedObjects.isEmpty)
      token.cancel()
    }
  }

  @Test("unprocessed changes are an event before the edit, and the node comes beside its neighbour")
  func unprocessed() throws {
    try world { world in
      var steps: [String] = []
      let token = world.controller.observeTree { _ in steps.append(world.text) }
      world.store.context.delete(try world.folder("b"))
      try world.editing.move([try world.folder("f")], under: try world.folder("a"), at: 2)
      #expect(steps == ["a -c --e -d f", "a -c --e -f -d"])
      token.cancel()
    }
  }

  @Test("a node whose parent was changed before the event is where the user drops it")
  func movedBefore() throws {
    try world { world in
      try world.folder("e").setValue(try world.folder("f"), forKey: "parent")
      try world.editing.move([try world.folder("e")], under: try world.folder("a"), at: 0)
      #expect(world.text == "a -e -b -c -d f")
    }
  }

  @Test("several edits within performTogether are one step of the tree and of its rows")
  func together() throws {
    try world { world in
      let (a, b, f) = (try world.folder("a"), try world.folder("b"), try world.folder("f"))
      var updates = 0
      let token = world.controller.observe { _ in updates += 1 }
      let watcher = TreeWatcher(world.controller)
      try world.controller.performTogether {
        try world.editing.move([f], under: a, at: 0)
        // The next edit finds the nodes where this one has led to.
        #expect(world.text == "a -f -b -c --e -d" && watcher.steps == 0)
        try world.editing.outdent(b)
      }
      #expect(watcher.steps == 1 && watcher.updates == 1)
      watcher.checkAtRest()
      #expect(world.text == "a -f -c --e -d b")
      #expect(updates == 1 && world.controller.allItems.map(\.model.name) == ["a", "b"])
      token.cancel()
    }
  }

  @Test("a new node is edited in the step that inserts it, with edits of the program in between")
  func nested() throws {
    try world { world in
      let (a, c, e, f) = (
        try world.folder("a"), try world.folder("c"), try world.folder("e"), try world.folder("f")
      )
      let watcher = TreeWatcher(world.controller)
      try world.controller.performTogether {
        let new = try world.editing.insert(under: a, at: 0) { $0.setValue("n", forKey: "name") }
        try world.editing.move([new, e], under: f)
        // An edit of the program becomes an event before the next edit.
        world.store.context.delete(c)
        try world.controller.performTogether { try world.editing.indent(f) }
        #expect(world.text == "a -b -d -f --n --e")
        try world.editing.move([new], under: nil, at: 0)
        #expect(throws: TreeChangeError.self) { try world.editing.move([a], under: e) }
        #expect(watcher.steps == 0 && watcher.updates == 0)
      }
      #expect(world.text == "n a -b -d -f --e" && watcher.steps == 1 && watcher.updates == 1)
      watcher.checkAtRest()
      // Nothing is left when a node is inserted and deleted.
      try world.controller.performTogether {
        try world.editing.delete([try world.editing.insert { $0.setValue("o", forKey: "name") }])
      }
      #expect(world.text == "n a -b -d -f --e" && watcher.steps == 1)
      watcher.checkAtRest()
    }
  }

  @Test("a node that is dropped in a group of another parent gets both, as one step and one undo step")
  func groups() throws {
    try world { world in
      let undo = UndoManager()
      undo.groupsByEvent = false
      world.store.context.undoManager = undo
      let grouped = GroupedTree(world.controller) { $0.name.first.map(String.init) }
      let drops = TreeViewEditing(grouped, over: TreeViewEditing(world.editing)) { folder, letter in
        folder.setValue((letter ?? "") + "2", forKey: "name")
      }
      let (watcher, below) = (TreeWatcher(grouped), TreeWatcher(world.controller))
      let (a, d, f) = (try world.folder("a"), try world.folder("d"), try world.folder("f"))
      try drops.move?([.node(f.objectID)], .group("d", under: a.objectID), 0)
      #expect(world.text == "a -b -c --e -d2 -d" && watcher.steps == 1 && below.steps == 1)
      #expect(grouped.tree.children(of: .group("d", under: a.objectID)) == [.node(f.objectID), .node(d.objectID)])
      #expect(undo.groupingLevel == 0)
      undo.undo()
      world.store.context.processPendingChanges()
      #expect(world.text == "a -b -c --e -d f" && f.name == "f")
      // The drop was two events of the context, which it undoes and redoes one after the other.
      #expect(watcher.steps == 3 && below.steps == 3)
      undo.redo()
      world.store.context.processPendingChanges()
      #expect(world.text == "a -b -c --e -d2 -d")
      #expect(watcher.steps == 5 && below.steps == 5)
      // A drop that changes nothing is no undo step.
      try drops.move?([.node(f.objectID)], .group("d", under: a.objectID), 0)
      #expect(watcher.steps == 5 && below.steps == 5)
      undo.undo()
      world.store.context.processPendingChanges()
      #expect(world.text == "a -b -c --e -d f")
      watcher.checkAtRest()
      below.checkAtRest()
    }
  }

  @Test("a drop in a group comes after unprocessed changes, beside the member that is still there")
  func unprocessedGroups() throws {
    try world { world in
      let grouped = GroupedTree(world.controller) { $0.name.first.map(String.init) }
      let drops = TreeViewEditing(grouped, over: TreeViewEditing(world.editing)) { folder, letter in
        folder.setValue(letter, forKey: "name")
      }
      let (a, b, f) = (try world.folder("a"), try world.folder("b"), try world.folder("f"))
      try world.folder("c").setValue("b1", forKey: "name")
      try world.folder("d").setValue("b2", forKey: "name")
      world.store.context.processPendingChanges()
      let below = TreeWatcher(world.controller)
      // The group shows b, b1 and b2. The drop is before b1, which is gone by then.
      world.store.context.delete(try world.folder("c"))
      try drops.move?([.node(f.objectID)], .group("b", under: a.objectID), 1)
      #expect(world.text == "a -b -b -b2 e" && below.steps == 2)
      let members: [NSManagedObject] = [b, f, try world.folder("d")]
      #expect(grouped.tree.children(of: .group("b", under: a.objectID)) == members.map { .node($0.objectID) })
      below.checkAtRest()
    }
  }

  @Test("a row that is dropped is behind the row above it, or its first child")
  func rows() throws {
    try world { world in
      world.controller.expand(try world.folder("a").objectID)
      // The rows are a b c d f.
      func place(_ from: Int, _ to: Int) -> String {
        guard let place = world.controller.dropPlace(ofRow: from, at: to) else { return "none" }
        return (place.parent.flatMap { world.controller.model(for: $0)?.name } ?? "") + "\(place.index)"
      }
      #expect(place(4, 1) == "a0")
      #expect(place(4, 2) == "a1")
      #expect(place(4, 4) == "a3")
      #expect(place(4, 0) == "0")
      #expect(place(1, 2) == "a1")
      #expect(place(1, 4) == "2")
      #expect(place(0, 2) == "none")
      #expect(place(0, 5) == "none")
      #expect(place(5, 0) == "none")
    }
  }
}
