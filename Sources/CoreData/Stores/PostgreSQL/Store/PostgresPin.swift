#if PostgreSQL
  import Foundation

  /// One earlier state of a store: a connection whose read transaction stays open.
  ///
  /// Unchecked: the connection is reached only under the lock.
  final class PostgresPin: RowStore, @unchecked Sendable {
    private let store: PostgresStore
    // What is lent while one reads may read, too.
    private let lock = NSRecursiveLock()
    private var connection: PostgresConnection?

    init(_ store: PostgresStore, _ connection: PostgresConnection) {
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

    func seek(_ order: RowSeek.Order) throws -> RowSeek? { try read { try $0.seek(order) } }

    func firstRows(
      _ seek: RowSeek, after places: [RowSeek.Place], where accepts: (_ place: Int, _ primaryKey: Int64) -> Bool
    ) throws -> [RowSeek.Answer] {
      try read { try $0.firstRows(seek, after: places, where: accepts) }
    }

    func related(_ slot: Int, of key: RowKey) throws -> [RowKey] { try read { try $0.related(slot, of: key) } }

    func related(_ slot: Int, of keys: [RowKey]) throws -> [[RowKey]] { try read { try $0.related(slot, of: keys) } }

    func versions(of entity: EntityLayout) throws -> RowVersions { try read { try $0.versions(of: entity) } }

    /// The state is lost with its connection: that is an error, and never another state.
    private func read<Result>(_ body: (PostgresReading) throws -> Result) throws -> Result {
      try lock.withLock {
        try PostgresFailure.reporting(store.settings.address, .reading) {
          guard let connection else { throw StoreClosedError() }
          return try body(store.reading(on: connection))
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
  struct WeakPostgresPin: Sendable {
    weak let pin: PostgresPin?
  }

  extension PostgresStore {
    func pinned() throws -> (any RowStore)? {
      try PostgresFailure.reporting(settings.address, .reading) {
        let connection = try PostgresConnection(settings.address, timeout: settings.timeout)
        try connection.run([
          PostgresCommand("SET idle_in_transaction_session_timeout = 0"), PostgresCommand(PostgresPlace.begin),
          PostgresCommand(settings.mark.reading),
          // The transaction begins with the first read.
          PostgresCommand("SELECT \"ZLAST\" FROM \"Z_HISTORY\""),
        ])
        let pin = PostgresPin(self, connection)
        pins.withLock { pins in
          pins.removeAll { $0.pin == nil }
          pins.append(WeakPostgresPin(pin: pin))
        }
        return pin
      }
    }
  }
#endif
