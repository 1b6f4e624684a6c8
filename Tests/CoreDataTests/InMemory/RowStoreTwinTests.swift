import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// The in-memory store is written to be simple, the SQLite store to be fast. After the same saves both must have the
/// same rows and relationships, and give the same query results and errors.
@Suite("Twin stores")
struct RowStoreTwinTests {
  @Test("Random saves leave an in-memory and an SQLite store alike", arguments: TestSeeds.seeds(6))
  func randomSaves(seed: UInt64) throws {
    let simple = try MusicStack(NSInMemoryStoreType)
    let fast = try MusicStack(NSSQLiteStoreType)
    var made = RandomSave(simple, seed: seed)
    var outcomes: Set<String> = []
    for step in 0..<60 {
      let changes = try made.changes()
      let (left, right) = (Self.outcome(of: changes, simple), Self.outcome(of: changes, fast))
      try #require(left == right, "seed \(seed), step \(step): \(changes)")
      outcomes.insert(left.first ?? "saved")
      let (simpleRows, fastRows) = try (Self.everything(in: simple), Self.everything(in: fast))
      try #require(simpleRows == fastRows, "seed \(seed), step \(step): \(changes)")
      let (simpleAnswers, fastAnswers) = try (
        Self.answers(simple, random: made.random), Self.answers(fast, random: made.random)
      )
      try #require(simpleAnswers == fastAnswers, "seed \(seed), step \(step)")
    }
    #expect(outcomes.contains("saved"))
  }

  /// Returns the result of a save as text: the rows, or the reason of a refusal.
  private static func outcome(of changes: StoreChanges, _ music: MusicStack) -> [String] {
    do {
      let result = try music.store.save(changes)
      return ["saved"] + (result.inserted + result.updated).map { text($0, music) }
    } catch let conflicts as SaveConflicts {
      let lines = conflicts.conflicts.map { conflict in
        "\(music.model[conflict.key].name) \(conflict.key.primaryKey) seen at \(conflict.seenVersion), "
          + (conflict.stored.map { text($0, music) } ?? "gone")
      }
      return ["conflicts"] + lines.sorted()
    } catch {
      return ["\((error as NSError).domain) \((error as NSError).code)"]
    }
  }

  /// Returns all rows with their values and relationships.
  private static func everything(in music: MusicStack) throws -> [String] {
    music.rows.endReadTransaction()
    return try music.model.entities.filter { $0.parent == nil }.flatMap { entity in
      try music.rows.rows(matching: RowQuery(entity: entity)).map { row in
        let relationships = try music.model[row.key].toManySlots.map { slot in
          "\(music.model[row.key].slots[slot].name) \(try music.rows.related(slot, of: row.key).map(\.primaryKey))"
        }
        return "\(text(row, music)) \(relationships.joined(separator: " "))"
      }
    }
  }

  private static func text(_ row: Row, _ music: MusicStack) -> String {
    let values = row.values.map { value in
      if case .reference(let key) = value { "\(music.model[key].name) \(key.primaryKey)" } else { "\(value)" }
    }
    return "\(music.model[row.key].name) \(row.key.primaryKey) at \(row.version): \(values.joined(separator: ", "))"
  }

  /// Returns the keys and groups that a few random queries find.
  private static func answers(_ music: MusicStack, random: SeededRandom) throws -> [String] {
    var random = random
    let paths = try [
      music.path("Track", "code"), music.path("Track", "seconds"), music.path("Track", "added"),
      music.path("Track", "singer"),
      music.path("Track", "singer", "name"),
    ]
    return try (0..<3).map { _ in
      let terms = (0...random.below(3)).map { _ in
        CompiledOrder.Term(
          path: paths[random.below(paths.count)], ascending: random.oneIn(2), collation: .binary
        )
      }
      var query = RowQuery(entity: try music.entity(random.oneIn(4) ? "LiveTrack" : "Track"))
      query.order = CompiledOrder(terms: terms)
      query.includesSubentities = !random.oneIn(4)
      query.limit = random.below(6)
      query.offset = random.below(4)
      let list = try music.rows.keys(matching: query, groupedBy: terms.first?.path)
      let groups = list.groups.map { "\(EqualityKey($0.value)) \($0.count)" }
      return "\(list.keys.map(\.primaryKey)) \(groups)"
    }
  }
}
