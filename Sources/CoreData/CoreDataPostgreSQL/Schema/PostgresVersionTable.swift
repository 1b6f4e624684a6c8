import CoreData
import Foundation

/// An empty table whose name is unique to a store at one version of its model.
///
/// Every transaction begins with a statement that names it. So after a migration, a process that opened the store
/// before gets an error, instead of taking the new tables for the old ones. And a transaction that locks the table has
/// the store for itself.
struct PostgresVersionTable: Sendable {
  private let name: String
  /// The first statement of a read transaction. It returns the number of the newest commit that the transaction sees.
  let reading: String
  /// The same, with the key of that commit in the history.
  let readingWithKey: String

  /// Names of entities' tables have no lowercase letters, so they cannot begin like this.
  private static let start = "Z_model_"

  static func new() -> PostgresVersionTable {
    PostgresVersionTable(start + UUID().uuidString.replacing("-", with: "").lowercased())
  }

  private init(_ name: String) {
    self.name = name
    let from = "FROM \"Z_HISTORY\" LEFT JOIN \(name.quotedIdentifier) ON true LIMIT 1"
    reading = "SELECT \"ZLAST\" \(from)"
    readingWithKey = "SELECT \"ZLAST\", (SELECT \"ZKEY\" FROM \"ATRANSACTION\" WHERE \"Z_PK\" = \"ZLAST\") \(from)"
  }

  /// The version table of an existing store; nil if it has none.
  init?(on connection: PostgresConnection) throws {
    let rows = try connection.run(
      """
      SELECT relname::text FROM pg_class WHERE relnamespace = quote_ident(current_schema())::regnamespace \
      AND relkind = 'r' AND starts_with(relname::text, '\(Self.start)') LIMIT 1
      """)
    guard rows.count > 0 else { return nil }
    self.init(rows.text(0, 0))
  }

  /// Whether a table's name is that of a version table.
  static func matches(_ table: String) -> Bool { table.hasPrefix(start) }

  /// Whether an error message names a version table.
  static func isNamed(in message: String) -> Bool { message.contains(start) }

  var creation: String { "CREATE TABLE \(name.quotedIdentifier) (\"Z_PK\" int8)" }

  var dropping: String { "DROP TABLE \(name.quotedIdentifier)" }

  /// The first statement of a write transaction.
  var writing: String { "LOCK TABLE \(name.quotedIdentifier) IN ROW EXCLUSIVE MODE" }

  /// The equivalent of `writing` as a part of another command. It updates nothing, because the table has no rows.
  var writingWithin: String { "UPDATE \(name.quotedIdentifier) SET \"Z_PK\" = NULL" }

  /// The statement that waits for all write transactions and blocks new ones.
  var closing: String { "LOCK TABLE \(name.quotedIdentifier) IN EXCLUSIVE MODE" }

  /// The statement that waits for all transactions and blocks new ones.
  var taking: String { "LOCK TABLE \(name.quotedIdentifier) IN ACCESS EXCLUSIVE MODE" }
}
