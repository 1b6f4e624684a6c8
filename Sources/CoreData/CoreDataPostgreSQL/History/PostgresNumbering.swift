/// The SQL with which a save takes its number in the history and notifies of it.
enum PostgresNumbering {
  /// Returns the last queries of a command that begins with `WITH`. They return the number, or no row if nothing was
  /// written.
  ///
  /// - Parameters:
  ///   - written: a query that returns one row if the save's changes were written, and none otherwise; nil if they
  ///     certainly were.
  ///   - key: the number of the parameter with the transaction's key.
  ///   - firstParameter: the number of the parameter with the time. Author, bundle, context, process, channel and the
  ///     notice's text follow.
  static func sql(after written: String? = nil, key: Int, firstParameter first: Int) -> String {
    """
    n AS (UPDATE "Z_HISTORY" SET "ZLAST" = "ZLAST" + 1\(written.map { " FROM \($0)" } ?? "") RETURNING "ZLAST") \
    INSERT INTO "ATRANSACTION" ("Z_PK", "ZKEY", "ZTIMESTAMP", "ZAUTHOR", "ZBUNDLEID", "ZCONTEXTNAME", "ZPROCESSID") \
    SELECT n."ZLAST", $\(key)::int8, $\(first)::float8, $\(first + 1)::text, $\(first + 2)::text, \
    $\(first + 3)::text, $\(first + 4)::text FROM n \
    RETURNING "Z_PK", pg_notify($\(first + 5)::text, "Z_PK"::text || $\(first + 6)::text)
    """
  }
}
