#if PostgreSQL
  /// The session of a connection on the server. It is known by a lock that it alone has.
  ///
  /// Its process does not say it: a pooler clears that when a client is gone, and gives it to another one. What is cleared
  /// are the locks, too. And all roles see who has a lock; when a process began is not told to every role that its own user
  /// has taken on.
  struct PostgresBackend: Sendable {
    /// Of the lock.
    let key = Int64.random(in: .min ... .max)

    /// Takes the lock, as a column of a query. The session has it until it ends: what it was to commit is done by then, or
    /// never.
    ///
    /// - Parameter place: that of the key among the parameters.
    static func taking(_ place: Int) -> String { "pg_try_advisory_lock($\(place)::int8)" }

    /// Ends the session, so that it does not do later what it was sent before its connection was given up: that may still
    /// be on its way to it.
    ///
    /// - Parameter connection: another one of the same user, who may do that whatever role is taken on.
    /// - Returns: whether it is gone; on the way it may still commit.
    func end(_ connection: PostgresConnection) throws -> Bool {
      // Both are one transaction: the role is the user's own in it.
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
#endif
