import CSQLite
import CoreData
import Foundation

/// The costs of a list without sections: fetching faults and objects, and reading their values.
enum FetchCases {
  static var all: [Benchmark] { [faults, objects, values, batched, lookup] }

  private static let keysByName = #"SELECT t0.Z_PK FROM "ZBOOK" AS t0 ORDER BY t0."ZNAME", t0.Z_PK"#
  private static let booksByName = #"SELECT \#(CBook.columns) FROM "ZBOOK" AS t0 ORDER BY t0."ZNAME", t0.Z_PK"#

  private static var faults: Benchmark {
    Benchmark.ratio("fetch.faults", atMost: 3.5, repetitions: 15) { workspace in
      let library = try workspace.library(.hundredThousand)
      return [
        Comparison(size: "\(LibraryShape.short(library.shape.books)) rows, nothing loaded") {
          let (duration, keys) = try timed { try library.database.identifiers(keysByName) }
          keep(keys)
          return duration
        } ours: {
          try library.newContext().measuring { context in
            let (duration, books) = try timed { try context.fetch(request(filled: false)) }
            keep(books)
            return duration
          }
        }
      ]
    }
  }

  private static var objects: Benchmark {
    filling("fetch.objects", atMost: 3) { $0.digest }
  }
  private static var values: Benchmark {
    filling("fetch.values", atMost: 3.2) { $0.digestByKey }
  }

  private static func filling(_ name: String, atMost bound: Double, _ read: @escaping (Book) -> Int) -> Benchmark {
    Benchmark.ratio(name, atMost: bound, repetitions: 15) { workspace in
      let library = try workspace.library(.hundredThousand)
      return [
        Comparison(size: "\(LibraryShape.short(library.shape.books)) rows, nothing loaded") {
          try library.database.timeOfReading(booksByName)
        } ours: {
          try library.newContext().measuring { context in
            let (duration, books) = try timed {
              let books = try context.fetch(request(filled: true))
              var sum = 0
              for book in books { sum &+= read(book) }
              keep(sum)
              return books
            }
            keep(books)
            return duration
          }
        }
      ]
    }
  }

  private static var batched: Benchmark {
    Benchmark.ratio("fetch.batched", atMost: 2, repetitions: 9) { workspace in
      let library = try workspace.library(.hundredThousand)
      return [
        Comparison(size: "\(LibraryShape.short(library.shape.books)) rows by 50, nothing loaded") {
          try timed { try scrollByHand(library.database, by: 50) }.duration
        } ours: {
          try library.newContext().measuring { context in
            let (duration, books) = try timed {
              let request = request(filled: true)
              request.fetchBatchSize = 50
              let books = try context.fetch(request)
              var sum = 0
              for book in books { sum &+= book.digest }
              keep(sum)
              return books
            }
            keep(books)
            return duration
          }
        }
      ]
    }
  }

  /// Reads the keys, then the rows of `batch` keys at a time, and reads each row in the order of the keys.
  private static func scrollByHand(_ database: CDatabase, by batch: Int) throws {
    try database.reading {
      let keys = try database.identifiers(keysByName)
      let parameters = Array(repeating: "?", count: batch).joined(separator: ",")
      let statement = try database.statement(
        #"SELECT \#(CBook.columns) FROM "ZBOOK" AS t0 WHERE t0.Z_PK IN (\#(parameters))"#)
      let books = CBooks(capacity: keys.count)
      var sum = 0
      var start = 0
      while start < keys.count {
        let slice = keys[start..<min(start + batch, keys.count)]
        for (place, key) in slice.enumerated() { sqlite3_bind_int64(statement, Int32(place + 1), key) }
        for place in slice.count..<batch { sqlite3_bind_null(statement, Int32(place + 1)) }
        let first = books.count
        while sqlite3_step(statement) == SQLITE_ROW { books.append(CBook(statement)) }
        sqlite3_reset(statement)
        // Rows are returned by key, so each is found by a binary search. It is written out, because a baseline uses
        // none of our code.
        for key in slice {
          var low = first
          var high = books.count
          while low < high {
            let middle = (low + high) / 2
            if books.books[middle].key < key { low = middle + 1 } else { high = middle }
          }
          sum &+= books.books[low].digest
        }
        start += batch
      }
      keep(sum)
      keep(books)
    }
  }

  private static var lookup: Benchmark {
    Benchmark.ratio("lookup.fault", atMost: 2.5, repetitions: 9) { workspace in
      let library = try workspace.library(.hundredThousand)
      let keys = try library.database.identifiers(keysByName)
      return [
        Comparison(size: "\(LibraryShape.short(library.shape.books)) faults in one burst") {
          let (duration, books) = try timed {
            try library.database.reading {
              let statement = try library.database.statement(CBook.byKey)
              let books = CBooks(capacity: keys.count)
              for key in keys {
                sqlite3_bind_int64(statement, 1, key)
                if sqlite3_step(statement) == SQLITE_ROW { books.append(CBook(statement)) }
                sqlite3_reset(statement)
              }
              keep(books.digest)
              return books
            }
          }
          keep(books)
          return duration
        } ours: {
          try library.newContext().measuring { context in
            let books = try context.fetch(request(filled: false))
            let (duration, sum) = timed {
              var sum = 0
              for book in books { sum &+= book.digest }
              return sum
            }
            keep(sum)
            return duration
          }
        }
      ]
    }
  }

  static func request(filled: Bool) -> NSFetchRequest<Book> {
    let request = NSFetchRequest<Book>(entityName: "Book")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    request.includesPropertyValues = filled
    return request
  }
}

extension NSManagedObjectContext {
  /// Calls a closure on the context's queue, and returns the duration that the closure measured.
  func measuring(_ body: (NSManagedObjectContext) throws -> Duration) throws -> Duration {
    try performAndWait { try body(self) }
  }
}
