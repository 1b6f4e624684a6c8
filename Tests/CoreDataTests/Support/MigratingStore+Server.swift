import Foundation
import PostgreSQLTesting

@testable import CoreData
@testable import CoreDataPostgreSQL

extension MigratingStore {
  /// Runs statements in the store's schema, as another program would, and returns the lines of their results.
  func lines(_ statements: String) throws -> [String] {
    let schema = try PostgresAddress(url).schema
    return try PostgresCluster.shared.get().sql(statements, schema: schema).split(separator: "\n").map(String.init)
  }

  func problemsOnServer(comparedWith new: MigratingStore) throws -> [String] {
    var problems: [String] = []
    for query in Self.queries {
      let (ours, theirs) = (try lines(query), try new.lines(query))
      problems += ours.filter { !theirs.contains($0) }.map { "superfluous: \($0)" }
      problems += theirs.filter { !ours.contains($0) }.map { "missing: \($0)" }
    }
    let tables = try lines("SELECT upper(\"Z_NAME\") FROM \"Z_PRIMARYKEY\" WHERE \"Z_SUPER\" = 0")
    for table in tables.map({ "Z\($0)" }) {
      let next = "CASE WHEN is_called THEN last_value + 1 ELSE last_value END"
      let isAhead = try lines(
        "SELECT (SELECT \(next) FROM \"\(table)_SEQ\") > (SELECT coalesce(max(\"Z_PK\"), 0) FROM \"\(table)\")")
      if isAhead != ["t"] { problems.append("the sequence of \(table) is behind its rows") }
    }
    return problems
  }

  /// Queries of the columns with their types, the indexes, the sequences and the entities.
  private static let queries = [
    """
    SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attcollation FROM pg_class AS c
    JOIN pg_attribute AS a ON a.attrelid = c.oid WHERE c.relnamespace = current_schema()::regnamespace
    AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped AND NOT starts_with(c.relname, 'Z_model_') ORDER BY 1, 2
    """,
    """
    SELECT indexname, replace(indexdef, current_schema() || '.', '') FROM pg_indexes
    WHERE schemaname = current_schema() ORDER BY 1
    """,
    "SELECT sequencename FROM pg_sequences WHERE schemaname = current_schema() ORDER BY 1",
    "SELECT \"Z_ENT\", \"Z_NAME\", \"Z_SUPER\" FROM \"Z_PRIMARYKEY\" ORDER BY 1",
  ]
}
