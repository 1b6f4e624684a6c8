import CSQLite
import CoreData
import Foundation

/// The costs of `sections browse` with a store of a million rows: the first screen, each further page, and memory.
enum BrowseCases {
  static var all: [Benchmark] { [open, scroll, memory] }

  /// The time from a closed store to the first screen, compared with C: a connection, the identifiers and the first
  /// rows.
  private static var open: Benchmark {
    Benchmark.ratio("browse.open", atMost: 3, repetitions: 15) { workspace in
      let library = try workspace.library(.million)
      let url = library.url
      return BrowsedBooks.Kind.allCases.map { kind in
        Comparison(size: "\(library.shape.size), \(kind.rawValue)") {
          try timed {
            let database = try CDatabase(path: library.url.path)
            try database.reading {
              let keys = try identifiers(kind, of: database)
              keep(try read(keys.prefix(kind.booksOfPage), of: database))
              keep(keys)
            }
            keep(database)
          }.duration
        } ours: {
          try MainActor.assumeIsolated {
            let (duration, books) = try timed { try BrowsedBooks(kind, at: url) }
            try books.check()
            return duration
          }
        }
      }
    }
  }

  /// The time to show a page of rows that were not read before.
  private static var scroll: Benchmark {
    Benchmark.ratio("browse.scroll", atMost: 3, repetitions: 50) { workspace in
      let library = try workspace.library(.million)
      let url = library.url
      return try BrowsedBooks.Kind.allCases.map { kind in
        let keys = try identifiers(kind, of: library.database)
        let books = try MainActor.assumeIsolated { try BrowsedBooks(kind, at: url) }
        var place = 0
        return Comparison(size: "\(library.shape.size), \(kind.rawValue), a page") {
          place += kind.booksOfPage
          return try timed {
            try library.database.reading {
              keep(try read(keys[place..<place + kind.booksOfPage], of: library.database))
            }
          }.duration
        } ours: {
          try MainActor.assumeIsolated {
            let duration = timed { books.scroll() }.duration
            try books.check()
            return duration
          }
        }
      }
    }
  }

  /// The peak memory, in megabytes, of a process that opens the store and scrolls. The kernel's figure includes code
  /// and libraries.
  private static var memory: Benchmark {
    Benchmark(name: "browse.memory") { workspace in
      let library = try workspace.library(.million)
      return try BrowsedBooks.Kind.allCases.map { kind in
        BenchmarkResult(
          name: "browse.memory", size: "\(library.shape.size), \(kind.rawValue), MB", bound: 150,
          value: Double(try PeakMemory.ofBrowsing(kind, library.url)) / 1_000_000)
      }
    }
  }

  private static func identifiers(
    _ kind: BrowsedBooks.Kind, of database: CDatabase
  ) throws -> ContiguousArray<Int64> {
    switch kind {
    case .flat: try database.identifiers(kind.sql)
    case .sections: try database.groupedIdentifiers(kind.sql).identifiers
    case .values: try database.namedIdentifiers(kind.sql).identifiers
    }
  }

  /// Reads the rows of some keys, and all their properties.
  private static func read(_ keys: ArraySlice<Int64>, of database: CDatabase) throws -> CBooks {
    let statement = try database.statement(CBook.byKey)
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
