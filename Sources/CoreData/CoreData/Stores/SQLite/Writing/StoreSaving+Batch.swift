import Foundation

/// Batch requests, carried out by one statement for all rows of a table.
extension StoreSaving {
  /// The error if the objects must be changed one by one. The transaction is then rolled back.
  struct WantsObjects: Error {}

  /// - Returns: the outcome, and the changes for the history.
  /// - Throws: `WantsObjects` if a rule of the model must be applied to each object, or if the statement exceeds a
  ///   limit of SQLite.
  mutating func carryOut(_ change: BatchChange, _ history: HistorySchema?) throws -> (BatchOutcome, [HistoryChange]) {
    defer { statements.giveBack() }
    do {
      return try runStatements(of: change, history)
    } catch let error as SQLiteError where error.isOfTheStatement {
      throw WantsObjects()
    }
  }

  private mutating func runStatements(
    of change: BatchChange, _ history: HistorySchema?
  ) throws -> (BatchOutcome, [HistoryChange]) {
    // Triggers report changes of derived attributes row by row.
    if writers.hasTriggers { throw WantsObjects() }
    switch change.work {
    case .update(let assignments, let checked, let accepts):
      let update = try BatchUpdate(assignments, checked, of: change, by: self, isRecorded: history != nil)
      let outcome = try update.run(self, accepts)
      let slots = assignments.map(\.slot)
      return (outcome, outcome.written.map { HistoryChange(kind: .update, key: $0.key, slots: slots) })
    case .deletion: return try delete(try keys(of: change), history)
    }
  }

  private func keys(of change: BatchChange) throws -> [RowKey] {
    switch change.rows {
    case .matching(let query): return Array(try reading.keys(matching: query, groupedBy: nil).keys)
    case .keys(let keys):
      let found = try byRoot(keys).flatMap { root, keys in
        let table = try schema.stored(root.index).table.quotedIdentifier
        return try versions(
          of: root, "SELECT \(Self.keyColumns.joined(separator: ", ")) FROM \(table) WHERE Z_PK IN \(Self.keyList)",
          JSONList.text(keys))
      }
      // Each key once, even if it was given several times.
      var known = Set(found.map(\.key))
      return keys.filter { known.remove($0) != nil }
    }
  }

  // MARK: Deletions

  private func delete(_ keys: [RowKey], _ history: HistorySchema?) throws -> (BatchOutcome, [HistoryChange]) {
    if keys.isEmpty { return (BatchOutcome(), []) }
    let entities = Set(keys.map { Int($0.entity) })
    guard let plan = DeletionPlan(of: entities, reportsJoins: history != nil, in: schema),
      history.map({ $0.tombstones == 0 || entities.isDisjoint(with: $0.preserved.keys) }) ?? true
    else { throw WantsObjects() }
    let deleted = Set(keys)
    var outcome = BatchOutcome(count: keys.count, keys: keys)
    // Several references of a row may be set to NULL, but the row counts as changed once.
    var written: [RowKey: (row: RowVersion, slots: [Int])] = [:]
    for (root, keys) in byRoot(keys) {
      let list = JSONList.text(keys)
      for reference in plan.references where reference.destination == root.index {
        for row in try clear(reference, to: list, raised: Array(written.keys)) where !deleted.contains(row.key) {
          written[row.key, default: (row, [])].slots.append(reference.slot)
        }
      }
      for side in plan.joins[root.index] ?? [] {
        try run("DELETE FROM \(side.table.quotedIdentifier) WHERE \(side.ownerColumn.quotedIdentifier) IN", list)
      }
      try run("DELETE FROM \(try schema.stored(root.index).table.quotedIdentifier) WHERE Z_PK IN", list)
    }
    let left = written.values.sorted { $0.row.key.precedesByIdentity($1.row.key) }
    outcome.written = left.map(\.row)
    let changes = left.map { HistoryChange(kind: .update, key: $0.row.key, slots: $0.slots.sorted()) }
    return (outcome, changes + keys.map { HistoryChange(kind: .delete, key: $0) })
  }

  /// Sets the references to deleted rows to NULL, and returns the rows that had one.
  ///
  /// - Parameters:
  ///   - list: the primary keys of the deleted rows.
  ///   - raised: the rows whose version was already raised.
  private func clear(
    _ reference: DeletionPlan.Reference, to list: String, raised: [RowKey]
  ) throws -> [RowVersion] {
    let stored = try schema.stored(reference.entity)
    guard let column = stored.columns[reference.slot] else { throw WantsObjects() }
    let names = [column.name, column.entityName].compactMap { $0?.quotedIdentifier }
    let root = model.entities[stored.layout.root]
    let text = """
      UPDATE \(stored.table.quotedIdentifier) SET \(names.map { "\($0) = NULL" }.joined(separator: ", ")), \
      Z_OPT = coalesce(Z_OPT, 0) + (Z_PK NOT IN (SELECT value FROM json_each(?2))) \
      WHERE \(column.name.quotedIdentifier) IN (SELECT value FROM json_each(?1)) \
      RETURNING \(Self.keyColumns.joined(separator: ", "))
      """
    return try versions(of: root, text, list, JSONList.text(raised.filter { model[$0].root == root.index }))
  }

  // MARK: Statements

  private var model: ModelLayout { reading.model }

  /// A list of keys that takes one parameter.
  static let keyList = "(SELECT value FROM json_each(?))"
  static let keyColumns = ["Z_PK", "Z_ENT", "Z_OPT"]

  private func byRoot(_ keys: [RowKey]) -> [(root: EntityLayout, keys: [RowKey])] {
    Dictionary(grouping: keys) { model[$0].root }.sorted { $0.key < $1.key }.map { (model.entities[$0], $1) }
  }

  private func run(_ text: String, _ list: String) throws {
    try connection.withStatement("\(text) \(Self.keyList)") { statement in
      try statement.bind(list, at: 1)
      try statement.run()
    }
  }

  /// Runs a statement with lists of keys that returns the `keyColumns` of rows of an entity and its subentities.
  private func versions(of entity: EntityLayout, _ text: String, _ lists: String...) throws -> [RowVersion] {
    var entities = EntityNumbers(entity, context: reading.context)
    return try connection.withStatement(text) { statement in
      for (index, list) in lists.enumerated() { try statement.bind(list, at: Int32(index + 1)) }
      var versions: [RowVersion] = []
      while try statement.step() { versions.append(try entities.version(statement)) }
      return versions
    }
  }
}

extension EntityNumbers {
  /// Reads the key and version of a row from the columns `StoreSaving.keyColumns`.
  mutating func version(_ statement: Statement) throws -> RowVersion {
    let key = statement.integer(at: 0)
    return RowVersion(
      key: RowKey(entity: try entity(statement, column: 1, primaryKey: key), primaryKey: key),
      version: statement.integer(at: 2))
  }
}
