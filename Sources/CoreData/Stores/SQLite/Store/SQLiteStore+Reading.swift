import Foundation

extension SQLiteStore {
  func keys(matching query: RowQuery, groupedBy group: CompiledPath?) throws -> KeyList {
    try readAll { try $0.keys(matching: query, groupedBy: group) }
  }

  func rows(matching query: RowQuery) throws -> [Row] {
    try readAll { try $0.rows(matching: query) }
  }

  func count(matching query: RowQuery) throws -> Int {
    try readAll { try $0.count(matching: query) }
  }

  func groups(_ query: GroupQuery) throws -> [RowGroup]? { try readAll { try $0.groups(query) } }

  func columns(_ query: ColumnQuery) throws -> [[Value]]? { try readAll { try $0.columns(query) } }

  func row(for key: RowKey) throws -> Row? {
    try read { try $0.row(for: key) }
  }

  func rows(for keys: [RowKey]) throws -> [Row?] {
    try read { try $0.rows(for: keys) }
  }

  func values(at paths: [CompiledPath], for key: RowKey) throws -> [Value]? {
    try read { try $0.values(at: paths, for: key) }
  }

  func withValues<Result>(
    at paths: [CompiledPath], _ body: (_ values: (RowKey) throws -> [Value]?) throws -> Result
  ) throws -> Result {
    try read { try $0.withValues(at: paths, body) }
  }

  func seek(_ order: RowSeek.Order) throws -> RowSeek? {
    try read { try $0.seek(order) }
  }

  func firstRows(
    _ seek: RowSeek, after places: [RowSeek.Place], where accepts: (_ place: Int, _ primaryKey: Int64) -> Bool
  ) throws -> [RowSeek.Answer] {
    try read { try $0.firstRows(seek, after: places, where: accepts) }
  }

  func related(_ slot: Int, of key: RowKey) throws -> [RowKey] {
    try read { try $0.related(slot, of: key) }
  }

  func related(_ slot: Int, of keys: [RowKey]) throws -> [[RowKey]] {
    try read { try $0.related(slot, of: keys) }
  }

  func versions(of entity: EntityLayout) throws -> RowVersions {
    try readAll { try $0.versions(of: entity) }
  }

  /// Reads what may be the whole of a table or an index.
  private func readAll<Result>(_ body: (StoreReading) throws -> Result) throws -> Result {
    try read { reading in
      try reading.connection.setMapping(!reading.connection.mode.isImmutable)
      return try body(reading)
    }
  }

  private func read<Result>(_ body: (StoreReading) throws -> Result) throws -> Result {
    try StoreFailure.reporting(file) {
      try readers.read { connection in
        guard let isCancelled = FetchCancellation.isCancelled else { return try body(try reading(on: connection)) }
        do {
          return try connection.interrupting(when: isCancelled) { try body(try reading(on: connection)) }
        } catch let error as SQLiteError where error.isInterruption {
          throw CocoaError(.userCancelled)
        }
      }
    }
  }
}
