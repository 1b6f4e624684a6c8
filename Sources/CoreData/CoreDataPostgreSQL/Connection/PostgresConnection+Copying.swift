import CPostgreSQL
import CoreData

/// Commands that cannot be sent in libpq's pipeline mode. The same timeouts apply to them.
extension PostgresConnection {
  func leavingPipeline<Result>(_ body: () throws -> Result) throws -> Result {
    if hasDeferred || !unread.isEmpty { try run([]) }
    guard PQexitPipelineMode(handle) == 1 else { throw lost() }
    defer { PQenterPipelineMode(handle) }
    return try body()
  }

  /// - Throws: the server's error.
  func run(withoutPipeline sql: String) throws {
    guard PQsendQuery(handle, sql) == 1 else { throw lost() }
    try flush(waits: true)
    try takeResults()
  }

  /// Fills a table with rows in binary form.
  ///
  /// - Parameters:
  ///   - sql: `COPY … FROM STDIN (FORMAT binary)`.
  ///   - rows: calls `send` with rows in binary form, some at a time.
  func copy(_ sql: String, _ rows: (_ send: ([UInt8]) throws -> Void) throws -> Void) throws {
    try leavingPipeline {
      guard PQsendQuery(handle, sql) == 1 else { throw lost() }
      try flush(waits: true)
      try begin()
      var failure: (any Error)?
      do {
        try send(copyHeader)
        try rows { try send($0) }
        try send([0xFF, 0xFF])
      } catch let error as PostgresError where error.endsConnection {
        throw error
      } catch {
        failure = error
      }
      guard PQputCopyEnd(handle, failure == nil ? nil : "the rows cannot be made") == 1 else { throw lost() }
      try flush(waits: true)
      do {
        try takeResults()
      } catch {
        throw failure ?? error
      }
    }
  }

  /// Waits until the server is ready to receive rows.
  private func begin() throws {
    let start = try nextResult()
    defer { PQclear(start) }
    if PQresultStatus(start) == PGRES_COPY_IN { return }
    let error = isBroken ? lost() : PostgresError(start)
    try takeResults()
    throw error
  }

  /// Reads all results up to the end.
  ///
  /// - Throws: the first error among them.
  private func takeResults() throws {
    var failure: PostgresError?
    while let result = try nextResult() {
      defer { PQclear(result) }
      if PQresultStatus(result) == PGRES_FATAL_ERROR, failure == nil {
        failure = isBroken ? lost() : PostgresError(result)
      }
    }
    if let failure { throw failure }
  }

  private func send(_ bytes: [UInt8]) throws {
    let isTaken = bytes.withUnsafeBytes {
      PQputCopyData(handle, $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count))
    }
    guard isTaken == 1 else { throw lost() }
    // Otherwise libpq would keep all rows in memory until the server has received them.
    try flush(waits: true)
  }

  private var copyHeader: [UInt8] {
    Array("PGCOPY\n".utf8) + [0xFF, 0x0D, 0x0A, 0x00] + [UInt8](repeating: 0, count: 8)
  }
}
