#if PostgreSQL
  import Foundation

  /// The server's process that a connection talks with.
  struct PostgresBackend: Sendable {
    let process: Int64
    /// When it began, in seconds: later the number may be another one's.
    private let start: Double

    /// What it is known by, as two columns of a query on its connection.
    static let columns = """
      pg_backend_pid()::int8, \
      (SELECT extract(epoch FROM backend_start)::float8 FROM pg_stat_get_activity(pg_backend_pid()))
      """

    /// - Parameter column: that of the process.
    init(_ rows: PostgresRows, _ column: Int) {
      (process, start) = (rows.integer(0, column), rows.real(0, column + 1))
    }

    /// Ends the process, so that it does not do later what it was sent before its connection was given up: that may still
    /// be on its way to it.
    ///
    /// - Parameter connection: another one of the same role, which may do that.
    /// - Returns: whether it is gone; on the way it may still commit.
    func end(_ connection: PostgresConnection) throws -> Bool {
      var parameters = PostgresParameters(process)
      try? parameters.append(.double(start), as: .float8)
      return try connection.run(
        """
        SELECT pg_terminate_backend(pid) FROM pg_stat_get_activity($1::int8::int4) \
        WHERE extract(epoch FROM backend_start)::float8 = $2::float8
        """, parameters
      ).count == 0
    }
  }
#endif
