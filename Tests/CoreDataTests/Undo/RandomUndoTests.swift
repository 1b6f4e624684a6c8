import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// Random events, some of them undone and redone, with saves in between. After each undo the object graph must be as
/// before the event, and so must a list of tracks.
@Suite("Undo, over random edits")
struct RandomUndoTests {
  private static var order: [NSSortDescriptor] {
    ["album.title", "title"].map { NSSortDescriptor(key: $0, ascending: true) }
  }

  @Test("Everything is as it was", arguments: TestSeeds.seeds(20), MusicStack.types)
  func everythingIsAsItWas(seed: UInt64, type: String) throws {
    let stack = try MusicStack(type)
    try play(stack, stack.context, seed: seed)
  }

  /// The child saves to its parent, and for every other seed the parent saves to the store.
  @Test("Everything is as it was in a child context", arguments: TestSeeds.seeds(10), MusicStack.types)
  func everythingIsAsItWasInAChild(seed: UInt64, type: String) throws {
    let stack = try MusicStack(type)
    let child = Family.context(below: stack.newContext())
    let saver = ChainSaver()
    try play(stack, seed % 2 == 0 ? saver.follow(child) : child, seed: seed)
  }

  /// - Parameter stack: the stack of the context, which must be retained.
  private func play(_ stack: MusicStack, _ context: NSManagedObjectContext, seed: UInt64) throws {
    let player = UndoPlayer(context, seed: seed)
    try context.edit { try player.fill() }
    let delegate = Follower()
    let controller = try context.edit { try context.tracks(Self.order, sections: "album.title", delegate: delegate) }
    for step in 0..<60 {
      let (what, expected) = try player.event()
      try context.edit {
        let place = "step \(step), \(what), SECTIONS_SEED=\(seed)"
        let graph = try player.graph()
        if let expected { try #require(graph == expected, "\(place): \(UndoPlayer.difference(graph, expected))") }
        let fresh = try context.tracks(Self.order, sections: "album.title")
        try #require(controller.text == fresh.text, "\(place)")
      }
    }
    try #require(player.undone > 5, "seed \(seed): nothing was undone")
  }
}

private final class Follower: NSObject, NSFetchedResultsControllerDelegate {}

/// Makes random events in one context, and records the object graph before each.
private final class UndoPlayer {
  /// Objects are named by their addresses, which stay the same while the objects are retained.
  typealias Graph = [ObjectIdentifier: [String: String]]

  private let context: NSManagedObjectContext
  private let manager = UndoManager()
  private var random: SeededRandom
  private var kept: [NSManagedObject] = []
  private var undoable: [Graph] = []
  private var redoable: [Graph] = []
  private(set) var undone = 0
  private static let entities = [
    "Artist", "Album", "Box", "Track", "LiveTrack", "Tag", "Person", "Passport", "Mix", "Folder",
  ]

  init(_ context: NSManagedObjectContext, seed: UInt64) {
    self.context = context
    random = SeededRandom(seed: seed)
  }

  func fill() throws {
    for _ in 0..<25 { try insert() }
    // Nothing is deleted yet, because a relationship to a deleted object cannot be saved.
    for _ in 0..<40 { try relate(random.one(of: kept)) }
    try context.save()
    manager.groupsByEvent = false
    context.undoManager = manager
  }

  /// Performs a random action as one event.
  ///
  /// - Returns: its description, and the graph that it must lead to; nil, if that is not known.
  func event() throws -> (String, Graph?) {
    let before = try context.edit { try graph() }
    switch random.below(10) {
    case 0...3:
      try context.edit {
        manager.beginUndoGrouping()
        for _ in 0...random.below(5) {
          try change()
          if random.oneIn(4) { context.processPendingChanges() }
        }
        manager.endUndoGrouping()
      }
      undoable.append(before)
      redoable = []
      return ("edit", nil)
    case 4...6:
      guard let expected = undoable.popLast() else { return ("nothing to undo", before) }
      redoable.append(before)
      undone += 1
      context.edit { context.undo() }
      return ("undo", expected)
    case 7:
      guard let expected = redoable.popLast() else { return ("nothing to redo", before) }
      undoable.append(before)
      context.edit { context.redo() }
      return ("redo", expected)
    case 8:
      // A relationship to a deleted object cannot be saved.
      let isSaved = context.edit { (try? context.save()) != nil }
      return (isSaved ? "save" : "refused save", before)
    default:
      guard random.oneIn(3) else { return ("nothing", before) }
      context.edit { context.rollback() }
      (undoable, redoable) = ([], [])
      return ("rollback", nil)
    }
  }

  /// Returns all existing objects with all their values.
  func graph() throws -> Graph {
    let objects = try Set(Self.entities.flatMap { try context.all($0) })
    kept += objects
    func name(_ value: Any?) -> String {
      switch value {
      case nil: "nil"
      // A relationship to a deleted object counts as nil.
      case let object as NSManagedObject: objects.contains(object) ? "\(ObjectIdentifier(object))" : "nil"
      case let set as NSOrderedSet: "[" + names(set.array).joined(separator: " ") + "]"
      case let set as NSSet: "{" + names(set.allObjects).sorted().joined(separator: " ") + "}"
      case let value?: "\(value)"
      }
    }
    func names(_ objects: [Any]) -> [String] { objects.map(name).filter { $0 != "nil" } }
    return Graph(
      uniqueKeysWithValues: objects.map { object in
        let values = object.entity.propertiesByName.keys.map { ($0, name(object.value(forKey: $0))) }
        return (ObjectIdentifier(object), Dictionary(uniqueKeysWithValues: values))
      })
  }

  static func difference(_ graph: Graph, _ expected: Graph) -> String {
    let objects = Set(graph.keys).union(expected.keys).filter { graph[$0] != expected[$0] }
    return objects.map { object in
      guard let now = graph[object], let then = expected[object] else {
        return "\(graph[object] == nil ? "-" : "+")\(object)"
      }
      return now.keys.filter { now[$0] != then[$0] }.map { "\($0): \(now[$0] ?? "") for \(then[$0] ?? "")" }
        .joined(separator: ", ")
    }.joined(separator: "; ")
  }

  private func insert() throws {
    let object = try context.insert(random.one(of: Self.entities))
    for key in ["title", "name"] where object.entity.attributesByName[key] != nil {
      object.setValue("\(key)\(random.below(90))", forKey: key)
    }
    kept.append(object)
    for _ in 0..<2 { try relate(object) }
  }

  private func change() throws {
    let objects = try Self.entities.flatMap { try context.all($0) }
    guard !objects.isEmpty, !random.oneIn(4) else { return try insert() }
    let object = random.one(of: objects)
    kept.append(object)
    switch random.below(8) {
    case 0: context.delete(object)
    case 1:
      context.delete(object)
      if random.oneIn(2) { context.processPendingChanges() }
      context.insert(object)
    case 2, 3:
      for key in ["title", "name"] where object.entity.attributesByName[key] != nil {
        object.setValue("\(key)\(random.below(90))", forKey: key)
      }
    default: try relate(object)
    }
  }

  private func relate(_ object: NSManagedObject) throws {
    let relationships = object.entity.relationshipsByName.filter { $0.key != "contracts" }.sorted { $0.key < $1.key }
    guard !relationships.isEmpty, object.managedObjectContext === context, !object.isDeleted else { return }
    let (key, relationship) = random.one(of: relationships)
    let others = try context.all(relationship.destinationEntity?.name ?? "").filter { !$0.isDeleted }
    kept += others
    guard object.managedObjectContext === context, !object.isDeleted else { return }
    let some = others.filter { _ in random.oneIn(3) }.shuffled(using: &random)
    if !relationship.isToMany {
      object.setValue(some.first, forKey: key)
    } else if random.oneIn(2) {
      object.setValue(relationship.isOrdered ? NSOrderedSet(array: some) : NSSet(array: some), forKey: key)
    } else if relationship.isOrdered, let one = some.first {
      let set = object.mutableOrderedSetValue(forKey: key)
      if set.contains(one) { set.remove(one) } else { set.insert(one, at: random.below(set.count + 1)) }
    } else if let one = some.first {
      let set = object.mutableSetValue(forKey: key)
      if set.contains(one) { set.remove(one) } else { set.add(one) }
    }
  }
}
