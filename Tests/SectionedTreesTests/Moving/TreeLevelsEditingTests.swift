import CoreData
import Foundation
import SectionedChanges
import SectionedDataSources
import SectionedTesting
import SectionedTrees
import Testing

/// The tree `X(A(a b) B(c)) Y`: artists with their albums, and albums with their tracks.
@Suite("Edits of a tree of levels")
struct TreeLevelsEditingTests {
  private struct World {
    let library: MusicLibrary
    let tree: TreeLevelsController
    let editing: TreeLevelsEditing
    var nodes: [String: NSManagedObject] = [:]

    func node(_ name: String) throws -> NSManagedObject {
      let node = nodes[name]
      return try #require(node)
    }

    private func name(_ id: NSManagedObjectID) -> String { tree.model(for: id).map(Self.title) ?? "gone" }
    static func title(_ node: NSManagedObject) -> String {
      node.entity.name == "Artist" ? node.value(forKey: "name") as? String ?? "?" : MusicLibrary.name(node)
    }

    var text: String {
      var text = ""
      var last = 0
      for (node, depth) in tree.tree.nodes {
        if !text.isEmpty { text += depth > last ? "(" : String(repeating: ")", count: last - depth) + " " }
        text += name(node.id)
        last = depth
      }
      return text + String(repeating: ")", count: last)
    }
  }

  private func world(_ body: (World) throws -> Void) throws {
    let library = try MusicLibrary()
    try library.run {
      let order = ["position", "title"].map { NSSortDescriptor(key: $0, ascending: true) }
      let tree = TreeLevelsController(
        [
          TreeLevel(entityName: "Artist", sortDescriptors: [NSSortDescriptor(key: "name", ascending: true)]),
          TreeLevel(entityName: "Album", parent: "artist", sortDescriptors: order),
          TreeLevel(entityName: "Track", parent: "album", sortDescriptors: order),
        ], managedObjectContext: library.context, anomalies: AnomalyHandler { _ in })
      var world = World(library: library, tree: tree, editing: TreeLevelsEditing(of: tree))
      for name in ["X", "Y"] { world.nodes[name] = library.insert("Artist", ["name": name]) }
      for (index, name) in ["A", "B"].enumerated() {
        world.nodes[name] = library.album(name, index, ["artist": try world.node("X")])
      }
      for (index, (name, album)) in [("a", "A"), ("b", "A"), ("c", "B")].enumerated() {
        world.nodes[name] = library.track(name, index, in: try world.node(album))
      }
      try library.context.save()
      try tree.performFetch()
      tree.treeCore.verifiesChanges = true
      try body(world)
    }
  }

  @Test("a move sets the relationship of the node's level, and is one step and one step of undoing")
  func moves() throws {
    try world { world in
      let undo = UndoManager()
      undo.groupsByEvent = false
      world.library.context.undoManager = undo
      let watcher = TreeWatcher(world.tree)
      #expect(world.text == "X(A(a b) B(c)) Y")
      undo.beginUndoGrouping()
      try world.editing.move([try world.node("a")], under: try world.node("B"))
      undo.endUndoGrouping()
      #expect(world.text == "X(A(b) B(a c)) Y" && watcher.steps == 1)
      undo.beginUndoGrouping()
      try world.editing.move([try world.node("B"), try world.node("c")], under: try world.node("Y"))
      undo.endUndoGrouping()
      #expect(world.text == "X(A(b)) Y(B(a c))" && watcher.steps == 2)
      #expect(try world.node("c").value(forKey: "album") as? NSManagedObject === world.node("B"))
      undo.undo()
      world.library.context.processPendingChanges()
      #expect(world.text == "X(A(b) B(a c)) Y")
      watcher.checkAtRest()
    }
  }

  @Test("a parent of another entity is refused, with a sentence that says which it is")
  func refusals() throws {
    try world { (world: World) throws in
      func message(_ name: String, under parent: String?) throws -> String {
        do {
          try world.editing.move([try world.node(name)], under: try parent.map(world.node))
          return "moved"
        } catch let error as TreeChangeError {
          return error.description
        }
      }
      let before = world.tree.tree
      #expect(try message("a", under: "X") == "Track cannot be under Artist: “album” leads to Album.")
      #expect(try message("a", under: nil) == "Track cannot be among the roots: “album” leads to Album.")
      #expect(try message("A", under: "B") == "Album cannot be under Album: “artist” leads to Artist.")
      #expect(try message("X", under: "Y") == "Artist cannot be under Artist: the nodes of its level are roots.")
      #expect(try message("X", under: nil) == "moved")
      #expect(!world.library.context.hasChanges && world.tree.tree == before)
      #expect(throws: TreeChangeError.self) { try world.editing.insert("Track", under: try world.node("Y")) }
      #expect(throws: TreeChangeError.self) { try world.editing.insert("Label") }
    }
  }

  @Test("nodes are inserted under a parent, and deleted with what is beneath them")
  func insertionAndDeletion() throws {
    try world { world in
      let watcher = TreeWatcher(world.tree)
      try world.editing.insert("Album", under: try world.node("Y")) { $0.setValue("N", forKey: "title") }
      #expect(world.text == "X(A(a b) B(c)) Y(N)" && watcher.steps == 1)
      let nodes = [try world.node("A"), try world.node("a"), try world.node("c")]
      try world.editing.delete(nodes)
      #expect(world.text == "X(B) Y(N)" && watcher.steps == 2)
      #expect(nodes.allSatisfy { $0.isDeleted })
    }
  }

  @Test("a node that is dropped in a group of another parent gets both, in one step")
  func groups() throws {
    try world { world in
      let grouped = GroupedTree(world.tree, where: { $0.entity.name == "Track" }) { track in
        (track.value(forKey: "title") as? String)?.first.map(String.init)
      }
      let drops = TreeViewEditing(grouped, over: TreeViewEditing(world.editing)) { track, letter in
        track.setValue((letter ?? "") + "2", forKey: "title")
      }
      let (watcher, below) = (TreeWatcher(grouped), TreeWatcher(world.tree))
      let (track, album) = (try world.node("a"), try world.node("B"))
      try drops.move?([.node(track.objectID)], .group("c", under: album.objectID), 1)
      #expect(track.value(forKey: "album") as? NSManagedObject === album)
      #expect(track.value(forKey: "title") as? String == "c2" && watcher.steps == 1 && below.steps == 1)
      watcher.checkAtRest()
      below.checkAtRest()
      // An album cannot be dropped in a group of its own tracks.
      #expect(drops.target([.node(album.objectID)], .group("c", under: album.objectID), 0) == nil)
    }
  }

  @Test("several edits within performTogether are one step, and each finds the nodes where the last one has led to")
  func together() throws {
    try world { world in
      let watcher = TreeWatcher(world.tree)
      let (a, c, y) = (try world.node("a"), try world.node("c"), try world.node("Y"))
      try world.tree.performTogether {
        let album = try world.editing.insert("Album", under: y) { album in
          album.setValue("N", forKey: "title")
          album.setValue(5, forKey: "position")
        }
        try world.editing.move([a, c], under: album)
        #expect(world.text == "X(A(b) B) Y(N(a c))")
        try world.tree.performTogether { try world.editing.delete([try world.node("B")]) }
        try world.editing.move([album], under: try world.node("X"))
        #expect(throws: TreeChangeError.self) { try world.editing.move([try world.node("X")], under: album) }
        #expect(watcher.steps == 0 && watcher.updates == 0)
      }
      #expect(world.text == "X(A(b) N(a c)) Y" && watcher.steps == 1)
      watcher.checkAtRest()
    }
  }

  @Test("a fetch within performTogether is one step with the edits after it")
  func fetched() throws {
    try world { world in
      let tree = TreeLevelsController(
        world.tree.levels, managedObjectContext: world.library.context,
        anomalies: AnomalyHandler { Issue.record("\($0)") })
      tree.treeCore.verifiesChanges = true
      let (watcher, editing) = (TreeWatcher(tree), TreeLevelsEditing(of: tree))
      try tree.performTogether {
        try tree.performFetch()
        #expect(tree.tree.ids == world.tree.tree.ids && tree.numberOfItems == 0)
        try editing.move([try world.node("a")], under: try world.node("B"))
      }
      #expect(watcher.steps == 1 && watcher.updates == 1 && tree.tree.ids == world.tree.tree.ids)
      #expect(world.text == "X(A(b) B(a c)) Y" && tree.phase == .loaded)
      watcher.checkAtRest()
    }
  }

  @Test("random drops: a node goes where its relationship leads, and nowhere else", arguments: TestSeeds.seeds(20))
  func random(seed: UInt64) throws {
    try world { world in
      var random = SeededRandom(seed: seed)
      let drops = TreeViewEditing(world.editing)
      let watcher = TreeWatcher(world.tree)
      let parents = ["Artist": nil, "Album": "Artist", "Track": "Album"] as [String: String?]
      for _ in 0..<40 {
        let ids = world.tree.tree.ids
        let (id, other) = (random.one(of: ids), random.oneIn(6) ? nil : random.one(of: ids))
        let entity = try #require(world.tree.model(for: id)?.entity.name)
        let wanted = try #require(parents[entity])
        let isPossible = other.flatMap { world.tree.model(for: $0)?.entity.name } == wanted
        let target = drops.target([id], other, 0)
        #expect((target != nil) == isPossible, "seed \(seed): \(entity)")
        let (before, steps) = (world.tree.tree, watcher.steps)
        do {
          // A step with a second move, which undoes the first one or moves a sibling.
          if isPossible, random.oneIn(3) {
            let second = random.one(of: before.children(of: before.parent(of: id)))
            try world.tree.performTogether {
              try drops.move?([id], other, 0)
              try drops.move?([second], random.oneIn(2) ? other : before.parent(of: id), 0)
            }
            #expect(watcher.steps <= steps + 1 && (watcher.steps > steps || world.tree.tree == before))
            watcher.checkAtRest()
            continue
          }
          try drops.move?([id], other, 0)
          #expect(isPossible && world.tree.tree.parent(of: id) == other)
          #expect(watcher.steps == steps + (before.parent(of: id) == other ? 0 : 1))
        } catch is TreeChangeError {
          #expect(!isPossible && world.tree.tree == before)
        }
        watcher.checkAtRest()
      }
    }
  }
}
