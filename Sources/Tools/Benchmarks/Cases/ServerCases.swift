import CPostgreSQL
import CoreData
import Foundation
import PostgreSQLTesting
import SectionedFetchedResults

/// A store on a PostgreSQL server that the run starts, compared with the same statements written by hand with libpq.
enum ServerCases {
  static var all: [Benchmark] {
    guard PostgresCluster.areProgramsThere else { return [] }
    // The commits come first, because the server cleans up for minutes after the other benchmarks, on the same
    // processors.
    return [commit, identifiers, objects, insert, update, list]
  }

  private static let keysByName =
    #"SELECT t0."Z_PK" FROM "ZBOOK" AS t0 ORDER BY t0."ZNAME" ASC NULLS FIRST, t0."Z_PK""#
  private static let booksByName =
    #"SELECT \#(CBook.serverColumns) FROM "ZBOOK" AS t0 ORDER BY t0."ZNAME" ASC NULLS FIRST, t0."Z_PK""#

  private static var identifiers: Benchmark {
    Benchmark.ratio("server.identifiers", atMost: 1.5, repetitions: 15) { workspace in
      let library = try workspace.serverLibrary(.hundredThousand)
      return [
        Comparison(size: "\(LibraryShape.short(library.shape.books)) rows") {
          let (duration, keys) = try timed { try library.database.keys(keysByName) }
          keep(keys)
          return duration
        } ours: {
          try library.newContext().measuring { context in
            let request = NSFetchRequest<NSManagedObjectID>(entityName: "Book")
            request.resultType = .managedObjectIDResultType
            request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
            let (duration, books) = try timed { try context.fetch(request) }
            keep(books)
            return duration
          }
        }
      ]
    }
  }

  private static var objects: Benchmark {
    Benchmark.ratio("server.objects", atMost: 2, repetitions: 15) { workspace in
      let library = try workspace.serverLibrary(.hundredThousand)
      return [
        Comparison(size: "\(LibraryShape.short(library.shape.books)) rows, each property read") {
          try timed {
            try library.database.reading(booksByName) { rows, count in
              let books = CBooks(capacity: Int(count))
              for row in 0..<count { books.append(CBook(rows, row)) }
              keep(books.digest)
            }
          }.duration
        } ours: {
          try library.newContext().measuring { context in
            let (duration, books) = try timed {
              let books = try context.fetch(FetchCases.request(filled: true))
              keep(books.reduce(0) { $0 &+ $1.digest })
              return books
            }
            keep(books)
            return duration
          }
        }
      ]
    }
  }

  private static var insert: Benchmark {
    Benchmark.ratio("server.insert", atMost: 2.3, repetitions: 7) { workspace in
      let count = 100_000
      let library = try ServerLibrary(LibraryShape(books: 1, shelves: 1_000), on: workspace.server())
      var next = 10_000_000
      func clear() throws {
        try library.database.run(#"DELETE FROM "ZBOOK" WHERE "Z_PK" > 1; TRUNCATE "ACHANGE""#)
        try library.vacuum()
      }
      return [
        Comparison(size: "\(LibraryShape.short(count)) objects with a relationship, with their history") {
          defer { next += count }
          let duration = try timed { try library.database.insertBooks(next..<next + count, shelves: 1_000) }.duration
          try clear()
          return duration
        } ours: {
          defer { next += count }
          let duration = try library.newContext().measuring { context in
            let entity = try SaveCases.entity("Book", of: context)
            let shelves = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Shelf"))
            return try timed {
              for number in next..<next + count {
                let book = Book(entity: entity, insertInto: context)
                book.setValue(LibraryStore.author(of: number), forKey: "author")
                book.setValue(Date(timeIntervalSinceReferenceDate: Double(number) + 0.5), forKey: "date")
                book.setValue(LibraryStore.name(of: number), forKey: "name")
                book.setValue(Int64(number), forKey: "rank")
                book.setValue(shelves[number % 1_000], forKey: "shelf")
                book.setValue(Double(number) * 0.25, forKey: "value")
              }
              try context.save()
            }.duration
          }
          try clear()
          return duration
        }
      ]
    }
  }

  private static var update: Benchmark {
    Benchmark.ratio("server.update", atMost: 1.5, repetitions: 31) { workspace in
      let count = 1_000
      let library = try workspace.serverLibrary(.hundredThousand)
      let stride = library.shape.books / count
      // Each side has its own rows, so that each knows their versions. An earlier round has changed them.
      var version = Int(
        try library.database.integer(#"SELECT "Z_OPT" FROM "ZBOOK" WHERE "Z_PK" = \#(stride - 1)"#))
      return [
        Comparison(size: "1k of \(LibraryShape.short(library.shape.books)) rows, loaded") {
          defer { version += 1 }
          return try timed {
            try library.database.update((1...count).map { $0 * stride - 1 }, from: version, to: Double(version))
          }.duration
        } ours: {
          try library.newContext().measuring { context in
            let request = NSFetchRequest<Book>(entityName: "Book")
            request.predicate = NSPredicate(format: "rank IN %@", (1...count).map { $0 * stride })
            let books = try context.fetch(request)
            guard books.count == count else { throw BenchmarkError("\(books.count) books were fetched.") }
            for book in books { keep(book.digest) }
            return try timed {
              for book in books { book.setValue(Double(version), forKey: "value") }
              try context.save()
            }.duration
          }
        }
      ]
    }
  }

  /// The commit of a change that a list of 100k rows follows, in a store that has been written before. The baseline
  /// makes the same change in other rows, and no list reads it. It is measured as one statement, and with the history
  /// that a save writes.
  private static var commit: Benchmark {
    Benchmark.ratio("server.commit", atMost: 4, repetitions: 201) { workspace in
      // This benchmark has a server of its own, because the list continues to follow all writes to it.
      let server = try Workspace.newServer()
      let library = try ServerLibrary(.hundredThousand, on: server)
      let list = try FollowedList(library, seed: workspace.newSeed())
      // The baseline has a library of its own, because the list would report changes that are in the history.
      let other = try ServerLibrary(library.shape, on: server)
      let history = try other.database.historyOfUpdates()
      let listening = try library.newDatabase()
      for channel in ["bare", "by_hand"] { try listening.run("LISTEN \(channel)") }
      for number in 1...100 {
        _ = try list.edit()
        try other.database.rename(number, to: "name-\(number)", history)
        try listening.waitForNotification()
      }
      for library in [library, other] { try library.analyzeHistory() }
      let size = "one row of \(library.shape.size), to the last callback of another coordinator"
      var round = 0
      return [
        Comparison(size: size) {
          round += 1
          let change =
            #"UPDATE "ZBOOK" SET "ZNAME" = 'name-\#(round)', "Z_OPT" = "Z_OPT" + 1 WHERE "Z_PK" = \#(round * 100 + 50)"#
          return try timed {
            try library.database.run("BEGIN; \(change); NOTIFY bare; COMMIT")
            try listening.waitForNotification()
          }.duration
        } ours: {
          try list.edit()
        },
        Comparison(size: "the same, against the statements of a save") {
          round += 1
          return try timed {
            try other.database.rename(round * 100 + 50, to: "name-\(round)", history)
            try listening.waitForNotification()
          }.duration
        } ours: {
          try list.edit()
        },
      ]
    }
  }

  private static var list: Benchmark {
    Benchmark.ratio("server.list", atMost: 0.02, repetitions: 9) { workspace in
      let library = try workspace.serverLibrary(.million)
      let list = try FollowedList(library, seed: workspace.newSeed())
      let query =
        #"SELECT t0."Z_PK", t0."ZSHELF" FROM "ZBOOK" AS t0 "#
        + #"ORDER BY t0."ZSHELF" ASC NULLS FIRST, t0."ZNAME" ASC NULLS FIRST, t0."Z_PK""#
      return [
        Comparison(size: "\(library.shape.size), one moved by another coordinator") {
          let (duration, keys) = try timed { try library.database.keys(query) }
          keep(keys)
          return duration
        } ours: {
          try list.edit()
        }
      ]
    }
  }
}

/// A list that follows the commits of another coordinator.
private final class FollowedList {
  private let counter = CallCounter()
  private let context: NSManagedObjectContext
  private let controller: LibraryList.Controller
  private let writer: NSManagedObjectContext
  private let ended = DispatchSemaphore(value: 0)
  /// The time of the last callback.
  private var end = ContinuousClock.now
  private var round = 0
  /// The end of each new name. It differs in each round of the program, because an earlier round has renamed the same
  /// books.
  private let seed: UInt64

  init(_ library: ServerLibrary, seed: UInt64) throws {
    self.seed = seed
    let context = library.newContext()
    self.context = context
    writer = try library.newExternalContext()
    controller = context.performAndWait { LibraryList.controller(context) }
    counter.batchEnded = { [unowned self] in
      end = .now
      ended.signal()
    }
    try context.performAndWait {
      controller.delegate = counter
      context.automaticallyMergesChangesFromParent = true
      try controller.performFetch()
    }
  }

  /// Renames a book in the writer's context, and saves.
  ///
  /// - Returns: the time from the beginning of the save to the last callback.
  func edit() throws -> Duration {
    round += 1
    let id = try writer.performAndWait {
      writer.objectID(primaryKey: Int64(round * 100), entity: try SaveCases.entity("Book", of: writer))
    }
    let start = try writer.performAndWait {
      guard let book = try writer.existingObject(with: id) as? Book else { throw BenchmarkError("No book.") }
      book.setValue("name-\(round)-\(seed)", forKey: "name")
      let start = ContinuousClock.now
      try writer.save()
      return start
    }
    guard ended.wait(timeout: .now() + 60) == .success else { throw BenchmarkError("The commit was not noticed.") }
    return start.duration(to: end)
  }
}

extension PQDatabase {
  fileprivate func keys(_ sql: String) throws -> [Int64] {
    try reading(sql) { rows, count in
      var keys: [Int64] = []
      keys.reserveCapacity(Int(count))
      for row in 0..<count { keys.append(PQDatabase.integer(rows, row, 0)) }
      return keys
    }
  }

  fileprivate func waitForNotification() throws {
    while true {
      guard PQconsumeInput(handle) == 1 else { throw error("LISTEN") }
      if let notification = PQnotifies(handle) { return PQfreemem(notification) }
      var descriptor = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
      poll(&descriptor, 1, 10_000)
    }
  }
}
