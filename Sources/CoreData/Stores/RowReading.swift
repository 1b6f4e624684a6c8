/// Reads one state of a store. `RowStore` documents the functions.
package protocol RowReading {
  func keys(matching query: RowQuery, groupedBy group: CompiledPath?) throws -> KeyList
  func rows(matching query: RowQuery) throws -> [Row]
  func count(matching query: RowQuery) throws -> Int
  func groups(_ query: GroupQuery) throws -> [RowGroup]?
  func columns(_ query: ColumnQuery) throws -> [[Value]]?
  func row(for key: RowKey) throws -> Row?
  func rows(for keys: [RowKey]) throws -> [Row?]
  func values(at paths: [CompiledPath], for key: RowKey) throws -> [Value]?
  func withValues<Result>(
    at paths: [CompiledPath], _ body: (_ values: (RowKey) throws -> [Value]?) throws -> Result
  ) throws -> Result
  func seek(_ order: RowSeek.Order) throws -> RowSeek?
  func firstRows(
    _ seek: RowSeek, after places: [RowSeek.Place], where accepts: (_ place: Int, _ primaryKey: Int64) -> Bool
  ) throws -> [RowSeek.Answer]
  func related(_ slot: Int, of key: RowKey) throws -> [RowKey]
  func related(_ slot: Int, of keys: [RowKey]) throws -> [[RowKey]]
  func versions(of entity: EntityLayout) throws -> RowVersions
}

extension RowReading {
  /// The values that a history keeps of rows that are about to be deleted, by key and slot.
  ///
  /// - Parameter preserved: the slots of these values, by entity.
  package func tombstones(
    of deletions: [StoreChanges.Deletion], preserving preserved: [Int: [Int]]
  ) throws -> [RowKey: [Int: Value]] {
    let keys = deletions.map(\.key).filter { preserved[Int($0.entity)] != nil }
    guard !keys.isEmpty else { return [:] }
    var result: [RowKey: [Int: Value]] = [:]
    for case let row? in try rows(for: keys) {
      let slots = preserved[Int(row.key.entity)] ?? []
      result[row.key] = Dictionary(uniqueKeysWithValues: slots.map { ($0, row[$0]) })
    }
    return result
  }

  package func columns(_ query: ColumnQuery) throws -> [[Value]]? { nil }

  package func withValues<Result>(
    at paths: [CompiledPath], _ body: (_ values: (RowKey) throws -> [Value]?) throws -> Result
  ) throws -> Result {
    try body { try values(at: paths, for: $0) }
  }
}

/// A store that lends each read a value that reads one state.
package protocol ReadingRowStore: RowStore {
  associatedtype Reading: RowReading

  /// - Parameter body: may run again, so that it must change nothing.
  func read<Result>(_ body: (Reading) throws -> Result) throws -> Result
}

extension ReadingRowStore {
  package func keys(matching query: RowQuery, groupedBy group: CompiledPath?) throws -> KeyList {
    try read { try $0.keys(matching: query, groupedBy: group) }
  }

  package func rows(matching query: RowQuery) throws -> [Row] { try read { try $0.rows(matching: query) } }

  package func count(matching query: RowQuery) throws -> Int { try read { try $0.count(matching: query) } }

  package func groups(_ query: GroupQuery) throws -> [RowGroup]? { try read { try $0.groups(query) } }

  package func columns(_ query: ColumnQuery) throws -> [[Value]]? { try read { try $0.columns(query) } }

  package func row(for key: RowKey) throws -> Row? { try read { try $0.row(for: key) } }

  package func rows(for keys: [RowKey]) throws -> [Row?] { try read { try $0.rows(for: keys) } }

  package func values(at paths: [CompiledPath], for key: RowKey) throws -> [Value]? {
    try read { try $0.values(at: paths, for: key) }
  }

  package func withValues<Result>(
    at paths: [CompiledPath], _ body: (_ values: (RowKey) throws -> [Value]?) throws -> Result
  ) throws -> Result {
    try read { try $0.withValues(at: paths, body) }
  }

  package func seek(_ order: RowSeek.Order) throws -> RowSeek? { try read { try $0.seek(order) } }

  package func firstRows(
    _ seek: RowSeek, after places: [RowSeek.Place], where accepts: (_ place: Int, _ primaryKey: Int64) -> Bool
  ) throws -> [RowSeek.Answer] {
    try read { try $0.firstRows(seek, after: places, where: accepts) }
  }

  package func related(_ slot: Int, of key: RowKey) throws -> [RowKey] { try read { try $0.related(slot, of: key) } }

  package func related(_ slot: Int, of keys: [RowKey]) throws -> [[RowKey]] {
    try read { try $0.related(slot, of: keys) }
  }

  package func versions(of entity: EntityLayout) throws -> RowVersions { try read { try $0.versions(of: entity) } }
}

/// A store object that reads an earlier state of a store, and forwards everything else to the store itself.
package protocol PinnedRowStore: ReadingRowStore {
  associatedtype Store: RowStore
  var store: Store { get }
}

extension PinnedRowStore {
  package var model: ModelLayout { store.model }
  package var isReadOnly: Bool { store.isReadOnly }

  package func save(_ changes: StoreChanges) throws -> StoreSaveResult { try store.save(changes) }
  package func allocateKeys(for entities: [EntityLayout]) throws -> [RowKey] { try store.allocateKeys(for: entities) }
  package func beginReading() { store.beginReading() }
  package func endReadTransaction() { store.endReadTransaction() }
  package func externalVersion() throws -> Int { try store.externalVersion() }
  package func historySpan() throws -> HistorySpan? { try store.historySpan() }
  package func history(after bound: HistoryBound?, withChanges: Bool) throws -> [HistoryTransaction] {
    try store.history(after: bound, withChanges: withChanges)
  }
  package func deleteHistory(before bound: HistoryBound) throws -> Int { try store.deleteHistory(before: bound) }
  package func takeOwnTransactions(through number: Int64) -> Set<Int64> { store.takeOwnTransactions(through: number) }
}
