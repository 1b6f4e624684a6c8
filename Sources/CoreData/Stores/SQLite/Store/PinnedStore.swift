import Foundation

/// One earlier state of an SQLite store: a connection whose read transaction stays open. The log cannot begin anew
/// meanwhile.
///
/// Unchecked: the connection is reached only under the lock.
final class PinnedStore: RowStore, @unchecked Sendable {
  private let store: SQLiteStore
  // What is lent while one reads may read, too.
  private let lock = NSRecursiveLock()
  private var connection: Connection?

  fileprivate init(_ store: SQLiteStore, _ connection: Connection) {
    self.store = store
    self.connection = connection
  }

  var model: ModelLayout { store.model }
  var isReadOnly: Bool { store.isReadOnly }

  func keys(matching query: RowQuery, groupedBy group: CompiledPath?) throws -> KeyList {
    try read { try $0.keys(matching: query, groupedBy: group) }
  }

  func rows(matching query: RowQuery) throws -> [Row] { try read { try $0.rows(matching: query) } }

  func count(matching query: RowQuery) throws -> Int { try read { try $0.count(matching: query) } }

  func groups(_ query: GroupQuery) throws -> [RowGroup]? { try read { try $0.groups(query) } }

  func row(for key: RowKey) throws -> Row? { try read { try $0.row(for: key) } }

  func rows(for keys: [RowKey]) throws -> [Row?] { try read { try $0.rows(for: keys) } }

  func values(at paths: [CompiledPath], for key: RowKey) throws -> [Value]? {
    try read { try $0.values(at: paths, for: key) }
  }

  func withValues<Result>(
    at paths: [CompiledPath], _ body: (_ values: (RowKey) throws -> [Value]?) throws -> Result
  ) throws -> Result {
    try read { try $0.withValues(at: paths, body) }
  }

  func seek(_ order: RowSeek.Order) throws -> RowSeek? { try read { try $0.seek(order) } }

  func firstRows(
    _ seek: RowSeek, after places: [RowSeek.Place], where accepts: (_ place: Int, _ primaryKey: Int64) -> Bool
  ) throws -> [RowSeek.Answer] {
    try read { try $0.firstRows(seek, after: places, where: accepts) }
  }

  func related(_ slot: Int, of key: RowKey) throws -> [RowKey] { try read { try $0.related(slot, of: key) } }

  func related(_ slot: Int, of keys: [RowKey]) throws -> [[RowKey]] { try read { try $0.related(slot, of: keys) } }

  func versions(of entity: EntityLayout) throws -> RowVersions { try read { try $0.versions(of: entity) } }

  private func read<Result>(_ body: (StoreReading) throws -> Result) throws -> Result {
    try lock.withLock {
      try StoreFailure.reporting(store.file) {
        guard let connection else { throw StoreClosedError() }
        return try body(try store.reading(on: connection))
      }
    }
  }

  func close() { lock.withLock { connection = nil } }

  // MARK: The store itself

  func save(_ changes: StoreChanges) throws -> StoreSaveResult { try store.save(changes) }
  func allocateKeys(for entities: [EntityLayout]) throws -> [RowKey] { try store.allocateKeys(for: entities) }
  func endReadTransaction() { store.endReadTransaction() }
  func externalVersion() throws -> Int { try store.externalVersion() }
  func historySpan() throws -> HistorySpan? { try store.historySpan() }
  func history(after bound: HistoryBound?, withChanges: Bool) throws -> [HistoryTransaction] {
    try store.history(after: bound, withChanges: withChanges)
  }
  func deleteHistory(before bound: HistoryBound) throws -> Int { try store.deleteHistory(before: bound) }
  func takeOwnTransactions() -> Set<Int64> { store.takeOwnTransactions() }
}

/// A pin that its store does not keep alive.
struct WeakPin: Sendable {
  fileprivate weak let pin: PinnedStore?
}

extension SQLiteStore {
  func pinned() throws -> (any RowStore)? {
    guard !isReadOnly else { return nil }
    return try StoreFailure.reporting(file) {
      guard try writer.keepsLog(readers) else { return nil }
      let pin = PinnedStore(self, try readers.pinnedConnection(file))
      pins.withLock { pins in
        pins.removeAll { $0.pin == nil }
        pins.append(WeakPin(pin: pin))
      }
      return pin
    }
  }

  /// A reader would keep the log from being folded into the main file.
  func closePins() {
    for pin in pins.withLock({ pins in pins.compactMap(\.pin) }) { pin.close() }
  }
}
