import CPostgreSQL
import Foundation

extension PQDatabase {
  /// Inserts books and their history in one transaction, by a binary `COPY` as our save does.
  func insertBooks(_ numbers: Range<Int>, shelves: Int) throws {
    let entity = try integer(#"SELECT "Z_ENT" FROM "Z_PRIMARYKEY" WHERE "Z_NAME" = 'Book'"#)
    try run("BEGIN")
    let start = PQexec(
      handle,
      #"""
      COPY "ZBOOK" ("Z_PK", "Z_ENT", "Z_OPT", "ZAUTHOR", "ZDATE", "ZNAME", "ZRANK", "ZSHELF", "ZVALUE") \#
      FROM STDIN (FORMAT binary)
      """#)
    defer { PQclear(start) }
    guard PQresultStatus(start) == PGRES_COPY_IN else { throw error("COPY") }
    var buffer = CopyBuffer(handle)
    for number in numbers {
      buffer.begin(fields: 9)
      buffer.append(Int64(number))
      buffer.append(entity)
      buffer.append(Int64(1))
      buffer.append(LibraryStore.author(of: number))
      buffer.append(Double(number) + 0.5)
      buffer.append(LibraryStore.name(of: number))
      buffer.append(Int64(number))
      buffer.append(Int64(number % shelves + 1))
      buffer.append(Double(number) * 0.25)
    }
    buffer.end()
    while let result = PQgetResult(handle) {
      defer { PQclear(result) }
      guard PQresultStatus(result) == PGRES_COMMAND_OK else { throw error("COPY") }
    }
    try run(
      #"""
      INSERT INTO "ACHANGE" ("ZTRANSACTION", "ZCHANGETYPE", "ZENTITY", "ZENTITYPK") \#
      SELECT t.key, 0, \#(entity), i FROM (SELECT nextval('"ATRANSACTION_SEQ"') AS key) AS t, \#
      generate_series(\#(numbers.lowerBound), \#(numbers.upperBound - 1)) AS i
      """#)
    try run(Self.numbering)
    try run("COMMIT")
  }

  /// Changes a value of rows at a known version, and writes the history, as our save does. One round trip locks and
  /// compares the rows, and a second one writes them.
  func update(_ keys: [Int], from version: Int, to value: Double) throws {
    let history = try historyOfUpdates()
    let list = "{\(keys.map(String.init).joined(separator: ","))}"
    let locking =
      #"SELECT "Z_OPT" FROM "ZBOOK" WHERE "Z_PK" = ANY ($1::int8[]) ORDER BY "Z_PK" FOR UPDATE"#
    let writing =
      #"UPDATE "ZBOOK" SET "Z_OPT" = "Z_OPT" + 1, "ZVALUE" = $3::float8 WHERE "Z_PK" = $1::int8 AND "Z_OPT" = $2::int8"#
    for sql in ["BEGIN", "COMMIT", locking, writing, history, Self.numbering] { try prepare(sql) }
    try run("BEGIN")
    let rows = try pipeline(1) { try send(locking, [list]) }
    defer { PQclear(rows) }
    for row in 0..<PQntuples(rows) {
      guard let rows, Self.integer(rows, row, 0) == version else {
        throw BenchmarkError("A row is at another version.")
      }
    }
    PQclear(
      try pipeline(keys.count + 3) {
        for key in keys { try send(writing, ["\(key)", "\(version)", "\(value)"]) }
        try send(history, [list])
        try send(Self.numbering)
        try send("COMMIT")
      })
  }

  /// Renames a row and writes the history in one round trip, as our save of one object does.
  func rename(_ key: Int, to name: String, _ history: String) throws {
    let writing = #"UPDATE "ZBOOK" SET "Z_OPT" = "Z_OPT" + 1, "ZNAME" = $2::text WHERE "Z_PK" = $1::int8"#
    for sql in ["BEGIN", "COMMIT", writing, history, Self.numbering] { try prepare(sql) }
    PQclear(
      try pipeline(5) {
        try send("BEGIN")
        try send(writing, ["\(key)", name])
        try send(history, ["{\(key)}"])
        try send(Self.numbering)
        try send("COMMIT")
      })
  }

  /// Returns the command that records in the history that books were updated. Its parameter is an array of their keys.
  func historyOfUpdates() throws -> String {
    let entity = try integer(#"SELECT "Z_ENT" FROM "Z_PRIMARYKEY" WHERE "Z_NAME" = 'Book'"#)
    return #"""
      INSERT INTO "ACHANGE" ("ZTRANSACTION", "ZCHANGETYPE", "ZENTITY", "ZENTITYPK", "ZCOLUMNS") \#
      SELECT t.key, 1, \#(entity), i, '\\x20' FROM (SELECT nextval('"ATRANSACTION_SEQ"') AS key) AS t, \#
      unnest($1::int8[]) AS i
      """#
  }

  /// The last command of every save. It assigns the transaction the next number, and notifies listeners.
  static let numbering = #"""
    WITH n AS (UPDATE "Z_HISTORY" SET "ZLAST" = "ZLAST" + 1 RETURNING "ZLAST") \#
    INSERT INTO "ATRANSACTION" ("Z_PK", "ZKEY", "ZTIMESTAMP") SELECT n."ZLAST", currval('"ATRANSACTION_SEQ"'), 0 FROM n \#
    RETURNING pg_notify('by_hand', '1')
    """#
}

/// A buffer of the rows of a binary `COPY`, which sends the rows in parts.
private struct CopyBuffer {
  private let handle: OpaquePointer
  private var bytes: [UInt8] = Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0x00] + [UInt8](repeating: 0, count: 8)

  init(_ handle: OpaquePointer) { self.handle = handle }

  mutating func begin(fields: Int16) {
    if bytes.count > 1 << 16 { send() }
    raw(fields)
  }

  mutating func append(_ number: Int64) {
    raw(Int32(8))
    raw(number)
  }

  mutating func append(_ number: Double) {
    raw(Int32(8))
    raw(Int64(bitPattern: number.bitPattern))
  }

  mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      raw(Int32(utf8.count))
      bytes.append(contentsOf: utf8)
    }
  }

  mutating func end() {
    raw(Int16(-1))
    send()
    PQputCopyEnd(handle, nil)
  }

  private mutating func raw<Number: FixedWidthInteger>(_ number: Number) {
    withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
  }

  private mutating func send() {
    bytes.withUnsafeBytes {
      _ = PQputCopyData(handle, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count))
    }
    bytes.removeAll(keepingCapacity: true)
  }
}
