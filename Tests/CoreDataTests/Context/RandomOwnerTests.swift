import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// Two contexts take turns in editing lists of tags; tags have no inverse relationship. After each event the context
/// must show what a naive model has, and the event must name the changed lists and no tag. After each save the other
/// context and the store must have the same.
@Suite("Random owners of members without an inverse")
struct RandomOwnerTests {
  @Test(arguments: TestSeeds.seeds(16, from: 5_300), MusicStack.types)
  func aMemberHasOneOwnerAtMost(_ seed: UInt64, type: String) throws {
    let world = try OwnerWorld(type, seed: seed)
    for _ in 0..<12 { try world.takeTurn() }
  }
}

/// The tags of each list by their names, in the list's order.
private struct OwnerModel: Equatable {
  var lists: [String: [String]] = [:]
  var tags: Set<String> = []

  /// Sets the tags of a list, and removes them from the lists that had them.
  mutating func set(_ members: [String], of list: String) {
    for other in lists.keys.sorted() { lists[other]?.removeAll { members.contains($0) } }
    lists[list] = members
  }

  mutating func deleteTag(_ tag: String) {
    tags.remove(tag)
    for list in lists.keys.sorted() { lists[list]?.removeAll { $0 == tag } }
  }

  func owners(of tag: String) -> [String] { lists.filter { $0.value.contains(tag) }.keys.sorted() }
}

private final class OwnerWorld {
  private let stack: MusicStack
  private let kind: NSRelationshipDescription.Count
  private let contexts: [NSManagedObjectContext]
  private let place: String
  private var random: SeededRandom
  private var model = OwnerModel()
  private var last = 0
  private var log: [String] = []

  init(_ type: String, seed: UInt64) throws {
    kind = seed % 2 == 0 ? .many : .ordered
    stack = try MusicStack(type, ListModel.make(kind))
    contexts = [stack.newContext(), stack.newContext()]
    random = SeededRandom(seed: seed)
    place = "SECTIONS_SEED=\(seed), \(type), \(kind)"
    // Retain the objects, so that a merge has to update them.
    for context in contexts { context.performAndWait { context.retainsRegisteredObjects = true } }
  }

  /// Makes some events in one of the contexts, and saves or reverts them.
  func takeTurn() throws {
    let turn = random.below(2)
    let (context, other) = (contexts[turn], contexts[1 - turn])
    log.append("turn of \(turn)")
    guard let saved = try context.performAndWait({ try play(context) }) else { return }
    let named = context.performAndWait { Self.ids(in: saved) }
    try other.performAndWait {
      if random.oneIn(2) {
        other.mergeChanges(fromContextDidSave: saved)
      } else {
        NSManagedObjectContext.mergeChanges(fromRemoteContextSave: named, into: [other])
      }
      try check(other, "merged")
    }
    try stack.run { try check($0, "stored") }
  }

  /// Returns the IDs that a save names. A context of another coordinator gets these.
  private static func ids(in saved: Notification) -> [AnyHashable: Any] {
    var named: [AnyHashable: Any] = [:]
    for key in [NSInsertedObjectsKey, NSUpdatedObjectsKey, NSDeletedObjectsKey] {
      named[key] = (saved.userInfo?[key] as? Set<NSManagedObject> ?? []).map(\.objectID)
    }
    return named
  }

  /// - Returns: the did-save notification; nil, if nothing was saved.
  private func play(_ context: NSManagedObjectContext) throws -> Notification? {
    let manager = UndoManager()
    manager.groupsByEvent = false
    context.undoManager = manager
    let before = model
    var (undoable, redoable): ([OwnerModel], [OwnerModel]) = ([], [])
    for _ in 0...random.below(6) {
      let (former, updated) = (model, Protected<Set<String>>([]))
      let token = NotificationCenter.default.addObserver(
        forName: NSManagedObjectContext.didChangeObjectsNotification, object: context, queue: nil
      ) { notification in
        let objects = notification.userInfo?[NSUpdatedObjectsKey] as? Set<NSManagedObject> ?? []
        let names = objects.map { $0.text("name") }
        updated.withLock { $0.formUnion(names) }
      }
      defer { NotificationCenter.default.removeObserver(token) }
      switch random.below(6) {
      case 0 where !undoable.isEmpty:
        log.append("undo")
        redoable.append(model)
        model = undoable.removeLast()
        context.undo()
      case 1 where !redoable.isEmpty:
        log.append("redo")
        undoable.append(model)
        model = redoable.removeLast()
        context.redo()
      default:
        undoable.append(model)
        redoable = []
        manager.beginUndoGrouping()
        try edit(context)
        context.processPendingChanges()
        manager.endUndoGrouping()
      }
      try check(context, "unsaved")
      let changed = former.lists.keys.filter { list in
        guard let old = former.lists[list], let new = model.lists[list] else { return false }
        return ordered(old) != ordered(new)
      }
      let named = updated.withLock { $0 }
      try #require(named == Set(changed), "\(place): \(log)")
    }
    if random.oneIn(4) {
      log.append("rollback")
      context.rollback()
      model = before
      try check(context, "taken back")
    }
    return try context.hasChanges ? MusicStack.save(context) : nil
  }

  /// Returns the tags of a list in the order in which they are compared.
  private func ordered(_ tags: [String]) -> [String] { kind == .ordered ? tags : tags.sorted() }

  private func check(_ context: NSManagedObjectContext, _ state: String) throws {
    var found = OwnerModel()
    for list in try context.all("List") {
      let value = list.value(forKey: "tags")
      let tags = (value as? NSOrderedSet)?.array ?? (value as? NSSet)?.allObjects ?? []
      found.lists[list.text("name")] = ordered(tags.compactMap { ($0 as? NSManagedObject)?.text("name") })
    }
    found.tags = Set(try context.texts("Tag", "name"))
    var expected = model
    expected.lists = model.lists.mapValues(ordered)
    try #require(found == expected, "\(place), \(state): \(log)")
    guard let tag = model.tags.sorted().first else { return }
    let owners = try context.texts("List", "name", where: "ANY tags.name == '\(tag)'")
    try #require(owners == model.owners(of: tag), "\(place), \(state): \(log)")
    let empty = try context.texts("List", "name", where: "tags.@count == 0")
    try #require(empty == model.lists.filter(\.value.isEmpty).keys.sorted(), "\(place), \(state): \(log)")
  }

  // MARK: Edits

  private func edit(_ context: NSManagedObjectContext) throws {
    let (lists, tags) = (model.lists.keys.sorted(), model.tags.sorted())
    let choice = random.below(10)
    if choice < 2 || tags.isEmpty { return try insertTag(context) }
    if choice < 4 || lists.isEmpty { return try insertList(context, draw(from: tags)) }
    let (list, tag) = (random.one(of: lists), random.one(of: tags))
    switch choice {
    case 4:
      log.append("delete \(tag)")
      context.delete(try object("Tag", tag, context))
      model.deleteTag(tag)
    case 5:
      log.append("delete \(list)")
      context.delete(try object("List", list, context))
      model.lists[list] = nil
    case 6, 7:
      let members = draw(from: tags)
      set(members, try objects(members, context), of: try object("List", list, context), list)
    default: turn(try object("Tag", tag, context), tag, of: try object("List", list, context), list)
    }
  }

  private func draw(from tags: [String]) -> [String] {
    tags.filter { _ in random.oneIn(3) }.shuffled(using: &random)
  }

  private func objects(_ tags: [String], _ context: NSManagedObjectContext) throws -> [NSManagedObject] {
    try tags.map { try object("Tag", $0, context) }
  }

  private func object(_ entity: String, _ name: String, _ context: NSManagedObjectContext) throws -> NSManagedObject {
    try #require(try context.all(entity, where: "name == '\(name)'").first, "\(name) in \(place): \(log)")
  }

  private func newName(_ start: String) -> String {
    last += 1
    return "\(start)\(last)"
  }

  private func insertTag(_ context: NSManagedObjectContext) throws {
    let name = newName("t")
    log.append("insert \(name)")
    try context.insert(random.oneIn(3) ? "Label" : "Tag", ["name": name])
    model.tags.insert(name)
  }

  private func insertList(_ context: NSManagedObjectContext, _ tags: [String]) throws {
    let name = newName("l")
    log.append("insert \(name)")
    // A fetch ends the event, so fetch all tags before the insertion.
    let members = try objects(tags, context)
    let list = try context.insert(random.oneIn(3) ? "Special" : "List", ["name": name])
    model.lists[name] = []
    set(tags, members, of: list, name)
  }

  private func set(_ tags: [String], _ members: [NSManagedObject], of list: NSManagedObject, _ name: String) {
    log.append("\(name) = \(tags.joined(separator: " "))")
    list.setValue(kind == .ordered ? NSOrderedSet(array: members) as Any : NSSet(array: members), forKey: "tags")
    model.set(tags, of: name)
  }

  /// Appends a tag to a list, or removes it if the list has it.
  private func turn(_ tag: NSManagedObject, _ tagName: String, of list: NSManagedObject, _ name: String) {
    let members = model.lists[name] ?? []
    let isMember = members.contains(tagName)
    log.append("\(name) \(isMember ? "-" : "+") \(tagName)")
    switch (kind, isMember) {
    case (.ordered, true): list.mutableOrderedSetValue(forKey: "tags").remove(tag)
    case (.ordered, false): list.mutableOrderedSetValue(forKey: "tags").add(tag)
    case (_, true): list.mutableSetValue(forKey: "tags").remove(tag)
    case (_, false): list.mutableSetValue(forKey: "tags").add(tag)
    }
    model.set(isMember ? members.filter { $0 != tagName } : members + [tagName], of: name)
  }
}
