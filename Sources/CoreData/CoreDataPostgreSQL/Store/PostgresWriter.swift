import CoreData
import Foundation

/// Runs the write transactions of a store.
struct PostgresWriter: Sendable {
  let settings: PostgresSettings
  let pool: PostgresPool

  /// Runs a closure in one transaction: all of its writes take effect, or none.
  ///
  /// A transaction that failed because of concurrent ones is repeated. So is one whose connection was lost, unless the
  /// server says that it was committed.
  ///
  /// - Parameter body: makes the writes, and may commit them itself. It may be called several times.
  func transaction<Result>(_ body: (PostgresTransaction) throws -> Result) throws -> Result {
    try pool.write { place in
      var pauses = PostgresPauses(limit: settings.patience)
      while true {
        var transaction: PostgresTransaction?
        do {
          let idle = try place.idle(settings)
          try settings.lineage.checkSaving(settings.address)
          let begun = PostgresTransaction(idle, settings.versionTable)
          transaction = begun
          let result = try body(begun)
          if begun.outcome == nil { begun.outcome = result }
          try begun.commit()
          return result
        } catch let error as PostgresError {
          let isCommitted = try end(transaction, in: place, after: error)
          if isCommitted, let result = transaction?.outcome as? Result { return result }
          guard !isCommitted, error.isTransient || error.isConnectionLost, pauses.wait() else { throw error }
        } catch {
          _ = try end(transaction, in: place, after: nil)
          throw error
        }
      }
    }
  }

  /// Ends a failed transaction, and determines its outcome.
  ///
  /// - Returns: whether it was committed nevertheless.
  private func end(
    _ transaction: PostgresTransaction?, in place: PostgresPlace, after error: PostgresError?
  ) throws -> Bool {
    guard let transaction else {
      place.close()
      return false
    }
    if error?.endsConnection != true, !transaction.isBroken {
      transaction.rollBack()
      return false
    }
    place.close()
    guard transaction.isCommitSent else { return false }
    // The answer that says whether the commit was done is lost, but the server knows.
    var pauses = PostgresPauses(limit: max(settings.patience, 30))
    while true {
      do {
        let connection = try place.idle(settings)
        if let isCommitted = try transaction.isCommitted(asking: connection) {
          if isCommitted { try waitForStandbys(of: connection) }
          return isCommitted
        }
        // Another server may have replaced this one by the next attempt.
        place.close()
      } catch let failure as PostgresError where failure.endsConnection {
        place.close()
      }
      guard pauses.wait() else { throw error ?? transaction.lost() }
    }
  }

  /// Waits until the standbys that commits wait for have all commits that the server shows. Ending the session of a
  /// commit ends its wait, so without this a save could be reported that only the server of a former primary has. A
  /// message in the log is the smallest commit.
  private func waitForStandbys(of connection: PostgresConnection) throws {
    try connection.run(
      """
      SELECT pg_logical_emit_message(true, 'CoreData', '') \
      WHERE NOT pg_is_in_recovery() AND current_setting('synchronous_standby_names') <> ''
      """)
  }
}
