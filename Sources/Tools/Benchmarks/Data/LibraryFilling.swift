import CSQLite

/// Fills the tables of a library.
struct LibraryFilling {
  let database: CDatabase
  let shape: LibraryShape

  static let insertBook = """
    INSERT INTO "ZBOOK" (Z_PK, Z_ENT, Z_OPT, "ZAUTHOR", "ZDATE", "ZNAME", "ZRANK", "ZSHELF", "ZVALUE") \
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
    """

  func fill() throws {
    let indexes = try database.texts("SELECT sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'ZBOOK'")
    // The indexes are created after the rows, because SQLite would insert a million unsorted names into an index one by
    // one.
    for name in try database.texts("SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'ZBOOK'") {
      try database.run("DROP INDEX \"\(name)\"")
    }
    try database.transaction {
      try insertShelves(1...shape.shelves)
      try insertBooks(1...shape.books) { Int64(shape.shelf(ofBook: $0)) }
      try database.run("UPDATE Z_PRIMARYKEY SET Z_MAX = \(shape.books) WHERE Z_NAME = 'Book'")
      try database.run("UPDATE Z_PRIMARYKEY SET Z_MAX = \(shape.shelves) WHERE Z_NAME = 'Shelf'")
    }
    for index in indexes { try database.run(index) }
    try database.run("ANALYZE")
    try database.run("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  func insertShelves(_ numbers: some Sequence<Int>) throws {
    let entity = try entity("Shelf")
    let statement = try database.statement(
      "INSERT INTO ZSHELF (Z_PK, Z_ENT, Z_OPT, ZCODE, ZNAME, ZRANK) VALUES (?, ?, 1, ?, ?, ?)")
    for number in numbers {
      sqlite3_bind_int64(statement, 1, Int64(number))
      sqlite3_bind_int64(statement, 2, entity)
      sqlite3_bind_int64(statement, 3, Int64(number))
      database.bind(statement, 4, LibraryStore.name(of: number))
      // Ranks are even, so that a rank fits between any two.
      sqlite3_bind_int64(statement, 5, Int64(number * 2))
      try database.finish(statement)
    }
  }

  func insertBooks(_ numbers: some Sequence<Int>, shelf: (Int) -> Int64) throws {
    let entity = try entity("Book")
    let statement = try database.statement(Self.insertBook)
    for number in numbers {
      sqlite3_bind_int64(statement, 1, Int64(number))
      sqlite3_bind_int64(statement, 2, entity)
      sqlite3_bind_int64(statement, 3, 1)
      database.bind(statement, 4, LibraryStore.author(of: number))
      sqlite3_bind_double(statement, 5, Double(number) + 0.5)
      database.bind(statement, 6, LibraryStore.name(of: number))
      sqlite3_bind_int64(statement, 7, Int64(number))
      sqlite3_bind_int64(statement, 8, shelf(number))
      sqlite3_bind_double(statement, 9, Double(number) * 0.25)
      try database.finish(statement)
    }
  }

  private func entity(_ name: String) throws -> Int64 {
    try database.integer("SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = '\(name)'")
  }
}
