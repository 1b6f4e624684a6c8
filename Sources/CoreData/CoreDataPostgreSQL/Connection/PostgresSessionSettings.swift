import CoreData

/// The settings of a session, or of each transaction when a pooler shares sessions: the schema of all names, and the
/// limits for locks, answers and pauses. A session that stops in a transaction is ended.
///
/// The server does not compile plans (`jit`). For tables that it has not analyzed, it estimates small joins as large,
/// and compiles for tens of milliseconds a query that runs for one. Lists of a million rows were no slower without
/// `jit`.
struct PostgresSessionSettings {
  let address: PostgresAddress
  let timeouts: PostgresTimeouts
  let backend = PostgresBackend()

  /// How long a transaction may be idle, in milliseconds.
  private static let idleLimit = 60_000

  /// The command that sets a session, or a transaction where the address says that sessions are shared. It returns
  /// the number of the server's process.
  ///
  /// - Parameter process: the only process whose session is set; nil to set any.
  func command(onlyIn process: Int32? = nil) -> PostgresCommand {
    let isLocal = address.sharesSessions
    var parameters = PostgresParameters()
    for text in [address.quotedSchema, timeouts.lockSetting, timeouts.answerSetting, String(Self.idleLimit)] {
      parameters.append(text)
    }
    parameters.append(backend.key)
    let values = [
      ("search_path", "$1::text"), ("lock_timeout", "$2::text"), ("statement_timeout", "$3::text"),
      ("idle_in_transaction_session_timeout", "$4::text"), ("standard_conforming_strings", "'on'"), ("jit", "'off'"),
    ]
    let settings =
      values.map { "set_config('\($0)', \($1), \(isLocal))" } + [PostgresBackend.taking(5, isLocal: isLocal)]
    let all = "concat(\(settings.joined(separator: ", ")))"
    let conditional = process.map { "CASE WHEN pg_backend_pid() = \($0) THEN \(all) END" }
    return PostgresCommand("SELECT pg_backend_pid(), \(conditional ?? all)", parameters)
  }
}

/// Detects where transactions begin and end among the commands of a connection whose sessions a pooler shares, so that
/// each transaction begins with its settings. Commands that are sent together without `BEGIN` are also a transaction.
struct PostgresTransactionBounds {
  /// Whether a transaction was begun by `BEGIN`.
  private var isOpen = false
  private var isSet = false

  /// Notes a command that is about to be sent.
  ///
  /// - Returns: whether the settings must be sent before it.
  mutating func areSettingsDue(before sql: String) -> Bool {
    if let ends = Self.ends(sql) {
      (isOpen, isSet) = (!ends, false)
      return false
    }
    // What goes on in the same transaction, or after an error in it.
    if sql.hasPrefix("ROLLBACK TO ") { return false }
    defer { isSet = true }
    return !isSet
  }

  /// Notes the end of commands that are sent together.
  mutating func noteEnd() { if !isOpen { isSet = false } }

  /// Notes whether the server is in a transaction after it has answered all commands. The commands do not show that,
  /// because the server skips a `COMMIT` after an error.
  mutating func note(isInTransaction: Bool) {
    isOpen = isInTransaction
    if !isInTransaction { isSet = false }
  }

  /// Whether a command ends a transaction, or begins one; nil for any other command.
  private static func ends(_ sql: String) -> Bool? {
    if sql.hasPrefix("BEGIN") { return false }
    return sql == "COMMIT" || sql == "ROLLBACK" ? true : nil
  }
}
