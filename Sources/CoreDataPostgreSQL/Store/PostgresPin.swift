import CoreData
import Foundation

/// An earlier state of a store: a connection whose read transaction stays open.
///
/// Unchecked: the connection is reached only under the lock.
final class PostgresPin: PinnedRowStore, @unchecked Sendable {
  let store: PostgresStore
  // What is lent while one reads may read, too.
  private let lock = NSRecursiveLock()
  private var connection: PostgresConnection?

  init(_ store: PostgresStore, _ connection: PostgresConnection) {
    self.store = store
    self.connection = connection
  }

  /// The state is lost with its connection: that is an error, and never another state.
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

  /// Returns to the savepoint, because a transaction can do nothing else after an error. Nothing was written, so one
  /// savepoint is enough for all reads.
  private func recover(_ connection: PostgresConnection, after error: PostgresError) {
    connection.forgetDeferred()
    guard !error.endsConnection, !connection.isBroken else { return }
    _ = try? connection.run("ROLLBACK TO SAVEPOINT \(Self.savepoint)")
  }

  fileprivate static let savepoint = "pinned"

  func close() { lock.withLock { connection = nil } }
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
        // The transaction begins with the first read.
        PostgresCommand(settings.mark.reading), PostgresCommand("SAVEPOINT \(PostgresPin.savepoint)"),
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
