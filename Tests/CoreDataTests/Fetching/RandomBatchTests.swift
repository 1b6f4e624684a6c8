import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// Performs random batch requests on stores that use SQL statements for them, with and without a history, and on a
/// store in memory, which makes an object of each row. Each object has a name that never changes. By these names the
/// test compares values, references, members, versions and results.
@Suite("Batch requests by statements agree with those by objects")
struct RandomBatchTests {
  private static let kinds = HistoryStack.kinds.map { ($0.type, $0.tracksHistory) }

  @Test(arguments: TestSeeds.seeds(4, from: 4_400), kinds)
  func agree(_ seed: UInt64, kind: (type: String, tracksHistory: Bool)) throws {
    var random = SeededRandom(seed: seed)
    let stacks = [
      try MusicStack(),
      try MusicStack(kind.type, options: [NSPersistentHistoryTrackingKey: kind.tracksHistory as NSNumber]),
    ]
    var next = 0
    for turn in 0..<40 {
      let comment: Comment = "turn \(turn), SECTIONS_SEED=\(seed)"
      let step = Step(&random, &next)
      let before = try stacks[1].namedRows()
      let token = stacks[1].coordinator.currentPersistentHistoryToken(fromStores: nil)
      let outcomes = try stacks.map { try step.outcome(on: $0) }
      #expect(outcomes[0] == outcomes[1], comment)
      let (expected, found) = (try stacks[0].namedRows(), try stacks[1].namedRows())
      #expect(expected == found, comment)
      if let upserted = step.naiveUpsert(of: before) { #expect(upserted == found.tracks, comment) }
      if kind.tracksHistory { try stacks[1].checkHistory(after: token, from: before, to: found, comment) }
      try #require(expected == found, comment)
    }
  }
}

/// An operation that is performed on each store.
private struct Step {
  enum Kind {
    case edit(Int), insert([[String: Any]], NSMergePolicy, by: String), update(String, [String: Any], NSPredicate?)
    case delete(String, NSPredicate?, limit: Int), deleteNamed([String])
  }

  let kind: Kind
  private let names: [String]
  private let seed: UInt64

  init(_ random: inout SeededRandom, _ next: inout Int) {
    seed = random.next()
    let first = next
    next += 6
    names = (first..<next).map { "#\($0)" }
    func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
    let conditions = [
      "plays > 2", "title BEGINSWITH 'b'", "singer.name == '#3'", "ANY tags.name != nil", "plays == nil OR note == nil",
      "title CONTAINS[cd] 'A'", "SUBQUERY(tags, $t, $t.weight > 2).@count > 0", "seconds / 2 < 1", "TRUEPREDICATE",
    ]
    let ofAny = ["TRUEPREDICATE", "objectID != nil", "FALSEPREDICATE"]
    switch below(10) {
    case 0...2: kind = .edit(below(5))
    case 3...4:
      let rows: [[String: Any]] = names.map { name in
        var row: [String: Any] = ["genre": name, "title": ["a", "b", "Ä", ""][below(4)]]
        if below(3) > 0 { row["code"] = "\(below(8))" }
        if below(2) == 0 { row["plays"] = below(5) }
        if below(3) == 0 { row["note"] = below(2) == 0 ? NSNull() : "n\(below(3))" }
        if below(12) == 0 { row["title"] = nil }
        return row
      }
      let policies: [NSMergePolicy] = [
        .error, .mergeByPropertyObjectTrump, .mergeByPropertyStoreTrump, .overwrite, .rollback,
      ]
      kind = .insert(rows, policies[below(5)], by: ["Track", "Track", "LiveTrack"][below(3)])
    case 5...7:
      let values: [(String, Any)] = [
        ("plays", below(4)), ("plays", NSNull()), ("number", CoreData.NSExpression(format: "plays * 2 - number")),
        ("number", CoreData.NSExpression(format: "number + 1")),
        ("number", CoreData.NSExpression(format: "seconds * 3")),
        ("number", CoreData.NSExpression(format: "plays / 0")),
        ("seconds", CoreData.NSExpression(format: "seconds / 3 + number")),
        ("number", Int64.max), ("seconds", 2.5), ("added", Date(timeIntervalSinceReferenceDate: Double(below(3)))),
        ("added", CoreData.NSExpression(format: "added + 0.5")), ("isLoved", below(2) == 0), ("rating", Float(0.1)),
        ("price", Decimal(string: "1.25") as Any), ("note", ["x", "y"][below(2)]), ("title", "b\(below(3))"),
        ("title", NSNull()), ("note", CoreData.NSExpression(format: "uppercase(title)")),
        ("isLoved", CoreData.NSExpression(format: "plays")),
        ("code", "\(below(40))"), ("rating", CoreData.NSExpression(format: "rating * 3")), ("uuid", UUID()),
        ("cover", Data([1, UInt8(below(3))])), ("number", CoreData.NSExpression(format: "tags.@count")),
        ("link", URL(string: "a:b") as Any),
      ]
      let chosen = (0...below(3)).map { _ in values[below(values.count)] }
      if below(4) == 0 {
        kind = .update(
          "Tag", ["weight": CoreData.NSExpression(format: "weight * 70000")], NSPredicate(format: ofAny[below(3)]))
      } else {
        kind = .update(
          ["Track", "LiveTrack"][below(2)], Dictionary(chosen) { $1 },
          below(5) == 0 ? nil : NSPredicate(format: conditions[below(conditions.count)]))
      }
    case 8:
      let entity = ["Tag", "Passport", "Contract", "Track", "LiveTrack", "Person"][below(6)]
      let predicate = ["Track", "LiveTrack"].contains(entity) ? conditions[below(conditions.count)] : ofAny[below(3)]
      kind = .delete(entity, NSPredicate(format: predicate), limit: below(3))
    default: kind = .deleteNamed((0..<3).map { _ in "#\(below(max(1, first)))" })
    }
  }

  /// - Returns: a description of the result.
  func outcome(on stack: MusicStack) throws -> String {
    let context = stack.newContext()
    return try context.performAndWait { () throws -> String in
      do {
        switch kind {
        case .edit(let number): return try edit(context, number)
        case .insert(let rows, let policy, let entity):
          context.mergePolicy = policy
          let request = NSBatchInsertRequest(entityName: entity, objects: rows)
          request.resultType = .objectIDs
          return try words((context.execute(request) as? NSBatchInsertResult)?.result, context)
        case .update(let entity, let values, let predicate):
          let request = NSBatchUpdateRequest(entityName: entity)
          (request.predicate, request.propertiesToUpdate) = (predicate, values)
          request.resultType = .updatedObjectIDsResultType
          return try words((context.execute(request) as? NSBatchUpdateResult)?.result, context).sorted(by: ",")
        case .delete(let entity, let predicate, let limit):
          let fetch = NSFetchRequest<any NSFetchRequestResult>(entityName: entity)
          (fetch.predicate, fetch.fetchLimit) = (predicate, limit)
          fetch.sortDescriptors = [NSSortDescriptor(key: Self.nameKey(entity), ascending: true)]
          return try deleting(NSBatchDeleteRequest(fetchRequest: fetch), context)
        case .deleteNamed(let names):
          let ids = try context.named(names)
          guard !ids.isEmpty else { return "none" }
          return try deleting(NSBatchDeleteRequest(objectIDs: ids), context)
        }
      } catch let error as NSError { return "error \(error.code)" }
    }
  }

  private func deleting(_ request: NSBatchDeleteRequest, _ context: NSManagedObjectContext) throws -> String {
    request.resultType = .resultTypeCount
    return "\((try context.execute(request) as? NSBatchDeleteResult)?.result ?? "nothing")"
  }

  private func words(_ result: Any?, _ context: NSManagedObjectContext) throws -> String {
    let ids = try #require(result as? [NSManagedObjectID])
    return ids.map { context.object(with: $0).name }.joined(separator: ",")
  }

  static func nameKey(_ entity: String) -> String {
    switch entity {
    case "Track", "LiveTrack": "genre"
    case "Contract": "number"
    case "Passport": "number"
    case "Album": "title"
    default: "name"
    }
  }

  /// Inserts objects, relates them, and saves.
  private func edit(_ context: NSManagedObjectContext, _ number: Int) throws -> String {
    var random = SeededRandom(seed: seed)
    func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
    func any(_ entity: String) throws -> NSManagedObject? {
      let all = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: entity)).sorted { $0.name < $1.name }
      return all.isEmpty || below(4) == 0 ? nil : all[below(all.count)]
    }
    for name in names {
      switch below(5) {
      case 0:
        let tag = try context.insert("Tag", ["name": name, "weight": below(5) * 9000])
        tag.setValue(Set(try (0..<3).compactMap { _ in try any("Track") }), forKey: "tracks")
      case 1:
        let person = try context.insert("Person", ["name": name, "rank": below(3)])
        if below(2) == 0 { _ = try context.insert("Passport", ["number": name + "p", "owner": person]) }
      case 2: _ = try context.insert("Contract", ["number": Int(name.dropFirst()), "artist": nil])
      default:
        let track = try context.insert(
          below(3) == 0 ? "LiveTrack" : "Track",
          ["title": "t", "genre": name, "plays": below(5), "number": below(3) == 0 ? nil : below(9)])
        track.setValue(below(3) == 0 ? nil : Double(below(9)) / 4, forKey: "seconds")
        track.setValue(below(3) == 0 ? nil : Date(timeIntervalSinceReferenceDate: Double(below(5))), forKey: "added")
        track.setValue(try any("Person"), forKey: "singer")
        track.setValue(Set(try (0..<2).compactMap { _ in try any("Tag") }), forKey: "tags")
      }
    }
    try context.save()
    return "saved"
  }

  /// Returns the tracks after a batch insert, computed row by row; nil, if this is another step, or one that fails.
  func naiveUpsert(of before: NamedRows) -> [String: [String: String]]? {
    guard case .insert(let rows, let policy, let entity) = kind, entity == "Track" || entity == "LiveTrack",
      policy != .error, rows.allSatisfy({ $0["title"] != nil })
    else { return nil }
    var tracks = before.tracks
    for row in rows {
      let given = row.mapValues { $0 is NSNull ? "nil" : "\($0)" }
      let code = given["code"] ?? "nil"
      if code != "nil", let (name, track) = tracks.first(where: { $0.value["code"] == code }) {
        if policy.mergeType.leavesOutRivals { continue }
        // The given values include a new name.
        tracks[name] = nil
        tracks[given["genre"] ?? ""] = track.merging(given.filter { $0.key != "genre" }) { $1 }
      } else {
        tracks[given["genre"] ?? ""] = [
          "title": given["title"] ?? "nil", "code": code, "plays": given["plays"] ?? "0",
          "note": given["note"] ?? "nil",
        ]
      }
    }
    return tracks
  }
}

/// The content of a store, by the names of its objects.
private struct NamedRows: Equatable {
  /// The properties of each object, and its version. To-many relationships are included only if no row stores their
  /// inverse.
  var rows: [String: [String: String]] = [:]

  /// The values of tracks that batch inserts set.
  var tracks: [String: [String: String]] {
    rows.filter { $0.value["entity"]?.hasSuffix("Track") == true }
      .mapValues { $0.filter { ["title", "code", "plays", "note"].contains($0.key) } }
  }
}

extension MusicStack {
  fileprivate func namedRows() throws -> NamedRows {
    let context = newContext()
    return try context.performAndWait { () throws -> NamedRows in
      var named = NamedRows()
      for entity in ["Track", "Tag", "Person", "Passport", "Contract"] {
        for object in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: entity)) {
          var values = ["entity": object.entity.name ?? "", "version": "\(object.row?.version ?? -1)"]
          for (name, property) in object.entity.propertiesByName where !property.isTransient {
            switch property {
            case let relationship as NSRelationshipDescription where relationship.isToMany:
              if relationship.inverseRelationship?.isToMany == true {
                values[name] = object.members(name).map(\.name).sorted().joined(separator: ",")
              }
            case is NSRelationshipDescription:
              values[name] = (object.value(forKey: name) as? NSManagedObject)?.name ?? "nil"
            default:
              let value = object.value(forKey: name)
              let exact =
                (value as? Data)?.base64EncodedString()
                ?? (value as? Date).map { "\($0.timeIntervalSinceReferenceDate)" }
              values[name] = exact ?? value.map { "\($0)" } ?? "nil"
            }
          }
          named.rows[object.name] = values
        }
      }
      return named
    }
  }

  /// Expects that the history after a token names every changed row, and no other.
  fileprivate func checkHistory(
    after token: NSPersistentHistoryToken?, from before: NamedRows, to after: NamedRows, _ comment: Comment
  ) throws {
    let context = newContext()
    try context.performAndWait { () throws in
      let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
      let result = try #require(context.execute(request) as? NSPersistentHistoryResult)
      let transactions = try #require(result.result as? [NSPersistentHistoryTransaction])
      var (inserted, updated, deleted): (Set<String>, [String: Set<String>], Int) = ([], [:], 0)
      for change in transactions.flatMap({ $0.changes ?? [] }) {
        switch change.changeType {
        case .insert: inserted.insert(context.object(with: change.changedObjectID).name)
        case .update:
          updated[context.object(with: change.changedObjectID).name, default: []]
            .formUnion((change.updatedProperties ?? []).map(\.name))
        case .delete: deleted += 1
        }
      }
      // A deletion removes members without naming their owners, so updates of members alone are not compared.
      updated = updated.filter { !$0.value.isSubset(of: ["tags", "tracks"]) }
      // An upsert may have renamed a row.
      var differing: [String: Set<String>] = [:]
      for (name, values) in after.rows {
        guard let old = before.rows[name] else { continue }
        let properties = Set(values.keys.filter { values[$0] != old[$0] }).subtracting(["version", "tags", "tracks"])
        if !properties.isEmpty { differing[name] = properties }
      }
      let renamed = updated.filter { before.rows[$0.key] == nil }
      #expect(Set(differing.keys) == Set(updated.keys).subtracting(renamed.keys), comment)
      for (name, properties) in differing { #expect(updated[name]?.isSuperset(of: properties) == true, comment) }
      #expect(inserted.union(renamed.keys) == Set(after.rows.keys).subtracting(before.rows.keys), comment)
      let gone = Set(before.rows.keys).subtracting(after.rows.keys).count
      #expect(deleted + renamed.count == gone, comment)
    }
  }
}

extension NSManagedObject {
  /// The name that never changes.
  fileprivate var name: String {
    let key = Step.nameKey(entity.name ?? "")
    return value(forKey: key).map { entity.name == "Contract" ? "c\($0)" : "\($0)" } ?? "nameless"
  }

  fileprivate func members(_ key: String) -> [NSManagedObject] {
    (value(forKey: key) as? Set<NSManagedObject>).map(Array.init)
      ?? (value(forKey: key) as? NSOrderedSet)?.array as? [NSManagedObject] ?? []
  }
}

extension NSManagedObjectContext {
  fileprivate func named(_ names: [String]) throws -> [NSManagedObjectID] {
    let tags = NSFetchRequest<NSManagedObject>(entityName: "Tag")
    tags.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    return try fetch(tags).filter { names.contains($0.name) }.map(\.objectID)
  }
}

extension String {
  fileprivate func sorted(by separator: String) -> String {
    components(separatedBy: separator).sorted().joined(separator: separator)
  }
}
