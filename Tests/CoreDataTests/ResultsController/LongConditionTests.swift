import Foundation
import PostgreSQLTesting
import SectionedTesting
import Testing

@testable import CoreData

/// A condition has more constants than a statement can have. All of it, or the rest of it, is evaluated in memory after
/// the statement.
@Suite("Fetched results controller: a condition that no statement takes")
struct LongConditionTests {
  private static let count = PredicateSQL.greatestBindingCount + 500

  /// Returns a condition: odd numbers of plays, by equality or by inequality, or notes in many lists, also for rows
  /// without a note.
  private static func condition(_ shape: String) -> NSPredicate {
    switch shape {
    case "or":
      NSCompoundPredicate(
        orPredicateWithSubpredicates: (0..<count).map { NSPredicate(format: "plays == %d", 2 * $0 + 1) })
    case "and":
      NSCompoundPredicate(
        andPredicateWithSubpredicates: (0..<count).map { NSPredicate(format: "plays != %d", 2 * $0) })
    default:
      NSCompoundPredicate(
        orPredicateWithSubpredicates: [NSPredicate(format: "note == nil")]
          + (0..<20).map { list in
            NSPredicate(format: "note IN %@", (0..<300).map { "\(2 * ($0 + 300 * list) + 1)" })
          })
    }
  }

  private static let window: [(offset: Int, limit: Int)] = [(0, 0), (2, 5)]

  @Test(
    "is followed as by fresh fetches, with windows and saves of other contexts",
    arguments: [NSSQLiteStoreType] + StoresOnServers.types,
    ["or", "and", "lists"])
  func random(type: String, shape: String) throws {
    for seed in TestSeeds.seeds(1, from: .random(in: 1...UInt64.max)) {
      var random = SeededRandom(seed: seed)
      let stack = try MusicStack(type)
      let (context, other) = (stack.context, stack.newContext())
      let condition = Self.condition(shape)
      func list(
        _ window: (offset: Int, limit: Int), _ delegate: ResultsTrace? = nil
      ) throws
        -> NSFetchedResultsController<NSManagedObject>
      {
        try context.tracks(where: condition, delegate: delegate) {
          ($0.fetchOffset, $0.fetchLimit) = window
        }
      }
      func edit(_ context: NSManagedObjectContext) throws {
        let tracks = try context.all("Track", by: "title")
        let number = random.below(2 * Self.count + 20)
        let note = random.oneIn(3) ? nil : "\(number)"
        switch random.below(4) {
        case 0 where tracks.count > 6: context.delete(random.one(of: tracks))
        case 1 where !tracks.isEmpty:
          let track = random.one(of: tracks)
          track.setValue(number, forKey: "plays")
          track.setValue(note, forKey: "note")
        case 2 where !tracks.isEmpty: random.one(of: tracks).setValue("t\(random.below(1_000))", forKey: "title")
        default:
          try context.insert("Track", ["title": "t\(random.below(1_000))", "plays": number, "note": note])
        }
      }
      context.edit { context.automaticallyMergesChangesFromParent = true }
      try context.edit {
        for _ in 0..<12 { try edit(context) }
        try context.save()
      }
      let trace = ResultsTrace()
      let lists = try context.edit { try Self.window.map { try list($0, trace) } }
      for step in 0..<TestSeeds.rounds(24) {
        if random.oneIn(3) {
          try other.edit {
            other.refreshAllObjects()
            try edit(other)
            try other.save()
          }
          context.performAndWait {}
        } else {
          try context.edit { try edit(context) }
          if random.oneIn(2) { try context.edit { try context.save() } }
        }
        try context.edit {
          for (followed, window) in zip(lists, Self.window) {
            let fresh = try list(window)
            #expect(
              followed.fetchedObjects == fresh.fetchedObjects, "step \(step) of \(window), SECTIONS_SEED=\(seed)")
          }
        }
      }
    }
  }
}
