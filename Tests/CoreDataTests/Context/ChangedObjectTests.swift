import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// A context finds the changed object of a key with a filter. Keys cannot be removed from the filter, and the context
/// builds it anew when it is full. The test compares the result with the context's three public sets.
@Suite("Whether a key's object has unsaved changes") struct ChangedObjectTests {
  @Test(
    "Exactly the inserted, updated and deleted objects are found, through saves, rollbacks and new keys",
    arguments: TestSeeds.seeds(6))
  func twin(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    try MusicStack(NSInMemoryStoreType).run { context in
      var tags = try (0..<90).map { try context.insert("Tag", ["name": "\($0)"]) }
      try context.save()
      for step in 0..<300 {
        let tag = tags[random.below(tags.count)]
        switch random.below(24) {
        case 0:
          try context.save()
          tags.removeAll { $0.managedObjectContext == nil }
        case 1:
          context.rollback()
          tags.removeAll { $0.managedObjectContext == nil }
        case 2: try context.obtainPermanentIDs(for: Array(context.insertedObjects))
        case 3: context.refresh(tag, mergeChanges: false)
        case 4..<7: if tags.count > 40 { context.delete(tag) }
        case 7: context.insert(tag)
        case 8..<12: tags.append(try context.insert("Tag", ["name": "new \(step)"]))
        case 12: context.processPendingChanges()
        default: if !tag.isDeleted { tag.setValue("\(step)", forKey: "name") }
        }
        // Check only some steps, so that the filter is also built when there already are changes.
        guard random.oneIn(3) else { continue }
        let changed = context.insertedObjects.union(context.updatedObjects).union(context.deletedObjects)
        for tag in tags where tag.managedObjectContext != nil && (changed.contains(tag) || !tag.isDeleted) {
          #expect(
            context.changes.changedObject(for: tag.key) === (changed.contains(tag) ? tag : nil),
            "seed \(seed), step \(step)")
        }
      }
    }
  }

  @Test("The filter finds every inserted key and few further ones", arguments: TestSeeds.seeds(6))
  func filter(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for count in [0, 1, 31, 33, 1_000] {
      var filter = KeyFilter(count: count)
      var inserted: Set<RowKey> = []
      // Mix dense, distant and temporary keys.
      while !filter.isFull {
        let keys = [Int64(inserted.count), Int64(random.below(1 << 62)), -Int64(1 + random.below(100_000))]
        let key = RowKey(entity: 0, primaryKey: keys[random.below(3)])
        filter.insert(key)
        inserted.insert(key)
      }
      #expect(inserted.allSatisfy(filter.mayContain), "seed \(seed)")
      let others = (0..<4_000).map { RowKey(entity: 0, primaryKey: 1_000_000 + $0) }
      #expect(others.count { filter.mayContain($0) } < 4_000 / 5, "seed \(seed), \(count) keys")
    }
  }
}
