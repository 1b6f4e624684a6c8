import CSQLite
import CoreData
import Foundation

/// Saves of insertions, updates and cascading deletions. Each side writes to its own file; both have the same content.
enum SaveCases {
  static var all: [Benchmark] { [insert, update, delete] }

  private static var insert: Benchmark {
    Benchmark.ratio("insert.save", atMost: 4, repetitions: 7) { workspace in
      try [false, true].map { try insertion(isByXcode: $0, workspace) }
    }
  }

  /// - Parameter isByXcode: whether the objects are made by a class that the model names without its module, and filled
  ///   through its accessors.
  private static func insertion(isByXcode: Bool, _ workspace: Workspace) throws -> Comparison {
    let count = 100_000
    let plain = LibraryShape(books: 1, shelves: 1_000)
    let shape = isByXcode ? plain.byXcode : plain
    let library = try workspace.ownLibrary(shape)
    let database = try workspace.database(copying: library)
    // Both sides append, because the numbers of books increase like primary keys.
    var byHand = 2
    var ours = 2
    let kind = isByXcode ? " by their class" : ""
    return Comparison(size: "\(LibraryShape.short(count)) objects\(kind) with a relationship") {
      defer { byHand += count }
      let numbers = byHand..<byHand + count
      let duration = try timed {
        try database.transaction {
          try LibraryFilling(database: database, shape: shape).insertBooks(numbers) { Int64($0 % 1_000 + 1) }
          try database.run("UPDATE Z_PRIMARYKEY SET Z_MAX = \(numbers.upperBound) WHERE Z_NAME = 'Book'")
        }
      }.duration
      try database.run("DELETE FROM ZBOOK WHERE Z_PK > 1")
      return duration
    } ours: {
      defer { ours += count }
      let numbers = ours..<ours + count
      let duration = try library.newContext().measuring { context in
        try isByXcode ? insertByClass(numbers, context) : insertByEntity(numbers, context)
      }
      try library.database.run("DELETE FROM ZBOOK WHERE Z_PK > 1")
      return duration
    }
  }

  private static func insertByEntity(_ numbers: Range<Int>, _ context: NSManagedObjectContext) throws -> Duration {
    let entity = try entity("Book", of: context)
    let shelves = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Shelf"))
    return try timed {
      for number in numbers {
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

  private static func insertByClass(_ numbers: Range<Int>, _ context: NSManagedObjectContext) throws -> Duration {
    let request: NSFetchRequest<LibraryShelf> = LibraryShelf.fetchRequest()
    let shelves = try context.fetch(request)
    return try timed {
      for number in numbers {
        let book = LibraryBook(context: context)
        book.fill(number)
        book.shelf = shelves[number % 1_000]
      }
      try context.save()
    }.duration
  }

  private static var update: Benchmark {
    Benchmark.ratio("update.save", atMost: 3, repetitions: 31) { workspace in
      let count = 1_000
      let library = try workspace.ownLibrary(.hundredThousand)
      let database = try workspace.database(copying: library)
      let stride = library.shape.books / count
      var round = 0
      return [
        Comparison(size: "1k of \(LibraryShape.short(library.shape.books)) rows, loaded") {
          round += 1
          return try timed {
            try database.transaction {
              let version = try database.statement("SELECT Z_OPT FROM ZBOOK WHERE Z_PK = ?1")
              let statement = try database.statement(#"UPDATE "ZBOOK" SET Z_OPT = ?2, "ZVALUE" = ?3 WHERE Z_PK = ?1"#)
              for number in 1...count {
                // A save first checks that the row has not changed since it was read.
                sqlite3_bind_int64(version, 1, Int64(number * stride))
                guard sqlite3_step(version) == SQLITE_ROW, sqlite3_column_int64(version, 0) == round else {
                  throw BenchmarkError("Book \(number * stride) is not at version \(round).")
                }
                sqlite3_reset(version)
                sqlite3_bind_int64(statement, 1, Int64(number * stride))
                sqlite3_bind_int64(statement, 2, Int64(round + 1))
                sqlite3_bind_double(statement, 3, Double(round))
                try database.finish(statement)
              }
            }
          }.duration
        } ours: {
          try library.newContext().measuring { context in
            let request = NSFetchRequest<Book>(entityName: "Book")
            request.predicate = NSPredicate(format: "rank IN %@", (1...count).map { $0 * stride })
            let books = try context.fetch(request)
            for book in books { keep(book.digest) }
            return try timed {
              for book in books { book.setValue(Double(round), forKey: "value") }
              try context.save()
            }.duration
          }
        }
      ]
    }
  }

  private static var delete: Benchmark {
    Benchmark.ratio("delete.save", atMost: 3, repetitions: 9) { workspace in
      let shape = LibraryShape(books: 100_000, shelves: 1_000)
      let library = try workspace.ownLibrary(shape)
      let database = try workspace.database(copying: library)
      let shelves = 1...100
      return [
        Comparison(size: "\(LibraryShape.short(shape.books / 10)) books below 100 shelves, not loaded") {
          let duration = try timed {
            try database.transaction {
              let children = try database.statement("SELECT Z_PK FROM ZBOOK WHERE ZSHELF = ?1")
              let book = try database.statement(#"DELETE FROM "ZBOOK" WHERE Z_PK = ?1"#)
              let shelf = try database.statement(#"DELETE FROM "ZSHELF" WHERE Z_PK = ?1"#)
              for number in shelves {
                var keys: ContiguousArray<Int64> = []
                sqlite3_bind_int64(children, 1, Int64(number))
                while sqlite3_step(children) == SQLITE_ROW { keys.append(sqlite3_column_int64(children, 0)) }
                sqlite3_reset(children)
                for key in keys {
                  sqlite3_bind_int64(book, 1, key)
                  try database.finish(book)
                }
                sqlite3_bind_int64(shelf, 1, Int64(number))
                try database.finish(shelf)
              }
            }
          }.duration
          try restore(shelves, in: database, shape)
          return duration
        } ours: {
          let duration = try library.newContext().measuring { context in
            let request = NSFetchRequest<NSManagedObject>(entityName: "Shelf")
            request.predicate = NSPredicate(format: "code <= 100")
            let objects = try context.fetch(request)
            return try timed {
              for object in objects { context.delete(object) }
              try context.save()
            }.duration
          }
          try restore(shelves, in: library.database, shape)
          return duration
        }
      ]
    }
  }

  private static func restore(_ shelves: ClosedRange<Int>, in database: CDatabase, _ shape: LibraryShape) throws {
    guard try database.integer("SELECT count(*) FROM ZBOOK") == shape.books - shape.books / 10 else {
      throw BenchmarkError("The cascade did not delete the books of \(shelves.count) shelves.")
    }
    let filling = LibraryFilling(database: database, shape: shape)
    try database.transaction {
      try filling.insertShelves(shelves)
      let gone = (1...shape.books).filter { shelves.contains(shape.shelf(ofBook: $0)) }
      try filling.insertBooks(gone) { Int64(shape.shelf(ofBook: $0)) }
    }
  }

  static func entity(_ name: String, of context: NSManagedObjectContext) throws -> NSEntityDescription {
    guard let entity = NSEntityDescription.entity(forEntityName: name, in: context) else {
      throw BenchmarkError("The model has no \(name).")
    }
    return entity
  }
}
