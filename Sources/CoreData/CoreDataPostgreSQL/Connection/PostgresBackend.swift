/// The session of a connection on the server, identified by an advisory lock that only this session holds.
///
/// Its process number does not identify it: a pooler resets a process when its client is gone, and gives it to
/// another client. The reset releases the locks, too. A pooler that gives sessions for one transaction runs each of a
/// connection's transactions in any session: there the transaction holds the lock, and ends with its session. Besides,
/// all roles see who holds a lock, but not every role that the session's own user has taken on sees when a process
/// began.
struct PostgresBackend: Sendable {
  /// The key of the lock.
  let key = Int64.random(in: .min ... .max)

  /// The SQL expression that takes the lock, as a column of a query. The session or the transaction holds the lock
  /// until it ends. After that it can commit nothing.
  ///
  /// - Parameters:
  ///   - place: the number of the key among the query's parameters.
  ///   - isLocal: whether the transaction holds the lock; otherwise the session does.
  static func taking(_ place: Int, isLocal: Bool) -> String {
    "pg_try_advisory_\(isLocal ? "xact_" : "")lock($\(place)::int8)"
  }

  /// Terminates the session, so that it cannot later run commands that were sent before its connection was abandoned
  /// and are still under way.
  ///
  /// - Parameter connection: another connection of the same user, which may terminate the session even after `SET
  ///   ROLE`.
  /// - Returns: whether the session is gone. Until then it may still commit.
  func end(_ connection: PostgresConnection) throws -> Bool {
    // Both commands are one transaction, in which the role is the user's own.
    try connection.run([
      PostgresCommand("SELECT set_config('role', 'none', true)"),
      PostgresCommand(
        """
        SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 1 AND granted \
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) \
        AND ((classid::int8 << 32) | objid::int8) = $1::int8
        """, PostgresParameters(key)),
    ])[1].count == 0
  }
}
