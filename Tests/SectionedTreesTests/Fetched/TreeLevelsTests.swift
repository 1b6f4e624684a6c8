import CoreData
import Foundation
import SectionedDataSources
import SectionedFetchedResults
import SectionedTesting
import SectionedTrees
import Testing

@Suite("A tree of levels")
struct TreeLevelsTests {
  private static var order: [NSSortDescriptor] {
    [
      NSSortDescriptor(key: "position", ascending: true), NSSortDescriptor(key: "title", ascending: true),
    ]
  }

  private static func request(_ entity: String, _ predicate: NSPredicate? = nil) -> NSFetchRequest<NSManagedObject> {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    (request.sortDescriptors, request.predicate) = (order, predicate)
    return request
  }

  /// The roots with their children: `A: a b | B:`.
  private func text(_ tree: TreeLevelsController) -> String {
    func name(_ id: NSManagedObjectID) -> String { tree.model(for: id).map(MusicLibrary.name) ?? "gone" }
    return tree.tree.roots.map { root in
      name(root) + ":" + tree.tree.children(of: root).map { " " + name($0) }.joined()
    }.joined(separator: " | ")
  }

  @Test("two levels show what the sectioned controller shows", arguments: TestSeeds.seeds(60))
  func sections(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let library = try MusicLibrary(seed % 3 == 0 ? .sqlite : .memory)
    let (hand, controller, tree, watcher) = try library.run {
      let hand = try MusicHand(random.oneIn(2) ? .small : .large, in: library)
      let controller = MusicLibrary.Controller(
        itemFetchRequest: Self.request("Track"), sectionFetchRequest: Self.request("Album"),
        managedObjectContext: library.context, sectionGroupingKeyPath: "album.identifier", cacheName: nil)
      try controller.performFetch()
      // The controller shows no track without an album.
      let tree = TreeLevelsController(
        [
          TreeLevel(Self.request("Album")),
          TreeLevel(Self.request("Track", NSPredicate(format: "album != nil")), parent: "album"),
        ], managedObjectContext: library.context, anomalies: AnomalyHandler { _ in })
      tree.treeCore.verifiesChanges = true
      let watcher = TreeWatcher(tree)
      try tree.performFetch()
      #expect(watcher.steps == 1, "a fetch of all levels is one step")
      return (hand, controller, tree, watcher)
    }
    var deeds: [MusicDeed] = []
    for _ in 0..<25 {
      try library.run {
        for _ in 0...random.below(3) {
          deeds.append(random.one(of: MusicDeed.allCases))
          try deeds[deeds.count - 1].perform(hand)
        }
        library.context.processPendingChanges()
      }
      library.context.processEverything()
      try library.run {
        try hand.look()
        #expect(text(tree) == MusicLibrary.text(controller), "\(deeds)")
        watcher.checkAtRest()
      }
    }
    #expect(watcher.steps > 3)
  }

  @Test("three levels have their own orders, and nodes of one event are one step")
  func threeLevels() throws {
    let library = try MusicLibrary()
    try library.run {
      let artist = library.insert("Artist", ["name": "X"])
      let album = library.album("A", 1, ["artist": artist])
      library.track("a", 1, in: album)
      let tree = TreeLevelsController(
        [
          TreeLevel(entityName: "Artist", sortDescriptors: [NSSortDescriptor(key: "name", ascending: true)]),
          TreeLevel(entityName: "Album", parent: "artist", sortDescriptors: Self.order),
          TreeLevel(entityName: "Track", parent: "album", sortDescriptors: Self.order),
        ], managedObjectContext: library.context)
      try tree.performFetch()
      let watcher = TreeWatcher(tree)
      let other = library.album("B", 0, ["artist": artist])
      library.track("b", 0, in: other)
      library.context.processPendingChanges()
      #expect(watcher.steps == 1)
      #expect(tree.node(at: [0, 0, 0]).map(MusicLibrary.name) == "b")
      #expect(tree.indexPath(of: album) == [0, 1])
      library.context.delete(artist)
      library.context.processPendingChanges()
      #expect(text(tree) == "B: b | A: a")
    }
  }

  @Test("a node that goes from one level to another one is updated, even if its place is the same")
  func exchangedLevel() throws {
    let library = try MusicLibrary()
    try library.run {
      let album = library.album("A", 1)
      library.album("B", 7)
      let tree = TreeLevelsController(
        [
          TreeLevel(Self.request("Album", NSPredicate(format: "position < 5"))),
          TreeLevel(Self.request("Album", NSPredicate(format: "position >= 5"))),
        ], managedObjectContext: library.context)
      tree.treeCore.verifiesChanges = true
      try tree.performFetch()
      let watcher = TreeWatcher(tree)
      var changes: [TreeChangeSet<NSManagedObjectID>] = []
      watcher.during = { changes.append($0) }
      album.setValue(6, forKey: "position")
      library.context.processPendingChanges()
      #expect(changes.count == 1 && changes.first?.count == 1)
      #expect(changes.first?.updated.map(\.id) == [album.objectID])
      #expect(text(tree) == "A: | B:")
      watcher.checkAtRest()
    }
  }

  @Test("objects of a subentity belong to the first level that lists them, and are reported if a second one does")
  func subentities() throws {
    let library = try MusicLibrary(hasSubentities: true)
    let collected = Collected()
    try library.run {
      let album = library.album("A", 1)
      let single = library.insert("Single", ["identifier": "S", "title": "S", "position": 2])
      library.track("a", 1, in: album)
      let remix = library.track("r", 9, in: album, entity: "Remix")
      let tree = TreeLevelsController(
        [
          TreeLevel(Self.request("Album")), TreeLevel(Self.request("Remix"), parent: "album"),
          TreeLevel(Self.request("Track"), parent: "album"),
        ], managedObjectContext: library.context, anomalies: AnomalyHandler { collected.append($0.kind) })
      tree.treeCore.verifiesChanges = true
      try tree.performFetch()
      let watcher = TreeWatcher(tree)
      #expect(text(tree) == "A: r a | S:")
      library.track("m", 3, in: album, entity: "Mashup")
      library.context.processPendingChanges()
      #expect(text(tree) == "A: m r a | S:")
      remix.setValue(single, forKey: "album")
      library.context.processPendingChanges()
      #expect(text(tree) == "A: m a | S: r")
      library.context.delete(remix)
      library.context.processPendingChanges()
      #expect(text(tree) == "A: m a | S:")
      #expect(watcher.steps == 3 && collected.kinds == [.duplicateItem, .duplicateItem])
      watcher.checkAtRest()
    }
  }

  @Test("a predicate hides the empty nodes of a level, which come with their first child and leave after the last one")
  func hiddenEmptyNodes() throws {
    let library = try MusicLibrary()
    let collected = Collected()
    try library.run {
      let (first, second) = (library.album("A", 1), library.album("B", 2))
      let only = library.track("b", 1, in: second)
      let tree = TreeLevelsController(
        [
          TreeLevel(Self.request("Album", NSPredicate(format: "tracks.@count > 0"))),
          TreeLevel(Self.request("Track"), parent: "album"),
        ], managedObjectContext: library.context, anomalies: AnomalyHandler { collected.append($0.kind) })
      tree.treeCore.verifiesChanges = true
      try tree.performFetch()
      let watcher = TreeWatcher(tree)
      var texts = [text(tree)]
      func end() {
        library.context.processPendingChanges()
        texts.append(text(tree))
      }
      let track = library.track("a", 1, in: first)
      end()
      library.context.delete(only)
      end()
      track.setValue(second, forKey: "album")
      end()
      library.context.delete(track)
      end()
      #expect(texts == ["B: b", "A: a | B: b", "A: a", "B: a", ""])
      #expect(watcher.steps == 4 && collected.kinds == [])
      watcher.checkAtRest()
    }
  }

  @Test("a key that leads to no level is an error")
  func mistakes() throws {
    let library = try MusicLibrary()
    library.run {
      let tree = TreeLevelsController(
        [TreeLevel(Self.request("Album")), TreeLevel(Self.request("Track"), parent: "albun")],
        managedObjectContext: library.context)
      #expect(throws: TreeFetchError.self) { try tree.performFetch() }
    }
  }
}
