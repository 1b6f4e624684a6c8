/// How a save takes its number in the history, and notifies of it.
enum PostgresNumbering {
  /// The last queries of a command that begins with `WITH`. They give the number, or no row where nothing was
  /// written.
  ///
  /// - Parameters:
  ///   - written: a query that gives one row where the save's changes were written, and none otherwise; nil where
  ///     they certainly were.
  ///   - key: the place of the transaction's key among the parameters.
  ///   - firstParameter: the place of the time. Author, bundle, context, process, channel and the notice's text
  ///     follow.
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
