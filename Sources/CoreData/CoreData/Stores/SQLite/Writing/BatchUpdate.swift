import Foundation

/// A batch update by a single statement.
struct BatchUpdate {
  private struct Constant {
    let parameter: Int32
    let slot: Int
    let value: Value
    let kind: ColumnKind
  }

  /// The number of found rows, if it is known before the statement runs.
  private let count: Int?
  /// The keys of the found rows, if the caller wants them or if the statement selects rows by key.
  private let keys: [RowKey]

  private let entity: EntityLayout
  private let text: String
  private let bindings: [Value]
  private let constants: [Constant]
  /// The readers of the computed values that must be accepted.
  private let readers: [ColumnReader]

  /// Prepares the statement, and finds the rows if necessary.
  ///
  /// - Parameter isRecorded: whether the history records the changed rows.
  /// - Throws: `StoreSaving.WantsObjects` if a statement cannot set one of the attributes.
  init(
    _ assignments: [BatchChange.Assignment], _ checked: SlotSet, of change: BatchChange, by saving: StoreSaving,
    isRecorded: Bool
  ) throws {
    guard case .matching(let query) = change.rows else { throw StoreSaving.WantsObjects() }
    let (schema, reading) = (saving.schema, saving.reading)
    let entity = change.entity
    let stored = try schema.stored(entity.index)
    let columns = try Self.columns(assignments, of: stored, saving.writers)
    // If the query joins tables or has a residue, its rows are found by a separate fetch.
    let fetch = try? FetchSQL(query, isOrdered: false, in: schema)
    let isDirect = fetch.map { $0.residue == nil && $0.isOfOneTable } ?? false
    let keys =
      isDirect && !change.wantsKeys ? nil : Array(try reading.keys(matching: query, groupedBy: nil).keys)

    var sql = PredicateSQL(try TableJoins(of: entity, in: schema), entity: entity)
    var constants: [Constant] = []
    /// The SQL that assigns or compares each column and its value. Each occurrence has its own parameters.
    func texts(_ word: String) throws -> [String] {
      try columns.map { assignment, name, kind in
        if case .constant(let value) = assignment.value {
          let text = "\(name) \(word) \(try sql.parameter(value))"
          constants.append(
            Constant(parameter: Int32(sql.bindings.count), slot: assignment.slot, value: value, kind: kind))
          return text
        }
        guard case .attribute(let type) = entity.slots[assignment.slot].kind,
          let value = try sql.assigned(assignment.value, to: type)
        else { throw StoreSaving.WantsObjects() }
        return "\(name) \(word) \(value)"
      }
    }
    let read = columns.filter { !$0.assignment.isConstant && checked.contains($0.assignment.slot) }
    readers = read.enumerated().map { place, column in
      ColumnReader(
        slot: column.assignment.slot, column: Int32(StoreSaving.keyColumns.count + place), kind: column.kind,
        entityColumn: nil)
    }
    let returns = isRecorded || change.wantsVersions || !read.isEmpty
    // Rows that already have the values are not changed and keep their versions, as in a save. If the changed rows are
    // not returned, the statement matches all found rows instead, so that SQLite counts them.
    let (sets, isChanged) = (try texts("=").joined(separator: ", "), try texts("IS NOT").joined(separator: " OR "))
    var condition: String? = "Z_PK IN \(StoreSaving.keyList)"
    if isDirect {
      let said = try FetchSQL.condition(query, in: &sql)
      // The assigned values also use parameters, so the predicate may exceed the limit and have a residue.
      guard said.residue.isEmpty else { throw StoreSaving.WantsObjects() }
      condition = said.sql
    }
    var conditions = [condition.map { "(\($0))" }].compactMap { $0 }
    if returns { conditions.insert("(\(isChanged))", at: 0) }
    var text = """
      UPDATE \(stored.table.quotedIdentifier) AS \(TableJoins.root) \
      SET \(sets), Z_OPT = coalesce(Z_OPT, 0) + \(returns ? "1" : "(\(isChanged))")
      """
    if !conditions.isEmpty { text += " WHERE " + conditions.joined(separator: " AND ") }
    if returns { text += " RETURNING " + (StoreSaving.keyColumns + read.map(\.name)).joined(separator: ", ") }

    self.text = text
    self.entity = entity
    self.constants = constants
    bindings = sql.bindings + (isDirect ? [] : [.string(JSONList.text(keys ?? []))])
    count = try keys?.count ?? (returns ? reading.count(matching: query) : nil)
    self.keys = keys ?? []
  }

  /// - Parameter accepts: returns whether a computed value may be saved.
  /// - Returns: the outcome, including the changed rows if they are wanted.
  /// - Throws: `StoreSaving.WantsObjects` if a value is not accepted.
  func run(_ saving: StoreSaving, _ accepts: (Int, Value) -> Bool) throws -> BatchOutcome {
    if count == 0 { return BatchOutcome() }
    var saving = saving
    var entities = EntityNumbers(entity, context: saving.reading.context)
    return try saving.connection.withStatement(text) { statement in
      try statement.bind(bindings)
      for constant in constants {
        do {
          _ = try saving.bind(constant.value, kind: constant.kind, to: statement, at: constant.parameter)
        } catch let problem as ValueProblem {
          throw problem.error(entity: entity, slot: constant.slot)
        }
      }
      var written: [RowVersion] = []
      while try statement.step() {
        written.append(try entities.version(statement))
        for reader in readers {
          let value = try reader.value(statement, saving.reading.context)
          guard accepts(reader.slot, value) else { throw StoreSaving.WantsObjects() }
        }
      }
      return BatchOutcome(count: count ?? saving.connection.changes, keys: keys, written: written)
    }
  }

  private static func columns(
    _ assignments: [BatchChange.Assignment], of stored: StoredEntity, _ writers: RowWriters
  ) throws -> [(assignment: BatchChange.Assignment, name: String, kind: ColumnKind)] {
    // Include the constraints of subentities and superentities, because two rows may get the same value.
    let unique = stored.layout.subtree.reduce(into: Set<Int>()) { $0.formUnion(writers.uniqueSlots[$1]) }
    return try assignments.map { assignment in
      guard !unique.contains(assignment.slot), let column = stored.columns[assignment.slot], !column.isExternal,
        let kind = ColumnKind(stored.layout.slots[assignment.slot], stored: column)
      else { throw StoreSaving.WantsObjects() }
      return (assignment, column.name.quotedIdentifier, kind)
    }
  }
}
