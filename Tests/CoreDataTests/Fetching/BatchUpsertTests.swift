import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// Tracks have unique codes. The store has tracks with the codes x and y.
@Suite("Batch inserts of unique values")
struct BatchUpsertTests {
  private func upsert(
    _ type: String, _ policy: NSMergePolicy, _ request: NSBatchInsertRequest
  ) throws -> (titles: [String], stored: [String]) {
    let stack = try MusicStack(type)
    var titles: [String] = []
    try stack.run { (context) throws in
      for code in ["x", "y"] {
        try context.insert("Track", ["title": "old \(code)", "code": code, "note": "n", "plays": 7])
      }
      try context.save()
      context.mergePolicy = policy
      request.resultType = .objectIDs
      let result = try #require(context.execute(request) as? NSBatchInsertResult)
      let ids = try #require(result.result as? [NSManagedObjectID])
      NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSInsertedObjectIDsKey: ids], into: [context])
      titles = ids.map { context.object(with: $0).text("title") }
    }
    return (titles, try stack.tracks())
  }

  private var dictionaries: NSBatchInsertRequest {
    NSBatchInsertRequest(
      entityName: "Track",
      objects: [
        ["title": "a", "code": "x", "plays": 0], ["title": "b", "code": "z"], ["title": "c", "code": "z", "note": "m"],
        ["title": "d"],
      ])
  }

  @Test("In favour of the context, what is given is set in the object that has the values", arguments: MusicStack.types)
  func updates(type: String) throws {
    for policy in [NSMergePolicy.mergeByPropertyObjectTrump, .overwrite] {
      let (titles, stored) = try upsert(type, policy, dictionaries)
      #expect(titles == ["a", "c", "d"])
      #expect(stored == ["nil d nil 0", "x a n 0", "y old y n 7", "z c m 0"])
    }
  }

  @Test("In favour of the store, what has its values already is left out", arguments: MusicStack.types)
  func ignores(type: String) throws {
    for policy in [NSMergePolicy.mergeByPropertyStoreTrump, .rollback] {
      let (titles, stored) = try upsert(type, policy, dictionaries)
      #expect(titles == ["b", "d"])
      #expect(stored == ["nil d nil 0", "x old x n 7", "y old y n 7", "z b nil 0"])
    }
  }

  @Test("Otherwise nothing is inserted, and the error says why", arguments: MusicStack.types)
  func fails(type: String) throws {
    let error = #expect(throws: NSError.self) { try upsert(type, .error, dictionaries) }
    #expect(error?.code == NSManagedObjectConstraintMergeError)
    #expect(error?.localizedDescription == "Two objects of Track have the same code.")
  }

  @Test("What a handler sets of an object counts as given", arguments: MusicStack.types)
  func handlers(type: String) throws {
    var rows = [("a", "y"), ("b", "x")]
    let request = NSBatchInsertRequest(
      entityName: "Track",
      managedObjectHandler: { object in
        guard let (title, code) = rows.popLast() else { return true }
        object.setValue(title, forKey: "title")
        object.setValue(code, forKey: "code")
        return false
      })
    let (titles, stored) = try upsert(type, .mergeByPropertyObjectTrump, request)
    #expect(titles == ["b", "a"])
    #expect(stored == ["x b n 7", "y a n 7"])
  }

  /// A team must have players. A batch insert cannot relate any, so it cannot insert a team, but it may change a stored
  /// one.
  @Test("A rule about destinations holds for what is new, and not for what is there", arguments: MusicStack.types)
  func destinations(type: String) throws {
    let team = NSEntityDescription("Team", [NSAttributeDescription("code"), NSAttributeDescription("name")])
    let player = NSEntityDescription("Player", [NSAttributeDescription("name")])
    team.relate("players", .many, to: player, "team", .one)
    let players = try #require(team.relationshipsByName["players"])
    (players.isOptional, players.minCount) = (false, 1)
    team.uniquenessConstraints = [["code"]]
    try MusicStack(type, NSManagedObjectModel([team, player])).run { context in
      let old = try context.insert("Team", ["code": "a", "name": "old"])
      try context.insert("Player", ["team": old])
      try context.save()
      context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
      _ = try context.execute(
        NSBatchInsertRequest(entityName: "Team", objects: [["code": "a", "name": "b"], ["code": "a", "name": "new"]]))
      context.reset()
      #expect(try context.texts("Team", "name") == ["new"])
      for objects in [[["code": "b"]], [["code": "b"], ["code": "b", "name": "c"]]] {
        let error = try #require(throws: NSError.self) {
          try context.execute(NSBatchInsertRequest(entityName: "Team", objects: objects))
        }
        #expect(error.code == NSValidationRelationshipLacksMinimumCountError)
        #expect(try context.all("Team").count == 1)
      }
    }
  }
}
