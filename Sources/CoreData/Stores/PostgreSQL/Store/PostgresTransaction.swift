#if PostgreSQL
  import Foundation

  /// One transaction that writes.
  final class PostgresTransaction {
    let connection: PostgresConnection
    private let mark: PostgresMark
    /// The server's number of it; nil where nobody has asked for it.
    private var number: String?
    /// The number of the newest commit before it; nil likewise.
    private var former: Int64?
    /// The key under which the history has it; nil where it has not. Unlike the number, which a server that takes another
    /// one's place may give again, it says for certain whether the transaction was done.
    var key: PostgresTransactionKey?
    private(set) var isCommitSent = false
    /// What the transaction gives once it is committed, for the case that the answer to the commit is lost.
    var outcome: Any?
    private var isEnded = false

    init(_ connection: PostgresConnection, _ mark: PostgresMark) {
      (self.connection, self.mark) = (connection, mark)
      beginLater()
    }

    private func beginLater() {
      connection.sendLater("BEGIN")
      connection.sendLater(mark.writing)
    }

    /// Runs the first commands.
    func begin(_ commands: [PostgresCommand]) throws -> [PostgresRows] {
      let asking = PostgresCommand("SELECT pg_current_xact_id()::text, \"ZLAST\" FROM \"Z_HISTORY\"")
      let rows = try connection.run([asking] + commands)
      if let first = rows.first, first.count > 0 { (number, former) = (first.text(0, 0), first.integer(0, 1)) }
      return Array(rows.dropFirst())
    }

    /// Runs the last commands, and commits with them.
    @discardableResult
    func commit(after commands: [PostgresCommand] = []) throws -> [PostgresRows] {
      guard !isEnded else { return [] }
      isCommitSent = true
      if let key { connection.sendLater(key.locking) }
      let rows = try connection.run(commands + [PostgresCommand("COMMIT")])
      isEnded = true
      return rows
    }

    func rollBack() {
      connection.forgetDeferred()
      if connection.isInTransaction { _ = try? connection.run("ROLLBACK") }
    }

    /// Begins once more after a command that failed, the commit behind it with it.
    func beginAgain() throws {
      connection.forgetDeferred()
      try connection.run("ROLLBACK")
      (isCommitSent, outcome) = (false, nil)
      beginLater()
    }

    /// Finds out whether the transaction was committed whose answer is lost.
    ///
    /// - Returns: nil while the server is at it.
    /// - Throws: the server's error; one, too, where nobody can say it any more.
    func isCommitted(asking connection: PostgresConnection) throws -> Bool? {
      if let key { return try key.isCommitted(after: former, asking: connection) }
      guard let number else { return false }
      var parameters = PostgresParameters()
      parameters.append(number)
      let status = try connection.run("SELECT pg_xact_status($1::text::xid8)", parameters).optionalText(0, 0)
      return status == "in progress" ? nil : status == "committed"
    }
  }
#endif
