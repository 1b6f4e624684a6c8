import CPostgreSQL
import Foundation

/// libpq as a programmer would use it by hand: prepared statements, binary results, and a pipeline for several
/// commands.
final class PQDatabase {
  let handle: OpaquePointer
  private var prepared: Set<String> = []

  /// - Parameter schema: the schema of all names.
  init(_ address: String, schema: String) throws {
    guard let handle = PQconnectdb(address), PQstatus(handle) == CONNECTION_OK else {
      throw BenchmarkError("\(address) does not connect.")
    }
    self.handle = handle
    try run("SET search_path TO \"\(schema)\"")
  }

  deinit { PQfinish(handle) }

  func run(_ sql: String) throws {
    let result = PQexec(handle, sql)
    defer { PQclear(result) }
    guard [PGRES_COMMAND_OK, PGRES_TUPLES_OK].contains(PQresultStatus(result)) else { throw error(sql) }
  }

  /// Calls a closure with the rows of a query, in binary form.
  func reading<Result>(
    _ sql: String, _ body: (_ rows: OpaquePointer, _ count: Int32) throws -> Result
  ) throws -> Result {
    try prepare(sql)
    guard let rows = PQexecPrepared(handle, sql, 0, nil, nil, nil, 1) else { throw error(sql) }
    defer { PQclear(rows) }
    guard PQresultStatus(rows) == PGRES_TUPLES_OK else { throw error(sql) }
    return try body(rows, PQntuples(rows))
  }

  /// Prepares a statement once, with its own text as its name.
  func prepare(_ sql: String) throws {
    guard prepared.insert(sql).inserted else { return }
    let result = PQprepare(handle, sql, sql, 0, nil)
    defer { PQclear(result) }
    guard PQresultStatus(result) == PGRES_COMMAND_OK else { throw error(sql) }
  }

  /// Sends the commands of a closure in one round trip.
  ///
  /// - Returns: the result of the first command.
  func pipeline(_ count: Int, _ send: () throws -> Void) throws -> OpaquePointer? {
    PQenterPipelineMode(handle)
    defer { PQexitPipelineMode(handle) }
    try send()
    PQpipelineSync(handle)
    var first: OpaquePointer?
    for place in 0..<count {
      let result = PQgetResult(handle)
      guard [PGRES_COMMAND_OK, PGRES_TUPLES_OK].contains(PQresultStatus(result)) else { throw error("a pipeline") }
      if place == 0 { first = result } else { PQclear(result) }
      PQclear(PQgetResult(handle))
    }
    PQclear(PQgetResult(handle))
    return first
  }

  /// Sends a prepared statement with its parameters as text.
  func send(_ sql: String, _ parameters: [String] = []) throws {
    let texts = parameters.map { strdup($0) }
    defer { for text in texts { free(text) } }
    let sent = PQsendQueryPrepared(
      handle, sql, Int32(texts.count), texts.map { UnsafePointer($0) }, nil, nil, 1)
    guard sent == 1 else { throw error(sql) }
  }

  func integer(_ sql: String) throws -> Int64 {
    try reading(sql) { rows, _ in PQDatabase.integer(rows, 0, 0) }
  }

  @inline(__always)
  static func integer(_ rows: OpaquePointer, _ row: Int32, _ column: Int32) -> Int64 {
    guard let bytes = PQgetvalue(rows, row, column) else { return 0 }
    return Int64(bigEndian: UnsafeRawPointer(bytes).loadUnaligned(as: Int64.self))
  }

  @inline(__always)
  static func real(_ rows: OpaquePointer, _ row: Int32, _ column: Int32) -> Double {
    Double(bitPattern: UInt64(bitPattern: integer(rows, row, column)))
  }

  func error(_ what: String) -> BenchmarkError {
    BenchmarkError("\(what): \(String(cString: PQerrorMessage(handle)))")
  }
}

extension CBook {
  /// The columns in the order in which our store reads them.
  static let serverColumns =
    #"t0."Z_PK", t0."Z_ENT", t0."Z_OPT", t0."ZAUTHOR", t0."ZDATE", t0."ZNAME", t0."ZRANK", t0."ZSHELF", t0."ZVALUE""#

  /// Reads a row of a query that selects `serverColumns`.
  @inline(__always)
  init(_ rows: OpaquePointer, _ row: Int32) {
    key = PQDatabase.integer(rows, row, 0)
    version = PQDatabase.integer(rows, row, 2)
    (author, authorLength) = Self.copy(rows, row, 3)
    date = PQDatabase.real(rows, row, 4)
    (name, nameLength) = Self.copy(rows, row, 5)
    rank = PQDatabase.integer(rows, row, 6)
    shelf = PQDatabase.integer(rows, row, 7)
    value = PQDatabase.real(rows, row, 8)
  }

  @inline(__always)
  private static func copy(
    _ rows: OpaquePointer, _ row: Int32, _ column: Int32
  ) -> (UnsafeMutablePointer<UInt8>?, Int32) {
    let length = PQgetlength(rows, row, column)
    let copy = malloc(Int(length) + 1)?.assumingMemoryBound(to: UInt8.self)
    if let copy, let text = PQgetvalue(rows, row, column) { memcpy(copy, text, Int(length) + 1) }
    return (copy, length)
  }
}
