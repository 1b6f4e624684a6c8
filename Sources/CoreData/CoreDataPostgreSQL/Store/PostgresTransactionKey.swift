/// The key of a save's changes in the history. The saver chooses it, so that it can look for a save whose answer was
/// lost. It is negative; other programs that write the tables get positive keys from a sequence.
struct PostgresTransactionKey: Hashable, Sendable {
  let number: Int64

  static func new() -> PostgresTransactionKey { PostgresTransactionKey(number: .random(in: .min..<0)) }

  /// Determines whether a finished transaction was committed; nil if the server is a standby that may not have it yet.
  ///
  /// - Parameter former: the number of the newest commit before it; nil if it was not requested.
  /// - Throws: a `PostgresError` if the part of the history that would contain it was deleted.
  func isCommitted(after former: Int64?, asking connection: PostgresConnection) throws -> Bool? {
    let results = try connection.run([
      PostgresCommand("SELECT pg_is_in_recovery()"),
      PostgresCommand(
        "SELECT FROM \"ACHANGE\" WHERE \"ZTRANSACTION\" = $1::int8 LIMIT 1", PostgresParameters(number)),
      // Numbers have no gaps, so missing ones were deleted.
      PostgresCommand(
        """
        SELECT "ZLAST" - $1::int8 - (SELECT count(*) FROM "ATRANSACTION" WHERE "Z_PK" > $1::int8) FROM "Z_HISTORY"
        """, PostgresParameters(former ?? .max)),
    ])
    if results[1].count > 0 { return true }
    if results[0].integer(0, 0) == 1 { return nil }
    guard results[2].count > 0, results[2].integer(0, 0) > 0 else { return false }
    throw PostgresError(
      state: PostgresError.unknownOutcome,
      message: "the answer to a commit was lost, and the history in which it would stand was deleted")
  }
}
