import CSQLite
import CoreData
import Foundation

/// Batch updates, deletions and upserts, compared with the statements that a programmer would write by hand.
enum BatchChangeCases {
  static var all: [Benchmark] {
    [
      Benchmark.ratio("batch.update", atMost: 1.5, repetitions: 5) { workspace in
        try [
          update("a constant", workspace) { .constant($0) },
          update("an expression", workspace) { _ in .increment },
        ]
      },
      Benchmark.ratio("batch.delete", atMost: 1.5, repetitions: 5) { try [deletion($0)] },
      Benchmark.ratio("batch.upsert", atMost: 1.5, repetitions: 5) {
        try [upsert("none of them there", areThere: false, $0)]
      },
      // The bound is higher, because existing rows are read and compared, so that no version is skipped.
      Benchmark.ratio("batch.upsert", atMost: 3, repetitions: 5) {
        try [upsert("all of them there", areThere: true, $0)]
      },
    ]
  }

  private static let count = 100_000

  // MARK: Updates

  private enum Update {
    case constant(Int)
    case increment
  }

  private static func update(
    _ size: String, _ workspace: Workspace, _ update: @escaping (_ turn: Int) -> Update
  ) throws -> Comparison {
    let library = try workspace.ownLibrary(LibraryShape(books: 2 * count, shelves: 1_000))
    let database = try workspace.database(copying: library)
    var (byHand, ours) = (0, 0)
    return Comparison(size: "\(LibraryShape.short(count)) of \(LibraryShape.short(2 * count)) rows, \(size)") {
      byHand += 1
      let value =
        switch update(byHand) {
        case .constant(let number): "\(number)"
        case .increment: "ZRANK + 1"
        }
      let (duration, changes) = try timed {
        try database.transaction {
          try database.run("UPDATE ZBOOK SET ZRANK = \(value), Z_OPT = Z_OPT + 1 WHERE ZVALUE <= \(count / 4)")
          return Int(sqlite3_changes(database.handle))
        }
      }
      guard changes == count else { throw BenchmarkError("By hand \(changes) rows were updated.") }
      return duration
    } ours: {
      ours += 1
      let request = NSBatchUpdateRequest(entityName: "Book")
      request.predicate = NSPredicate(format: "value <= %d", count / 4)
      request.propertiesToUpdate =
        switch update(ours) {
        case .constant(let number): ["rank": number]
        case .increment: ["rank": NSExpression(format: "rank + 1")]
        }
      request.resultType = .updatedObjectsCountResultType
      return try library.newContext().measuring { context in
        let (duration, result) = try timed { try context.execute(request) as? NSBatchUpdateResult }
        guard result?.result as? Int == count else { throw BenchmarkError("The batch updated another number of rows.") }
        return duration
      }
    }
  }

  // MARK: Deletions

  private static func deletion(_ workspace: Workspace) throws -> Comparison {
    let library = try workspace.ownLibrary(LibraryShape(books: 2 * count, shelves: 1_000))
    let database = try workspace.database(copying: library)
    for database in [database, library.database] {
      try database.run("CREATE TABLE Spare AS SELECT * FROM ZBOOK WHERE ZVALUE <= \(count / 4)")
    }
    func refill(_ database: CDatabase) throws { try database.run("INSERT INTO ZBOOK SELECT * FROM Spare") }
    return Comparison(size: "\(LibraryShape.short(count)) of \(LibraryShape.short(2 * count)) rows") {
      let duration = try timed {
        try database.transaction { try database.run("DELETE FROM ZBOOK WHERE ZVALUE <= \(count / 4)") }
      }.duration
      try refill(database)
      return duration
    } ours: {
      let fetch = NSFetchRequest<any NSFetchRequestResult>(entityName: "Book")
      fetch.predicate = NSPredicate(format: "value <= %d", count / 4)
      let request = NSBatchDeleteRequest(fetchRequest: fetch)
      request.resultType = .resultTypeCount
      let duration = try library.newContext().measuring { context in
        let (duration, result) = try timed { try context.execute(request) as? NSBatchDeleteResult }
        guard result?.result as? Int == count else { throw BenchmarkError("The batch deleted another number of rows.") }
        return duration
      }
      try refill(library.database)
      return duration
    }
  }

  // MARK: Unique values

  private static func upsert(_ size: String, areThere: Bool, _ workspace: Workspace) throws -> Comparison {
    let library = try workspace.library(LibraryShape(books: 1, shelves: 1_000))
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: try uniqueModel())
    let (file, copy) = (try workspace.file(copying: library), try workspace.file(copying: library))
    let options = [
      NSMigratePersistentStoresAutomaticallyOption: true as NSNumber,
      NSInferMappingModelAutomaticallyOption: true as NSNumber,
    ]
    try coordinator.remove(try coordinator.addPersistentStore(type: .sqlite, at: copy, options: options))
    try coordinator.addPersistentStore(type: .sqlite, at: file, options: options)
    let (database, beside) = (try CDatabase(path: copy.path), try CDatabase(path: file.path))
    for database in [database, beside] {
      if areThere { try upsert(turn: 0, in: database) }
      // The statistics are from a table with one book. With them SQLite would scan the table instead of using the
      // index.
      try database.run("DELETE FROM sqlite_stat1")
    }
    var (byHand, ours) = (0, 0)
    return Comparison(size: "\(LibraryShape.short(count)) rows, \(size)") {
      byHand += 1
      let duration = try timed { try upsert(turn: byHand, in: database) }.duration
      if !areThere { try database.run("DELETE FROM ZBOOK WHERE Z_PK > 1") }
      return duration
    } ours: {
      ours += 1
      let request = NSBatchInsertRequest(entityName: "Book", objects: (0..<count).map { values($0, turn: ours) })
      request.resultType = .count
      let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      context.persistentStoreCoordinator = coordinator
      context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
      let duration = try context.measuring { context in
        let (duration, result) = try timed { try context.execute(request) as? NSBatchInsertResult }
        guard result?.result as? Int == count else { throw BenchmarkError("The batch wrote another number of rows.") }
        return duration
      }
      if !areThere { try beside.run("DELETE FROM ZBOOK WHERE Z_PK > 1") }
      return duration
    }
  }

  private static func uniqueModel() throws -> NSManagedObjectModel {
    guard let model = LibraryModel.shared.copy() as? NSManagedObjectModel, let book = model.entitiesByName["Book"]
    else {
      throw BenchmarkError("The model has no Book.")
    }
    book.uniquenessConstraints = [["name"]]
    return model
  }

  private static func values(_ number: Int, turn: Int) -> [String: Any] {
    [
      "author": LibraryStore.author(of: number + turn), "name": "unique" + LibraryStore.name(of: number),
      "rank": Int64(number + turn), "value": Double(number + turn) * 0.25,
    ]
  }

  private static func upsert(turn: Int, in database: CDatabase) throws {
    try database.transaction {
      let first = try database.integer("SELECT max(Z_PK) + 1 FROM ZBOOK")
      let statement = try database.statement(
        "INSERT INTO ZBOOK (Z_PK, Z_ENT, Z_OPT, ZAUTHOR, ZNAME, ZRANK, ZVALUE) VALUES (?1, ?6, 1, ?2, ?3, ?4, ?5) "
          + "ON CONFLICT (ZNAME) DO UPDATE SET ZAUTHOR = excluded.ZAUTHOR, ZRANK = excluded.ZRANK, "
          + "ZVALUE = excluded.ZVALUE, Z_OPT = Z_OPT + 1")
      sqlite3_bind_int64(
        statement, 6, try database.integer("SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = 'Book'"))
      for number in 0..<count {
        sqlite3_bind_int64(statement, 1, first + Int64(number))
        database.bind(statement, 2, LibraryStore.author(of: number + turn))
        database.bind(statement, 3, "unique" + LibraryStore.name(of: number))
        sqlite3_bind_int64(statement, 4, Int64(number + turn))
        sqlite3_bind_double(statement, 5, Double(number + turn) * 0.25)
        try database.finish(statement)
      }
      try database.run("UPDATE Z_PRIMARYKEY SET Z_MAX = \(first + Int64(count)) WHERE Z_NAME = 'Book'")
    }
  }
}
