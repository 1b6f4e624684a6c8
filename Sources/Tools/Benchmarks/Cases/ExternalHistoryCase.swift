import CoreData
import Foundation

/// Another process writes to a store with a history. The list notices the write, reads the history, merges and reports
/// the changes, updates in place included.
enum ExternalHistoryCase {
  static var benchmark: Benchmark {
    Benchmark.ratio("external.history", atMost: 3, repetitions: 15) { workspace in
      let library = try workspace.ownLibrary(.hundredThousand)
      let writer = try HistoryEdits(library, count: 100)
      let list = try LiveList(library)
      // The baseline has a store of its own, so that neither side reads the changes of the other.
      let other = try workspace.ownLibrary(.hundredThousand)
      let otherWriter = try HistoryEdits(other, count: 100)
      let follower = try HistoryFollower(other)
      let ended = DispatchSemaphore(value: 0)
      list.counter.batchEnded = { ended.signal() }
      list.context.performAndWait { list.context.automaticallyMergesChangesFromParent = true }
      return [
        Comparison(size: "100 rows of \(library.shape.size), from the commit to the last callback") {
          let commit = try otherWriter.write()
          guard try follower.wait() == otherWriter.count else { throw BenchmarkError("C read other changes.") }
          return commit.duration(to: .now)
        } ours: {
          let commit = try writer.write()
          guard ended.wait(timeout: .now() + 60) == .success else { throw BenchmarkError("The write was not noticed.") }
          let duration = commit.duration(to: .now)
          guard list.context.performAndWait({ list.lastChanges }) >= writer.count else {
            throw BenchmarkError("Of \(writer.count) written rows \(list.lastChanges) were reported.")
          }
          return duration
        }
      ]
    }
  }
}

/// Writes rows and their history by C. It copies a transaction that Core Data has written once.
private final class HistoryEdits {
  let count: Int
  private let library: LibraryStore
  private var database: CDatabase { library.database }
  private let template: Int64
  private var round = 0

  init(_ library: LibraryStore, count: Int) throws {
    self.library = library
    self.count = count
    let tracking = [NSPersistentHistoryTrackingKey: true as NSNumber]
    for store in library.coordinator.persistentStores { try library.coordinator.remove(store) }
    try library.coordinator.addPersistentStore(type: .sqlite, at: library.url, options: tracking)
    let context = library.newContext()
    let stride = library.shape.books / count
    try context.performAndWait { () throws in
      let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
      request.predicate = NSPredicate(format: "rank IN %@", (1...count).map { $0 * stride })
      for (place, book) in try context.fetch(request).enumerated() {
        if place.isMultiple(of: 2) {
          book.setValue("a template", forKey: "name")
        } else {
          book.setValue(-1.0, forKey: "value")
        }
      }
      try context.save()
    }
    template = try library.database.integer("SELECT max(Z_PK) FROM ATRANSACTION")
    // Without checkpoints, because a follower would notice each of them, too, and find no changes.
    try library.database.run("PRAGMA wal_autocheckpoint = 0")
  }

  /// - Returns: the moment after the commit.
  func write() throws -> ContinuousClock.Instant {
    round += 1
    try database.run("DROP TABLE IF EXISTS temp.t; DROP TABLE IF EXISTS temp.c")
    try database.run("CREATE TEMP TABLE t AS SELECT * FROM ATRANSACTION WHERE Z_PK = \(template)")
    try database.run("CREATE TEMP TABLE c AS SELECT * FROM ACHANGE WHERE ZTRANSACTIONID = \(template)")
    try database.run("UPDATE t SET Z_PK = (SELECT max(Z_PK) + 1 FROM ATRANSACTION)")
    try database.run(
      "UPDATE c SET ZTRANSACTIONID = (SELECT Z_PK FROM t), "
        + "Z_PK = Z_PK - (SELECT min(Z_PK) FROM c) + 1 + (SELECT max(Z_PK) FROM ACHANGE)")
    try database.transaction {
      try database.run(
        """
        UPDATE ZBOOK SET Z_OPT = Z_OPT + 1, ZNAME = 'name-' || \(round) || Z_PK
        WHERE Z_PK IN (SELECT ZENTITYPK FROM c WHERE rowid % 2);
        UPDATE ZBOOK SET Z_OPT = Z_OPT + 1, ZVALUE = \(round) + Z_PK
        WHERE Z_PK IN (SELECT ZENTITYPK FROM c WHERE NOT rowid % 2);
        INSERT INTO ATRANSACTION SELECT * FROM t; INSERT INTO ACHANGE SELECT * FROM c;
        UPDATE Z_PRIMARYKEY SET Z_MAX = (SELECT max(Z_PK) FROM ATRANSACTION) WHERE Z_NAME = 'TRANSACTION';
        UPDATE Z_PRIMARYKEY SET Z_MAX = (SELECT max(Z_PK) FROM ACHANGE) WHERE Z_NAME = 'CHANGE'
        """)
    }
    return .now
  }
}
