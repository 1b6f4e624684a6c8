import CoreData
import Foundation

/// A write transaction.
final class PostgresTransaction {
  private let idle: PostgresConnection
  private let versionTable: PostgresVersionTable
  private var isBegun = false
  /// The server's number of the transaction; nil if it was not requested.
  private var number: String?
  /// The number of the newest commit before the transaction; nil if it was not requested.
  private var former: Int64?
  /// The key of the transaction in the history; nil if it has none. The key shows reliably whether the transaction was
  /// committed. The number does not, because a server that replaces this one may assign it again.
  var key: PostgresTransactionKey?
  private(set) var isCommitSent = false
  /// The result of the transaction if it is committed, stored in case the answer to the commit is lost.
  var outcome: Any?
  private var isEnded = false

  /// Each command must see all earlier commits, including those of transactions for whose locks it waited, whatever the
  /// server's default is. If it saw only the state at the transaction's beginning, it would overwrite later saves.
  static let beginning = "BEGIN ISOLATION LEVEL READ COMMITTED"

  /// - Parameter idle: a connection outside of a transaction.
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

  /// Runs the last commands and commits, in one round trip.
  @discardableResult
  func commit(after commands: [PostgresCommand] = []) throws -> [PostgresRows] {
    guard !isEnded else { return [] }
    isCommitSent = true
    let rows = try connection.run(commands + [PostgresCommand("COMMIT")])
    isEnded = true
    return rows
  }

  /// Runs a command that is a transaction of its own instead of this one. Its text must name the version table.
  ///
  /// - Returns: the command's result; nil if it returned no row. Then it did nothing, and this transaction may begin.
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

  /// Begins again after a command, and so the commit sent with it, failed.
  func beginAgain() throws {
    idle.forgetDeferred()
    if idle.isInTransaction { try idle.run("ROLLBACK") }
    isBegun = false
    forgetCommit()
  }

  private func forgetCommit() { (isCommitSent, key, outcome) = (false, nil, nil) }

  /// Determines whether a transaction whose answer was lost was committed. It first ends the session, so that a false
  /// result is final.
  ///
  /// - Returns: whether it was committed; nil while the server is still processing it.
  /// - Throws: the server's error, or an error that says that the outcome cannot be known any more.
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
