import CoreData
import Foundation

/// A store on a PostgreSQL server, in a schema of its own.
final class PostgresStore: RowStore {
  let schema: StoreSchema
  let settings: PostgresSettings
  let isReadOnly: Bool
  let pool: PostgresPool
  let listener: PostgresListener
  let plans: PostgresPlans
  let writers: PostgresWriters
  /// By entity: the slots of the attributes, ordered by name, whose values are preserved when a row is deleted.
  let preserved: [Int: [Int]]
  let derivations: PostgresDerivations
  let ownTransactions = OwnTransactions()
  /// The transactions that are being committed. Another thread may find one in the history before the answer to its
  /// commit arrives.
  let committing = Protected<Set<PostgresTransactionKey>>([])
  /// The pinned stores, which read earlier states of this one.
  let pinnedStores = Protected<[WeakPostgresPinnedStore]>([])

  struct Parts {
    let planned: PlannedSchema
    let settings: PostgresSettings
    let isReadOnly: Bool
    let preserved: [Int: [Int]]
    let derivations: [Derivation]
    let uniqueSlots: [Set<Int>]
    let constraints: [String: UniquenessConstraint]
    /// The connection that the store was opened with.
    let connection: PostgresConnection
  }

  init(_ parts: Parts) {
    schema = parts.planned.schema
    settings = parts.settings
    isReadOnly = parts.isReadOnly
    preserved = parts.preserved
    derivations = PostgresDerivations(parts.derivations, in: parts.planned.schema)
    pool = PostgresPool(parts.settings, parts.connection)
    listener = PostgresListener(parts.settings)
    plans = PostgresPlans(parts.planned.schema, indexes: IndexPlan.all(parts.planned.plan))
    writers = PostgresWriters(
      parts.planned.schema, parts.settings.versionTable, uniqueSlots: parts.uniqueSlots, constraints: parts.constraints)
  }

  deinit { close() }

  var model: ModelLayout { schema.model }

  /// - Parameter readAhead: rows that were already read in the connection's read transaction.
  func reading(
    on connection: PostgresConnection, readAhead: PostgresReadAhead = PostgresReadAhead()
  ) -> PostgresReading {
    PostgresReading(connection: connection, schema: schema, plans: plans, readAhead: readAhead)
  }

  func beginReading() { pool.beginReading() }

  func beginReading(after news: HistorySpan) { pool.beginReadingNews() }

  func endReadTransaction() { pool.endReadTransactions() }

  func close() {
    for pinned in pinnedStores.withLock({ stores in stores.compactMap(\.pinned) }) { pinned.close() }
    listener.close()
    pool.close()
  }
}

extension PostgresStore: ReadingRowStore {
  func read<Result>(_ body: (PostgresReading) throws -> Result) throws -> Result {
    try read(isFresh: false, body)
  }

  /// - Parameter isFresh: whether to read the newest state.
  func read<Result>(isFresh: Bool, _ body: (PostgresReading) throws -> Result) throws -> Result {
    try PostgresFailure.reporting(settings.address, .reading) {
      try pool.read(isFresh: isFresh) { try body(reading(on: $0, readAhead: $1.readAhead)) }
    }
  }
}
