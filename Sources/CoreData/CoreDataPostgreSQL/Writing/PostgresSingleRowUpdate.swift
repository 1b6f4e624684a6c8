import CoreData

/// Saves a change of one row by one command, which is a transaction of its own.
enum PostgresSingleRowUpdate {
  /// Returns the command's SQL. It locks the row before it takes the number, as every save does, so that two saves
  /// never wait for each other. If there is no number to take, nothing is written.
  ///
  /// - Parameters:
  ///   - setting: the `UPDATE` up to its condition.
  ///   - condition: the condition that the row has the version that the context saw, with a `RETURNING` clause.
  ///   - first: the number of the parameter with the transaction's key. The bits of the changed columns follow, then
  ///     the parameters of `PostgresNumbering`.
  static func sql(
    _ setting: String, _ condition: String, of entity: StoredEntity, _ versionTable: PostgresVersionTable,
    firstParameter first: Int
  ) -> String {
    """
    WITH m AS (\(versionTable.writingWithin)), \
    u AS (\(setting) FROM (SELECT FROM "Z_HISTORY" LIMIT 1) AS l \(condition)), \
    c AS (INSERT INTO "ACHANGE" ("ZTRANSACTION", "ZCHANGETYPE", "ZENTITY", "ZENTITYPK", "ZCOLUMNS") \
    SELECT $\(first)::int8, \(HistoryChange.Kind.update.rawValue), \(entity.number), $1::int8, \
    $\(first + 1)::bytea FROM u), \
    \(PostgresNumbering.sql(after: "u", key: first, firstParameter: first + 2))
    """
  }
}

extension PostgresSaving {
  /// Saves a change of one row by one command.
  ///
  /// - Returns: nil if the save needs more than that, or another save came first. Nothing was changed then.
  mutating func runSingleRowUpdate() throws -> PostgresSaved? {
    guard let change = changes.updated.first else { return nil }
    let row = try update(change, checksVersion: true)
    defer { forget() }
    let none: [Row] = []
    let written = changes.historyChanges(inserted: [], tombstones: [:], derived: none, in: schema.model)
    guard arrivals.owners.isEmpty, written.count == 1, var parameters = commands.first?.parameters else { return nil }
    let entity = Int(change.row.key.entity)
    let plan = try store.writers.update(entity, slots: change.slots, checksVersion: true)
    parameters.append(key.number)
    parameters.append(HistoryBits.byName.bits(of: written[0].slots, in: schema.model.entities[entity]))
    try appendOrigin(and: written, to: &parameters)
    let command = PostgresCommand(plan.singleRowSQL, parameters)
    let result = StoreSaveResult(updated: [row])
    announce(PostgresSaved(result: result, number: nil))
    do {
      return try reporting([0: entity]) { try transaction.runSingleRowUpdate(command) }
        .map { PostgresSaved(result: result, number: $0.integer(0, 0)) }
    } catch let error as PostgresError where error.isUnsupported || error.isDenied {
      // The table may have rules that accept only plain commands, or the role may only have the privileges for these.
      try transaction.beginAgain()
      return nil
    }
  }
}
