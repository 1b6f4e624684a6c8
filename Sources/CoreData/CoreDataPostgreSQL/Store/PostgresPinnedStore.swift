import CoreData
import Foundation

/// A store pinned to an earlier state, by a connection whose read transaction stays open.
///
/// Unchecked: the connection is used only under the lock.
final class PostgresPinnedStore: PinnedRowStore, @unchecked Sendable {
  let store: PostgresStore
  // Recursive, because the body of a read may read again.
  private let lock = NSRecursiveLock()
  private var connection: PostgresConnection?

  init(_ store: PostgresStore, _ connection: PostgresConnection) {
    self.store = store
    self.connection = connection
  }

  /// Reads the pinned state. If the connection is lost, the state is lost, too, so this throws an error and never reads
  /// another state.
  func read<Result>(_ body: (PostgresReading) throws -> Result) throws -> Result {
    try lock.withLock {
      try PostgresFailure.reporting(store.settings.address, .reading) {
        guard let connection else { throw StoreClosedError() }
        do {
          // A cancelled read would lose the pinned state.
          return try FetchCancellation.none { try body(store.reading(on: connection)) }
        } catch let error as PostgresError {
          recover(connection, after: error)
          throw error
        }
      }
    }
  }

  /// Rolls back to the savepoint, because a failed transaction accepts nothing else. Nothing was written, so one
  /// savepoint serves all reads.
  private func recover(_ connection: PostgresConnection, after error: PostgresError) {
    connection.forgetDeferred()
    guard !error.endsConnection, !connection.isBroken else { return }
    _ = try? connection.run("ROLLBACK TO SAVEPOINT \(Self.savepoint)")
  }

  fileprivate static let savepoint = "pinned"

  func close() { lock.withLock { connection = nil } }
}

/// A weak reference to a pinned store.
struct WeakPostgresPinnedStore: Sendable {
  weak var pinned: PostgresPinnedStore?
}

extension PostgresStore {
  func pinned() throws -> (any RowStore)? {
    try PostgresFailure.reporting(settings.address, .reading) {
      let connection = try settings.lineage.connect(settings.address, timeout: settings.timeout)
      try connection.run([
        PostgresCommand(PostgresPlace.begin), PostgresCommand("SET LOCAL idle_in_transaction_session_timeout = 0"),
        // The transaction begins with the first read.
        PostgresCommand(settings.versionTable.reading), PostgresCommand("SAVEPOINT \(PostgresPinnedStore.savepoint)"),
      ])
      let pinned = PostgresPinnedStore(self, connection)
      pinnedStores.withLock { stores in
        stores.removeAll { $0.pinned == nil }
        stores.append(WeakPostgresPinnedStore(pinned: pinned))
      }
      return pinned
    }
  }
}
