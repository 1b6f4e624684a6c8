import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// Performs random saves and batch requests. After each one, the history must agree with a log that compares the store
/// before and after: it has one change of each object that differs, with the right kind, the changed properties, and
/// the preserved values of a deletion.
@Suite("A history, beside a log of what differs")
struct HistoryLogTests {
  @Test(arguments: TestSeeds.seeds(24), HistoryStack.types)
  func agrees(seed: UInt64, type: String) throws {
    let stack = try HistoryStack(type)
    var writer = LogWriter(seed: seed)
    for step in 0..<30 {
      let before = try StoreLog(stack)
      let token = stack.coordinator.currentPersistentHistoryToken(fromStores: nil)
      let (what, assigned) = try writer.write(to: stack, author: "\(step)")
      let after = try StoreLog(stack)
      let expected = after.changes(since: before)
      let comment: Comment = "step \(step), \(what), SECTIONS_SEED=\(seed)"
      let transactions = try stack.transactions(after: token)
      // A batch request that finds nothing to change may leave a transaction without changes.
      #expect(transactions.count == (expected.isEmpty ? 0 : 1) || assigned != nil, comment)
      #expect(transactions.allSatisfy { $0.author == "\(step)" }, comment)
      let changes = transactions.flatMap { $0.changes ?? [] }
      let found = Dictionary(grouping: changes) { StoreLog.name($0.changedObjectID) }
      try #require(Set(found.keys) == Set(expected.keys), comment)
      for (name, change) in expected {
        let ofObject = found[name] ?? []
        #expect(ofObject.count == 1, "\(name), \(comment)")
        guard let first = ofObject.first else { continue }
        check(first, change, assigned, "\(name), \(comment)")
      }
      try #require(changes.map(\.changeID) == changes.map(\.changeID).sorted(), comment)
    }
  }

  /// - Parameter assigned: the properties that a batch update sets. The history names all of them for each changed row.
  private func check(
    _ found: NSPersistentHistoryChange, _ expected: StoreLog.Change, _ assigned: Set<String>?, _ comment: Comment
  ) {
    let names = found.updatedProperties.map { Set($0.map(\.name)) }
    let kept = (found.tombstone ?? [:]).map { "\($0)=\($1)" }.sorted()
    switch expected {
    case .inserted: #expect(found.changeType == .insert && names == nil && kept == [], comment)
    case .deleted(let values):
      #expect(found.changeType == .delete && names == nil, comment)
      #expect(kept == values, comment)
    case .updated(let properties):
      #expect(found.changeType == .update && kept == [], comment)
      let said = names ?? []
      #expect(properties.isSubset(of: said), comment)
      #expect(said.isSubset(of: properties.union(assigned ?? [])), comment)
    }
  }
}

/// The objects of a store: their values, and the members of relationships in join tables.
private struct StoreLog {
  enum Change {
    case inserted
    case updated(Set<String>)
    /// - Parameter kept: the values of the object that the history preserves.
    case deleted(kept: [String])
  }

  private var objects: [String: [String: String]] = [:]

  static func name(_ id: NSManagedObjectID) -> String { "\(id.entity.name ?? "")\(id.key.primaryKey)" }

  init(_ stack: HistoryStack) throws {
    let context = stack.newContext()
    objects = try context.performAndWait { () throws -> [String: [String: String]] in
      var objects: [String: [String: String]] = [:]
      for entity in ["Track", "Tag", "Person", "Passport"] {
        for object in try context.all(entity) { objects[Self.name(object.objectID)] = Self.values(object) }
      }
      return objects
    }
  }

  private static func values(_ object: NSManagedObject) -> [String: String] {
    var values: [String: String] = [:]
    for (key, property) in object.entity.propertiesByName where !property.isTransient {
      switch (property as? NSRelationshipDescription, object.value(forKey: key)) {
      case (let relationship?, let members as Set<NSManagedObject>):
        guard relationship.inverseRelationship?.isToMany == true else { continue }
        values[key] = members.map { name($0.objectID) }.sorted().joined(separator: " ")
      case (_?, let other as NSManagedObject): values[key] = name(other.objectID)
      case (_?, _): values[key] = "nil"
      case (nil, let value): values[key] = value.map { "\($0)" } ?? "nil"
      }
    }
    return values
  }

  func changes(since old: StoreLog) -> [String: Change] {
    var changes: [String: Change] = [:]
    for (name, values) in objects {
      guard let former = old.objects[name] else {
        changes[name] = .inserted
        continue
      }
      let keys = Set(values.keys.filter { values[$0] != former[$0] })
      if !keys.isEmpty { changes[name] = .updated(keys) }
    }
    for (name, values) in old.objects where objects[name] == nil {
      let isTrack = name.hasPrefix("Track") || name.hasPrefix("LiveTrack")
      let kept = isTrack ? ["code", "title"].filter { values[$0] != "nil" } : []
      changes[name] = .deleted(kept: kept.map { "\($0)=\(values[$0] ?? "")" })
    }
    return changes
  }
}

/// Writes to a store at random.
private struct LogWriter {
  private var random: SeededRandom
  private var next = 0

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  /// - Returns: a description, and the properties that a batch request sets; nil for a save.
  mutating func write(to stack: HistoryStack, author: String) throws -> (String, Set<String>?) {
    let context = stack.newContext(author: author)
    // A copy, because the closure must not capture a mutating `self`.
    var writer = self
    defer { self = writer }
    return try context.performAndWait { () throws -> (String, Set<String>?) in
      switch writer.random.below(6) {
      case 0: return try writer.update(context)
      case 1: return try writer.insertRows(context)
      case 2: return try writer.deleteRows(context)
      default:
        for _ in 0...writer.random.below(6) { try writer.edit(context) }
        try context.save()
        return ("save", nil)
      }
    }
  }

  private mutating func any(_ entity: String, _ context: NSManagedObjectContext) throws -> NSManagedObject? {
    let all = try context.all(entity).filter { !$0.isDeleted && $0.managedObjectContext === context }
    return all.isEmpty ? nil : random.one(of: all.sorted { $0.objectID.key.primaryKey < $1.objectID.key.primaryKey })
  }

  private mutating func edit(_ context: NSManagedObjectContext) throws {
    next += 1
    switch random.below(9) {
    case 0...2:
      let entity = random.one(of: ["Track", "LiveTrack", "Tag", "Person", "Passport"])
      let key = entity.hasSuffix("Track") ? "title" : entity == "Passport" ? "number" : "name"
      let object = try context.insert(entity, [key: "\(next)"])
      if entity.hasSuffix("Track"), random.oneIn(2) { object.setValue("c\(next)", forKey: "code") }
    case 3:
      let track = try any("Track", context)
      track?.setValue(random.oneIn(2) ? nil : Int64(random.below(3)), forKey: "number")
      track?.setValue(random.below(3), forKey: "plays")
      if random.oneIn(3) { track?.setValue(random.one(of: ["a", "b"]), forKey: "title") }
    case 4:
      let person = try any("Person", context)
      try any("Track", context)?.setValue(random.oneIn(4) ? nil : person, forKey: "singer")
    case 5:
      guard let track = try any("Track", context), let tag = try any("Tag", context) else { return }
      let (object, key, other) = random.oneIn(2) ? (track, "tags", tag) : (tag, "tracks", track)
      let set = object.mutableSetValue(forKey: key)
      if set.contains(other) { set.remove(other) } else { set.add(other) }
    case 6:
      let person = try any("Person", context)
      try any("Passport", context)?.setValue(random.oneIn(4) ? nil : person, forKey: "owner")
    case 7:
      try any("Tag", context)?.setValue("\(random.below(3))", forKey: "name")
      try any("Person", context)?.setValue(random.below(3), forKey: "rank")
    default:
      guard let object = try any(random.one(of: ["Track", "Tag", "Person", "Passport"]), context) else { return }
      context.delete(object)
      context.processPendingChanges()
    }
  }

  private mutating func update(_ context: NSManagedObjectContext) throws -> (String, Set<String>?) {
    let values: [[String: Any]] = [
      ["plays": random.below(3)], ["plays": CoreData.NSExpression(format: "plays + 1")],
      ["title": random.one(of: ["a", "b"]), "number": random.below(3)],
      ["number": NSNull(), "note": random.one(of: ["a", "b"])],
    ]
    let request = NSBatchUpdateRequest(entityName: random.one(of: ["Track", "LiveTrack"]))
    let chosen = random.one(of: values)
    request.propertiesToUpdate = chosen
    let conditions = ["plays > 0", "number == nil", "singer != nil", "title == 'a'"]
    request.predicate = NSPredicate(format: random.one(of: conditions))
    _ = try context.execute(request)
    return ("batch update \(chosen)", Set(chosen.keys))
  }

  private mutating func insertRows(_ context: NSManagedObjectContext) throws -> (String, Set<String>?) {
    let rows: [[String: Any]] = (0...random.below(3)).map { ["title": "\(next)", "plays": $0] }
    _ = try context.execute(NSBatchInsertRequest(entityName: random.one(of: ["Track", "LiveTrack"]), objects: rows))
    return ("batch insert", [])
  }

  private mutating func deleteRows(_ context: NSManagedObjectContext) throws -> (String, Set<String>?) {
    let entity = random.one(of: ["Track", "Tag", "Person", "Passport"])
    let fetch = NSFetchRequest<any NSFetchRequestResult>(entityName: entity)
    let key = entity == "Track" ? "title" : entity == "Passport" ? "number" : "name"
    fetch.sortDescriptors = [NSSortDescriptor(key: key, ascending: true)]
    fetch.fetchLimit = 1 + random.below(3)
    _ = try context.execute(NSBatchDeleteRequest(fetchRequest: fetch))
    return ("batch deletion of \(entity)", [])
  }
}
