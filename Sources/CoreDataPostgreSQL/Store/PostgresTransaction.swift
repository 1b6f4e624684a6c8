import CoreData
import Foundation

/// A transaction that writes.
final class PostgresTransaction {
  private let idle: PostgresConnection
  private let versionTable: PostgresVersionTable
  private var isBegun = false
  /// The server's number of the transaction; nil where it was not asked for.
  private var number: String?
  /// The number of the newest commit before it; nil where it was not asked for.
  private var former: Int64?
  /// The key under which the history has the transaction; nil where it has none. Unlike the number, which a server
  /// that takes another one's place may give again, the key says for certain whether the transaction was done.
  var key: PostgresTransactionKey?
  private(set) var isCommitSent = false
  /// The result of the transaction once it is committed, kept for the case that the answer to the commit is lost.
  var outcome: Any?
  private var isEnded = false

  /// Each command sees what was committed before it, also by the transactions for whose locks it waited, whatever the
  /// server's default is. A state as of the transaction's beginning would be written over what was saved meanwhile.
  static let beginning = "BEGIN ISOLATION LEVEL READ COMMITTED"

  /// - Parameter idle: a connection in no transaction.
  init(_ idle: PostgresConnection, _ versionTable: PostgresVersionTable) {
    (self.idle, self.versionTable) = (idle, versionTable)
  }

  /// The connection, on which the transaction begins with the first command.
  var connection: PostgresConnection {
    if !isBegun {
      idle.sendLater(Self.beginning)
      idle.sendLater(versionTable.writing)
      isBegun = true
    }
    return idle
  }

  var isBroken: Bool { idle.isBroken }

  func lost() -> PostgresError { idle.lost() }

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
    let rows = try connection.run(commands + [PostgresCommand("COMMIT")])
    isEnded = true
    return rows
  }

  /// Runs a command that is a transaction of its own, in the place of this one: it names the version table itself.
  ///
  /// - Returns: what the command returned; nil where it returned no row: then nothing was done, and this transaction
  ///   may begin.
  func runSingleRowUpdate(_ command: PostgresCommand) throws -> PostgresRows? {
    isCommitSent = true
    let rows = try idle.run(command)
    guard rows.count > 0 else {
      forgetCommit()
      return nil
    }
    isEnded = true
    return rows
  }

  func rollBack() {
    idle.forgetDeferred()
    if idle.isInTransaction { _ = try? idle.run("ROLLBACK") }
  }

  /// Begins once more after a command that failed, the commit behind it with it.
  func beginAgain() throws {
    idle.forgetDeferred()
    if idle.isInTransaction { try idle.run("ROLLBACK") }
    isBegun = false
    forgetCommit()
  }

  private func forgetCommit() { (isCommitSent, key, outcome) = (false, nil, nil) }

  /// Finds out whether a transaction whose answer is lost was committed: if it was not, it no longer can be.
  ///
  /// - Returns: nil while the server is at it.
  /// - Throws: the server's error, or one that says that the outcome can no longer be known.
  func isCommitted(asking connection: PostgresConnection) throws -> Bool? {
    guard try idle.backend?.end(connection) != false else { return nil }
    if let key { return try key.isCommitted(after: former, asking: connection) }
    guard let number else { return false }
    var parameters = PostgresParameters()
    parameters.append(number)
    let status = try connection.run("SELECT pg_xact_status($1::text::xid8)", parameters).optionalText(0, 0)
    return status == "in progress" ? nil : status == "committed"
  }
}
