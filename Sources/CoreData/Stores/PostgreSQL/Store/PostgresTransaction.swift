#if PostgreSQL
  import Foundation

  /// One transaction that writes.
  final class PostgresTransaction {
    let connection: PostgresConnection
    private let mark: PostgresMark
    /// The server's number of it; nil where nobody has asked for it.
    private var number: String?
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
    func isCommitted(asking connection: PostgresConnection) throws -> Bool? {
      let status = try number.flatMap { try Self.status(of: $0, asking: connection) }
      // Asked for after the number: what is not in progress any more is there, or never will be.
      if let key { return try key.isInHistory(connection) ? true : status == "in progress" ? nil : false }
      return status == "in progress" ? nil : status == "committed"
    }

    /// - Returns: nil where the server knows nothing of it, any more or yet.
    private static func status(of number: String, asking connection: PostgresConnection) throws -> String? {
      var parameters = PostgresParameters()
      parameters.append(number)
      do {
        return try connection.run("SELECT pg_xact_status($1::text::xid8)", parameters).optionalText(0, 0)
      } catch let error as PostgresError where error.state == "22023" {
        // It is in the future: another server has taken the place of the one that gave it.
        return nil
      }
    }
  }

  /// The key under which the history has what a save changed. It is the saver's own, so that a save whose answer is lost can
  /// be looked for. Below zero; keys of others who write the tables are above, from a sequence.
  struct PostgresTransactionKey: Hashable, Sendable {
    let number: Int64

    static func new() -> PostgresTransactionKey { PostgresTransactionKey(number: .random(in: .min..<0)) }

    func isInHistory(_ connection: PostgresConnection) throws -> Bool {
      let rows = try connection.run(
        "SELECT FROM \"ACHANGE\" WHERE \"ZTRANSACTION\" = $1::int8 LIMIT 1", PostgresParameters(number))
      return rows.count > 0
    }
  }
#endif
