import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// Random edits of nodes before a save, and during it in `willSave` and validation. `willSave` and `didSave` must be
/// called for exactly the saved objects, and the last `willSave` of an object must find the values that are saved.
@Suite("willSave, over random edits in it and in validation")
struct RandomWillSaveTests {
  @Test(arguments: TestSeeds.all(12), MusicStack.types)
  func calledForWhatIsSaved(seed: UInt64, type: String) throws {
    let stack = try MusicStack(type, CallerModel.make())
    let context = stack.newContext()
    let player = SavePlayer(context, seed: seed)
    let handler = UncheckedTransfer { (place: CallbackPlace, object: NSManagedObject?) in
      player.called(place, object)
    }
    try Callbacks.$handler.withValue(handler) {
      try context.performAndWait { () throws in
        for round in 0..<15 { try player.save("round \(round), SECTIONS_SEED=\(seed)") }
      }
    }
    #expect(player.editsWithin > 5, "SECTIONS_SEED=\(seed): callbacks have changed nothing")
    let texts = player.texts
    try stack.run { (other) throws in
      var stored: [String: String] = [:]
      for node in try other.all("Node") { stored[node.text("name")] = SavePlayer.text(node) }
      #expect(stored == texts, "SECTIONS_SEED=\(seed)")
    }
  }
}

private final class SavePlayer {
  private let context: NSManagedObjectContext
  private var random: SeededRandom
  /// All nodes that were ever made. They are retained, because an object identifier could be used again after a
  /// release.
  private var all: [NSManagedObject] = []
  private var nodes: [NSManagedObject] = []
  private var isSaving = false
  /// The number of edits that the callbacks of a save still have to make.
  private var left = 0
  private var next = 0
  private(set) var editsWithin = 0

  /// The nodes that edits changed since the last save. A changed relationship counts at both ends.
  private var edited: Set<ObjectIdentifier> = []
  /// The nodes whose parent was set since the last save. A second change could restore the saved parent.
  private var adopted: Set<ObjectIdentifier> = []
  /// The values of each node when its `willSave` was called last.
  private var willSave: [ObjectIdentifier: String] = [:]
  private var didSave: [ObjectIdentifier] = []

  init(_ context: NSManagedObjectContext, seed: UInt64) {
    self.context = context
    random = SeededRandom(seed: seed)
  }

  /// All values of the nodes, by name.
  var texts: [String: String] {
    context.performAndWait {
      Dictionary(nodes.map { ($0.text("name"), Self.text($0)) }) { first, _ in first }
    }
  }

  static func text(_ node: NSManagedObject) -> String {
    ["name", "number", "parent", "children", "friends"].map { node.text($0) }.joined(separator: " ")
  }

  func called(_ place: CallbackPlace, _ object: NSManagedObject?) {
    guard isSaving, let object else { return }
    switch place {
    case .willSave: willSave[ObjectIdentifier(object)] = object.isDeleted ? "deleted" : Self.text(object)
    case .didSave: didSave.append(ObjectIdentifier(object))
    default: break
    }
    guard [.willSave, .validateForInsert, .validateForUpdate, .validateForDelete].contains(place) else { return }
    if left > 0, random.oneIn(2) {
      left -= 1
      editsWithin += 1
      edit()
    }
  }

  func save(_ comment: Comment) throws {
    for _ in 0..<random.below(5) { edit() }
    (left, willSave, didSave) = (random.below(6), [:], [])
    isSaving = true
    let posted = try MusicStack.saved(by: context) { try context.save() }
    isSaving = false
    let keys = [NSInsertedObjectsKey, NSUpdatedObjectsKey, NSDeletedObjectsKey]
    let saved = keys.flatMap { Array(posted.userInfo?[$0] as? Set<NSManagedObject> ?? []) }
    let names = Set(saved.map { ObjectIdentifier($0) })
    #expect(names.count == saved.count, comment)
    #expect(names == edited, comment)
    #expect(names == Set(willSave.keys), comment)
    #expect(names == Set(didSave) && didSave.count == names.count, comment)
    for node in nodes {
      if let last = willSave[ObjectIdentifier(node)] { #expect(last == Self.text(node), comment) }
    }
    for node in all where !nodes.contains(node) {
      if let last = willSave[ObjectIdentifier(node)] { #expect(last == "deleted", comment) }
    }
    (edited, adopted) = ([], [])
  }

  private func isEdited(_ node: NSManagedObject) -> Bool { edited.contains(ObjectIdentifier(node)) }

  private func note(_ changed: [NSManagedObject?]) {
    for case let node? in changed { edited.insert(ObjectIdentifier(node)) }
  }

  private func edit() {
    next += 1
    guard nodes.count > 3, !random.oneIn(4) else { return insert() }
    let node = random.one(of: nodes)
    switch random.below(6) {
    case 0: adopt(node, by: random.one(of: nodes))
    case 1: befriend(node, random.one(of: nodes))
    case 2: delete(node)
    case 3:
      node.setValue("n\(next)", forKey: "name")
      note([node])
    default:
      node.setValue(next, forKey: "number")
      note([node])
    }
  }

  private func insert() {
    let node = NSEntityDescription.insertNewObject(forEntityName: "Node", into: context)
    node.setValue("n\(next)", forKey: "name")
    all.append(node)
    nodes.append(node)
    note([node])
  }

  private func parent(of node: NSManagedObject) -> NSManagedObject? { node.value(forKey: "parent") as? NSManagedObject }

  private func members(_ key: String, of node: NSManagedObject) -> [NSManagedObject] {
    Array(node.value(forKey: key) as? Set<NSManagedObject> ?? [])
  }

  private func adopt(_ node: NSManagedObject, by other: NSManagedObject) {
    let former = parent(of: node)
    guard other !== node, former !== other, adopted.insert(ObjectIdentifier(node)).inserted else { return }
    node.setValue(other, forKey: "parent")
    note([node, other, former])
  }

  private func befriend(_ node: NSManagedObject, _ other: NSManagedObject) {
    guard other !== node, !members("friends", of: node).contains(other) else { return }
    node.mutableSetValue(forKey: "friends").add(other)
    note([node, other])
  }

  /// Deletes a node that is saved, has no children and was not edited. Otherwise the deletion could revert another
  /// change.
  private func delete(_ node: NSManagedObject) {
    guard !isEdited(node), !node.objectID.isTemporaryID, members("children", of: node).isEmpty else { return }
    note([node, parent(of: node)])
    note(members("friends", of: node))
    nodes.removeAll { $0 === node }
    context.delete(node)
  }
}
