import CoreData
import Foundation

/// An empty table whose name no other store has, nor the same store at another version of its model.
///
/// Every transaction begins by naming it. So a store that was opened before a migration fails from then on, instead
/// of taking the new tables for the former ones; and a transaction that locks it has the store alone.
struct PostgresVersionTable: Sendable {
  private let name: String
  /// Begins a transaction that reads, with the number of the newest commit that it sees.
  let reading: String
  /// The same, with the key of that commit in the history.
  let readingWithKey: String

  /// The tables of entities have no small letters.
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

  /// The version table of an existing store; nil where it has none.
  init?(on connection: PostgresConnection) throws {
    let rows = try connection.run(
      """
      SELECT relname::text FROM pg_class WHERE relnamespace = quote_ident(current_schema())::regnamespace \
      AND relkind = 'r' AND starts_with(relname::text, '\(Self.start)') LIMIT 1
      """)
    guard rows.count > 0 else { return nil }
    self.init(rows.text(0, 0))
  }

  /// Whether the name is that of a version table.
  static func matches(_ table: String) -> Bool { table.hasPrefix(start) }

  /// Whether an error message names a version table.
  static func isNamed(in message: String) -> Bool { message.contains(start) }

  var creation: String { "CREATE TABLE \(name.quotedIdentifier) (\"Z_PK\" int8)" }

  var dropping: String { "DROP TABLE \(name.quotedIdentifier)" }

  /// Begins a transaction that writes.
  var writing: String { "LOCK TABLE \(name.quotedIdentifier) IN ROW EXCLUSIVE MODE" }

  /// The same as a part of another command: there is no row.
  var writingWithin: String { "UPDATE \(name.quotedIdentifier) SET \"Z_PK\" = NULL" }

  /// Waits for all that write, and keeps them out.
  var closing: String { "LOCK TABLE \(name.quotedIdentifier) IN EXCLUSIVE MODE" }

  /// Waits for all that read or write, and keeps them out.
  var taking: String { "LOCK TABLE \(name.quotedIdentifier) IN ACCESS EXCLUSIVE MODE" }
}
