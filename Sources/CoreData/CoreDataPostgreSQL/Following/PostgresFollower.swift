import CoreData
import Foundation

/// A follower's record in a store: how far it has read. The history is trimmed by age, except the part that a follower
/// has not read yet.
struct PostgresFollower {
  private let identifier = UUID()
  private var hasBeaten = false

  /// The interval between two writes of the record, in seconds.
  static let interval: TimeInterval = 30

  /// The time that transactions are kept, and the time after which the record of a silent follower is deleted.
  private static let age = "7 days"
  private static let silence = "1 day"

  /// Writes the record. A role that may not write follows without a record.
  ///
  /// - Parameter number: the number of the newest transaction that was read.
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
    } catch let error as PostgresError where !error.isConnectionLost {
      // A role without the privilege to write can follow nevertheless.
    }
  }

  /// Deletes some of the oldest transactions, but none after a transaction that is kept, because a gap in the history
  /// would not be noticed. A transaction dated more than a day ahead of the server's clock does not count as kept.
  ///
  /// - Returns: whether there may be more to delete.
  func trim(_ connection: PostgresConnection) throws -> Bool {
    guard hasBeaten else { return false }
    let epoch = Int(Date.timeIntervalBetween1970AndReferenceDate)
    let deleting = """
      WITH first AS (SELECT "Z_PK", "ZKEY", "ZTIMESTAMP" + \(epoch) AS written FROM "ATRANSACTION" \
      WHERE "Z_PK" <= (SELECT min("ZNUMBER") FROM "Z_FOLLOWER") ORDER BY "Z_PK" LIMIT \(Self.trimmedAtOnce)), \
      kept AS (SELECT min("Z_PK") AS number FROM first WHERE \
      written >= extract(epoch FROM now() - interval '\(Self.age)') AND written <= extract(epoch FROM now() + interval '1 day')), \
      old AS (SELECT f."Z_PK", f."ZKEY" FROM first AS f, kept WHERE kept.number IS NULL OR f."Z_PK" < kept.number), \
      changes AS (DELETE FROM "ACHANGE" WHERE "ZTRANSACTION" IN (SELECT "ZKEY" FROM old)) \
      DELETE FROM "ATRANSACTION" WHERE "Z_PK" IN (SELECT "Z_PK" FROM old)
      """
    do {
      let results = try connection.run([
        PostgresCommand("DELETE FROM \"Z_FOLLOWER\" WHERE \"ZSEEN\" < now() - interval '\(Self.silence)'"),
        PostgresCommand(deleting),
      ])
      return results[1].affected == Self.trimmedAtOnce
    } catch let error as PostgresError where !error.endsConnection {
      // Another follower may be trimming, or the role may lack the privilege to write.
      return false
    }
  }

  /// A small number, so that a step takes only milliseconds.
  static let trimmedAtOnce = 500

  mutating func leave(_ connection: PostgresConnection) {
    guard hasBeaten, !connection.isBroken else { return }
    var parameters = PostgresParameters()
    guard (try? parameters.append(.uuid(identifier), as: .uuid)) != nil else { return }
    _ = try? connection.run("DELETE FROM \"Z_FOLLOWER\" WHERE \"ZUUID\" = $1::uuid", parameters)
  }
}
