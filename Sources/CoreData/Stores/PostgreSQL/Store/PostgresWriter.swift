#if PostgreSQL
  import Foundation

  /// Runs the transactions of a store that write.
  struct PostgresWriter: Sendable {
    let settings: PostgresSettings
    let pool: PostgresPool

    /// Runs something in one transaction: all of it is done, or nothing.
    ///
    /// A transaction that failed for what ran beside it is run again, and so is one whose connection was lost, unless the
    /// server says that it was done.
    ///
    /// - Parameter body: makes the writes, and commits them or leaves that. It may run several times.
    func transaction<Result>(_ body: (PostgresTransaction) throws -> Result) throws -> Result {
      try pool.write { place in
        var pauses = PostgresPauses()
        while true {
          var transaction: PostgresTransaction?
          do {
            let begun = PostgresTransaction(try place.idle(settings), settings.mark)
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

    /// Ends a transaction that failed, and finds out what became of it.
    ///
    /// - Returns: whether it was committed all the same.
    private func end(
      _ transaction: PostgresTransaction?, in place: PostgresPlace, after error: PostgresError?
    ) throws -> Bool {
      guard let transaction else {
        place.close()
        return false
      }
      if error?.endsConnection != true, !transaction.connection.isBroken {
        transaction.rollBack()
        return false
      }
      place.close()
      guard transaction.isCommitSent, let number = transaction.number else { return false }
      // Nobody was there to say whether the commit was done: the server knows.
      var pauses = PostgresPauses(limit: 30)
      while true {
        do {
          var parameters = PostgresParameters()
          parameters.append(number)
          let rows = try place.idle(settings).run("SELECT pg_xact_status($1::text::xid8)", parameters)
          switch rows.optionalText(0, 0) {
          case "committed": return true
          case "in progress": break
          default: return false
          }
        } catch let failure as PostgresError where failure.endsConnection {
          place.close()
        }
        guard pauses.wait() else { throw error ?? transaction.connection.lost() }
      }
    }
  }

  /// One transaction that writes.
  final class PostgresTransaction {
    let connection: PostgresConnection
    /// The server's number of it, by which it can be asked what became of it.
    private(set) var number: String?
    /// The part of it that the rows have which the transaction writes.
    var shortNumber: UInt32? { number.flatMap { UInt64($0) }.map { UInt32(truncatingIfNeeded: $0) } }
    private(set) var isCommitSent = false
    /// What the transaction gives once it is committed, for the case that the answer to the commit is lost.
    var outcome: Any?
    private var isEnded = false

    init(_ connection: PostgresConnection, _ mark: PostgresMark) {
      self.connection = connection
      connection.sendLater("BEGIN")
      connection.sendLater(mark.writing)
    }

    /// Runs the first commands.
    func begin(_ commands: [PostgresCommand]) throws -> [PostgresRows] {
      let rows = try connection.run([PostgresCommand("SELECT pg_current_xact_id()::text")] + commands)
      number = rows.first?.text(0, 0)
      return Array(rows.dropFirst())
    }

    /// Runs the last commands, and commits with them.
    @discardableResult
    func commit(after commands: [PostgresCommand] = []) throws -> [PostgresRows] {
      guard !isEnded else { return [] }
      isCommitSent = true
      let rows = try connection.run(commands + [PostgresCommand("COMMIT")])
      isEnded = true
      return rows
    }

    func rollBack() {
      connection.forgetDeferred()
      if connection.isInTransaction { _ = try? connection.run("ROLLBACK") }
    }
  }
#endif
