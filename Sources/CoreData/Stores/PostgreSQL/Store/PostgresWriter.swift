#if PostgreSQL
  import Foundation

  /// The connection of a store that writes.
  ///
  /// Unchecked: everything is touched only under the lock, but the processes.
  final class PostgresWriter: @unchecked Sendable {
    private let settings: PostgresSettings
    private let lock = NSLock()
    private var connection: PostgresConnection?
    private var isClosed = false
    /// The server's processes for this store's writing connections: what they notify of is known here.
    private let processes = Protected<Set<Int32>>([])

    init(_ settings: PostgresSettings, connection: PostgresConnection?) {
      self.settings = settings
      self.connection = connection
      if let connection { processes.withLock { _ = $0.insert(connection.serverProcess) } }
    }

    func isOwn(_ process: Int32) -> Bool { processes.withLock { $0.contains(process) } }

    /// Runs something in one transaction: all of it is done, or nothing.
    ///
    /// A transaction that failed for what ran beside it is run again, and so is one whose connection was lost, unless the
    /// server says that it was done.
    ///
    /// - Parameter body: makes the writes and returns the last of them with what it makes of their results. It may run
    ///   several times.
    func transaction<Result>(_ body: (PostgresTransaction) throws -> Result) throws -> Result {
      try lock.withLock {
        var pauses = PostgresPauses()
        while true {
          if isClosed { throw StoreClosedError() }
          var transaction: PostgresTransaction?
          do {
            let connection = try opened()
            let begun = PostgresTransaction(connection, settings.mark)
            transaction = begun
            let result = try body(begun)
            try begun.commit()
            return result
          } catch let error as PostgresError {
            let outcome = try end(transaction, after: error)
            if outcome == .committed, let result = transaction?.outcome as? Result { return result }
            guard outcome == .rolledBack, error.isTransient || error.isConnectionLost, pauses.wait() else {
              throw error
            }
          } catch {
            _ = try end(transaction, after: nil)
            throw error
          }
        }
      }
    }

    private enum Outcome {
      case committed
      case rolledBack
    }

    /// Ends a transaction that failed, and finds out what became of it.
    private func end(_ transaction: PostgresTransaction?, after error: PostgresError?) throws -> Outcome {
      guard let transaction else {
        connection = nil
        return .rolledBack
      }
      if error?.isConnectionLost != true, !transaction.connection.isBroken {
        transaction.rollBack()
        return .rolledBack
      }
      connection = nil
      guard transaction.isCommitSent, let number = transaction.number else { return .rolledBack }
      // Nobody was there to say whether the commit was done: the server knows.
      var pauses = PostgresPauses(limit: 30)
      while true {
        do {
          var parameters = PostgresParameters()
          parameters.append(number)
          let rows = try opened().run("SELECT pg_xact_status($1::text::xid8)", parameters)
          switch rows.optionalText(0, 0) {
          case "committed": return .committed
          case "in progress": break
          default: return .rolledBack
          }
        } catch let failure as PostgresError where failure.isConnectionLost {
          connection = nil
        }
        guard pauses.wait() else { throw error ?? transaction.connection.lost() }
      }
    }

    private func opened() throws -> PostgresConnection {
      if let connection, !connection.isBroken { return connection }
      let new = try PostgresConnection(settings.address, timeout: settings.timeout)
      processes.withLock { _ = $0.insert(new.serverProcess) }
      connection = new
      return new
    }

    func close() {
      lock.withLock {
        isClosed = true
        connection = nil
      }
    }
  }

  /// One transaction that writes.
  final class PostgresTransaction {
    let connection: PostgresConnection
    /// The server's number of it, by which it can be asked what became of it.
    private(set) var number: String?
    private(set) var isCommitSent = false
    /// What the transaction gives once it is committed.
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
