import Foundation
import SectionedTesting
import TestTraits
import Testing

@testable import CoreData

/// Processes are killed at random points of batch requests, upserts, and saves whose conflicts a policy settles. The
/// store has a history.
@Suite("Batch requests and saves of a process that is killed")
struct KilledBatchTests {
  private static let size = 50

  /// Each request must be in the store with its transaction, or not at all. The first process performs all requests
  /// once before its time begins.
  @Test(.startsProcesses, arguments: TestSeeds.seeds(1)) func eachIsWholeOrNotThere(_ seed: UInt64) async throws {
    var random = SeededRandom(seed: seed)
    let folder = try TemporaryFolder()
    let path = folder.file().path
    var last = 0
    for turn in 0..<TestSeeds.rounds(30) {
      let delay = UInt64.random(in: 0..<40_000_000, using: &random)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = path as String, delay = delay as UInt64, turn = turn as Int] in
        let stack = try HistoryStack(at: URL(fileURLWithPath: path))
        if turn == 0 { try KilledBatchTests.batches(stack) }
        Thread.detachNewThread {
          let end = DispatchTime.now().uptimeNanoseconds + delay
          while DispatchTime.now().uptimeNanoseconds < end {}
          kill(getpid(), SIGKILL)
        }
        while true { try KilledBatchTests.batches(stack) }
      }
      last = try Self.check(folder.file(), atLeast: last, "turn \(turn), SECTIONS_SEED=\(seed)")
    }
    #expect(last > 0)
  }

  /// Inserts fifty tags, gives all tags one weight, and replaces the fifty tracks with the same codes, by a batch
  /// request and by a save. Then it deletes fifty tags.
  private static func batches(_ stack: HistoryStack) throws {
    let context = stack.newContext()
    try context.performAndWait { () throws in
      let count = try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Tag"))
      var next = 0
      try context.execute(
        NSBatchInsertRequest(entityName: "Tag") { (dictionary: NSMutableDictionary) in
          guard next < size else { return true }
          dictionary["name"] = "\(next)"
          dictionary["weight"] = 0
          next += 1
          return false
        })
      let update = NSBatchUpdateRequest(entityName: "Tag")
      update.propertiesToUpdate = ["weight": count]
      try context.execute(update)
      context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
      try context.execute(
        NSBatchInsertRequest(
          entityName: "Track",
          objects: (0..<size).map { ["title": "\(count)", "code": "\($0)", "number": count] }))
      // A save with conflicts, which the policy settles.
      for code in 0..<size { try context.insert("Track", ["title": "saved \(count)", "code": "\(code)"]) }
      try context.save()
      guard count > 4 * size else { return }
      let fetch = NSFetchRequest<any NSFetchRequestResult>(entityName: "Tag")
      (fetch.fetchLimit, fetch.sortDescriptors) = (size, [NSSortDescriptor(key: "objectID", ascending: true)])
      try context.execute(NSBatchDeleteRequest(fetchRequest: fetch))
    }
  }

  /// - Returns: the number of transactions.
  private static func check(_ url: URL, atLeast last: Int, _ comment: Comment) throws -> Int {
    let stack = try HistoryStack(at: url)
    let context = stack.newContext()
    try context.performAndWait { () throws in
      let tags = try context.all("Tag")
      #expect(tags.count % size == 0, comment)
      let weights = Set(tags.compactMap { $0.value(forKey: "weight") as? Int })
      // All tags have one weight, but the newest ones may still have 0.
      #expect(weights.count <= 2 && (weights.count < 2 || weights.contains(0)), comment)
      let tracks = try context.all("Track")
      #expect(tracks.isEmpty || tracks.count == size, comment)
      #expect(Set(tracks.compactMap { $0.value(forKey: "title") as? String }).count <= 1, comment)
      #expect(Set(tracks.map { $0.text("code") }).count == tracks.count, comment)
    }
    let transactions = try stack.transactions()
    #expect(transactions.count >= last, comment)
    #expect(transactions.map(\.transactionNumber) == (0..<transactions.count).map { Int64($0 + 1) }, comment)
    // The tags that follow from the history alone must be the stored ones.
    var tags: Set<NSManagedObjectID> = []
    for change in transactions.flatMap({ $0.changes ?? [] }) where change.changedObjectID.entity.name == "Tag" {
      switch change.changeType {
      case .insert: tags.insert(change.changedObjectID)
      case .delete: tags.remove(change.changedObjectID)
      case .update: #expect(tags.contains(change.changedObjectID), comment)
      }
    }
    let stored = try context.performAndWait { Set(try context.all("Tag").map(\.objectID)) }
    #expect(tags == stored, comment)
    let database = try SampleDatabase(url.path)
    defer { database.close() }
    #expect(try database.rows("PRAGMA integrity_check") == [[.text("ok")]], comment)
    return transactions.count
  }
}
