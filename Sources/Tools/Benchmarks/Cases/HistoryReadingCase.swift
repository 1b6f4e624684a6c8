import CSQLite
import CoreData
import Foundation

/// The time to read the changes of a history transaction as objects that name the changed properties.
enum HistoryReadingCase {
  static var benchmark: Benchmark {
    Benchmark.ratio("history.read", atMost: 9, repetitions: 15) { workspace in
      let library = try workspace.ownLibrary(.hundredThousand)
      for store in library.coordinator.persistentStores { try library.coordinator.remove(store) }
      try library.coordinator.addPersistentStore(
        type: .sqlite, at: library.url, options: [NSPersistentHistoryTrackingKey: true as NSNumber])
      let update = NSBatchUpdateRequest(entityName: "Book")
      update.propertiesToUpdate = ["rank": -7]
      let context = library.newContext()
      try context.performAndWait { _ = try context.execute(update) }
      let count = library.shape.books
      return [
        Comparison(size: "\(LibraryShape.short(count)) changes") {
          try timed { try read(library.database, expecting: count) }.duration
        } ours: {
          try library.newContext().measuring { context in
            try timed { try read(context, expecting: count) }.duration
          }
        }
      ]
    }
  }

  private struct Change {
    let transaction: Int64
    let type: Int64
    let entity: Int64
    let key: Int64
    let columns: [UInt8]
  }

  private static func read(_ database: CDatabase, expecting count: Int) throws {
    let changes = try database.statement(
      "SELECT ZTRANSACTIONID, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZCOLUMNS FROM ACHANGE WHERE ZTRANSACTIONID >= ?1 "
        + "ORDER BY ZTRANSACTIONID, Z_PK")
    sqlite3_bind_int64(changes, 1, 1)
    var read: [Change] = []
    while sqlite3_step(changes) == SQLITE_ROW {
      let bytes = UnsafeRawBufferPointer(
        start: sqlite3_column_blob(changes, 4), count: Int(sqlite3_column_bytes(changes, 4)))
      read.append(
        Change(
          transaction: sqlite3_column_int64(changes, 0), type: sqlite3_column_int64(changes, 1),
          entity: sqlite3_column_int64(changes, 2), key: sqlite3_column_int64(changes, 3), columns: Array(bytes)))
    }
    sqlite3_reset(changes)
    guard read.count == count else { throw BenchmarkError("C read \(read.count) changes.") }
    keep(read.reduce(0) { $0 &+ $1.key })
  }

  private static func read(_ context: NSManagedObjectContext, expecting count: Int) throws {
    let request = NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?)
    let result = try context.execute(request) as? NSPersistentHistoryResult
    let transactions = result?.result as? [NSPersistentHistoryTransaction] ?? []
    let changes = transactions.flatMap { $0.changes ?? [] }
    guard changes.count == count else { throw BenchmarkError("\(changes.count) changes were read.") }
    var named = 0
    for change in changes where change.changeType == .update && change.changedObjectID.entity.name == "Book" {
      named += 1
    }
    // Both sides keep the changed properties of each change without decoding them. Only the last change is decoded, as
    // a check.
    guard named == count, changes.last?.updatedProperties?.map(\.name) == ["rank"] else {
      throw BenchmarkError("\(named) changes were named.")
    }
  }
}
