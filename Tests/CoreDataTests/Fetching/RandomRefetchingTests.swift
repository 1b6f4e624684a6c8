import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// Another context edits and saves. This one does not merge that, but fetches everything again, in batches or not.
@Suite("Fetching again what the context has, at random")
struct RandomRefetchingTests {
  private static func refresh(_ context: NSManagedObjectContext, batchSize: Int) throws {
    for entity in ["Album", "Track"] {
      let request = NSFetchRequest<NSManagedObject>(entityName: entity)
      request.shouldRefreshRefetchedObjects = true
      request.fetchBatchSize = batchSize
      _ = try context.fetch(request)
    }
  }

  /// Returns all objects with their values and relationships.
  private static func texts(_ context: NSManagedObjectContext) throws -> [String] {
    try context.all("Album").map { "\($0.text("title")) \($0.text("year")) \($0.text("tracks"))" }.sorted()
      + context.all("Track").map { "\($0.text("title")) \($0.text("number")) \($0.text("album"))" }.sorted()
  }

  private static func edit(_ context: NSManagedObjectContext, _ name: String, _ random: inout SeededRandom) throws {
    func any(_ entity: String) throws -> NSManagedObject? {
      let all = try context.all(entity, by: "title")
      return all.isEmpty ? nil : all[random.below(all.count)]
    }
    switch random.below(7) {
    case 0: try context.insert("Album", ["title": "a\(name)"])
    case 1, 2: try context.insert("Track", ["title": "t\(name)", "album": try any("Album")])
    case 3: try any("Track")?.setValue(try any("Album"), forKey: "album")
    case 4: try any("Album")?.setValue(random.below(9), forKey: "year")
    case 5: try any("Track")?.setValue(random.below(9), forKey: "number")
    default: if let object = try any(["Album", "Track", "Track"][random.below(3)]) { context.delete(object) }
    }
  }

  @Test("gives what a fresh context has, and keeps what is not saved", arguments: TestSeeds.seeds(12), MusicStack.types)
  func anyEdits(seed: UInt64, type: String) throws {
    print("fetching again: SECTIONS_SEED=\(seed)")
    var random = SeededRandom(seed: seed)
    let stack = try MusicStack(type)
    try stack.saving { context in
      for number in 0..<4 {
        let album = try context.insert("Album", ["title": "a\(number)"])
        try context.insert("Track", ["title": "t\(number)", "album": album])
      }
    }
    try stack.run { (context) throws in
      for step in 0..<20 {
        let place = "step \(step), \(type), SECTIONS_SEED=\(seed)"
        // Read everything, and change some of it without saving.
        _ = try Self.texts(context)
        let mine = try context.all("Album", by: "title").first
        mine?.setValue(100 + step, forKey: "year")
        context.processPendingChanges()
        try stack.saving { other in
          for number in 0...random.below(4) { try Self.edit(other, "\(step).\(number)", &random) }
        }
        try Self.refresh(context, batchSize: random.below(3))
        var (fresh, isThere) = ([String](), false)
        try stack.run { (other) throws in
          fresh = try Self.texts(other)
          isThere = try other.all("Album").contains { $0.objectID == mine?.objectID }
        }
        if isThere { #expect(mine?.text("year") == "\(100 + step)", "\(place)") }
        context.rollback()
        try #require(try Self.texts(context) == fresh, "\(place)")
      }
    }
  }
}
