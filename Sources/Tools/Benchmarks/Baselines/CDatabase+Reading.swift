import CSQLite

extension CDatabase {
  /// The first column of every row, as integers.
  func identifiers(_ sql: String) throws -> ContiguousArray<Int64> {
    let statement = try statement(sql)
    var identifiers: ContiguousArray<Int64> = []
    while sqlite3_step(statement) == SQLITE_ROW { identifiers.append(sqlite3_column_int64(statement, 0)) }
    sqlite3_reset(statement)
    return identifiers
  }

  /// The first column of every row, and the runs of equal values in the second column. A run ends before the index
  /// `end`.
  func groupedIdentifiers(
    _ sql: String
  ) throws -> (identifiers: ContiguousArray<Int64>, groups: ContiguousArray<(key: Int64, end: Int)>) {
    let statement = try statement(sql)
    var identifiers: ContiguousArray<Int64> = []
    var groups: ContiguousArray<(key: Int64, end: Int)> = []
    var last = Int64.min
    while sqlite3_step(statement) == SQLITE_ROW {
      let group = sqlite3_column_int64(statement, 1)
      if group != last {
        if !groups.isEmpty { groups[groups.count - 1].end = identifiers.count }
        groups.append((group, 0))
        last = group
      }
      identifiers.append(sqlite3_column_int64(statement, 0))
    }
    sqlite3_reset(statement)
    if !groups.isEmpty { groups[groups.count - 1].end = identifiers.count }
    return (identifiers, groups)
  }

  /// The first column of every row, and the texts of the second column in one buffer, one after the other.
  func namedIdentifiers(_ sql: String) throws -> (identifiers: ContiguousArray<Int64>, names: ContiguousArray<UInt8>) {
    let statement = try statement(sql)
    var identifiers: ContiguousArray<Int64> = []
    var names: ContiguousArray<UInt8> = []
    while sqlite3_step(statement) == SQLITE_ROW {
      identifiers.append(sqlite3_column_int64(statement, 0))
      let text = UnsafeBufferPointer(
        start: sqlite3_column_text(statement, 1), count: Int(sqlite3_column_bytes(statement, 1)))
      names.append(contentsOf: text)
    }
    sqlite3_reset(statement)
    return (identifiers, names)
  }

  /// The time to read all rows of a query that selects `CBook.columns`, and every property of each row.
  func timeOfReading(_ sql: String) throws -> Duration {
    let (duration, books) = try timed {
      let books = try self.books(sql)
      keep(books.digest)
      return books
    }
    keep(books)
    return duration
  }

  /// The rows of a query that selects `CBook.columns`.
  func books(_ sql: String) throws -> CBooks {
    let statement = try statement(sql)
    let books = CBooks(capacity: 1024)
    while sqlite3_step(statement) == SQLITE_ROW { books.append(CBook(statement)) }
    sqlite3_reset(statement)
    return books
  }
}
