#if PostgreSQL
  import Foundation

  /// What one who follows a store writes down of it: how far it has read. The history is trimmed by age, and never of what
  /// a follower has not read.
  struct PostgresFollower {
    private let identifier = UUID()
    private var hasBeaten = false

    /// In seconds.
    static let interval: TimeInterval = 30

    /// How long transactions are kept, and a follower that says nothing any more.
    private static let age = "7 days"
    private static let silence = "1 day"

    /// - Parameter number: the newest transaction that was read.
    mutating func beat(_ number: Int64, on connection: PostgresConnection) throws {
      var parameters = PostgresParameters()
      try parameters.append(.uuid(identifier), as: .uuid)
      parameters.append(number)
      do {
        try connection.run(
          """
          INSERT INTO "Z_FOLLOWER" VALUES ($1::uuid, $2::int8, now()) \
          ON CONFLICT ("ZUUID") DO UPDATE SET "ZNUMBER" = $2::int8, "ZSEEN" = now()
          """, parameters)
        hasBeaten = true
        try trim(connection)
      } catch let error as PostgresError where !error.isConnectionLost {
        // Whoever may not write follows all the same.
      }
    }

    private func trim(_ connection: PostgresConnection) throws {
      let old = """
        SELECT t."ZKEY" FROM "ATRANSACTION" AS t WHERE t."Z_PK" <= \
        (SELECT min("ZNUMBER") FROM "Z_FOLLOWER") AND t."ZTIMESTAMP" < \
        extract(epoch FROM now() - interval '\(Self.age)') - \(Int(Date.timeIntervalBetween1970AndReferenceDate)) LIMIT 10000
        """
      try connection.run([
        PostgresCommand("DELETE FROM \"Z_FOLLOWER\" WHERE \"ZSEEN\" < now() - interval '\(Self.silence)'"),
        PostgresCommand(
          """
          WITH old AS (\(old)), changes AS (DELETE FROM "ACHANGE" WHERE "ZTRANSACTION" IN (SELECT "ZKEY" FROM old)) \
          DELETE FROM "ATRANSACTION" WHERE "ZKEY" IN (SELECT "ZKEY" FROM old)
          """),
      ])
    }

    mutating func leave(_ connection: PostgresConnection) {
      guard hasBeaten, !connection.isBroken else { return }
      var parameters = PostgresParameters()
      guard (try? parameters.append(.uuid(identifier), as: .uuid)) != nil else { return }
      _ = try? connection.run("DELETE FROM \"Z_FOLLOWER\" WHERE \"ZUUID\" = $1::uuid", parameters)
    }
  }
#endif
