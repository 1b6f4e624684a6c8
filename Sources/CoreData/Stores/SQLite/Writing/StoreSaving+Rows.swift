import Foundation

extension StoreSaving {
  mutating func insert(_ row: Row) throws -> Row {
    let key = try permanent(row.key)
    let stored = try schema.stored(Int(key.entity))
    let plan = try writers.insert(Int(key.entity))
    var values = ContiguousArray<Value>(repeating: .null, count: row.values.count)
    let statement = try connection.borrow(plan.sql)
    defer { connection.giveBack(statement) }
    try statement.bind(key.primaryKey, stored.number, 1)
    try bind(row, plan: plan, stored: stored, to: statement, from: 4, values: &values)
    try run(statement, on: stored)
    noteArrivals(at: values, key: key, plan: plan)
    return Row(key: key, version: 1, values: values)
  }

  mutating func update(_ update: StoreChanges.Update) throws -> Row {
    let row = update.row
    let stored = try schema.stored(Int(row.key.entity))
    let plan = try writers.update(Int(row.key.entity), slots: update.slots)
    let (version, overflow) = row.version.addingReportingOverflow(1)
    guard !overflow else {
      throw NSError.coreData(
        NSPersistentStoreSaveError, "An object of \(stored.layout.name) cannot be saved once more.")
    }
    try noteReplacedData(of: row.key, stored: stored, columns: plan.columns)
    var values = try savedValues(row)
    let statement = try connection.borrow(plan.sql)
    defer { connection.giveBack(statement) }
    try statement.bind(row.key.primaryKey, version)
    try bind(row, plan: plan, stored: stored, to: statement, from: 3, values: &values)
    try run(statement, on: stored)
    noteArrivals(at: values, key: row.key, plan: plan)
    return Row(key: row.key, version: version, values: values)
  }

  mutating func delete(_ key: RowKey) throws {
    let stored = try schema.stored(Int(key.entity))
    try noteReplacedData(
      of: key, stored: stored, columns: writers.columns(of: stored, slots: stored.layout.slots.indices)
    )
    for case .join(let side) in stored.toMany.compactMap({ $0 }) {
      try write(
        "DELETE FROM \(side.table.quotedIdentifier) WHERE \(side.ownerColumn.quotedIdentifier) = ?1", key.primaryKey)
    }
    try write("DELETE FROM \(stored.table.quotedIdentifier) WHERE Z_PK = ?1", key.primaryKey)
  }

  /// Runs a statement whose parameters are integers.
  func write(_ sql: String, _ parameters: Int64...) throws {
    try connection.withStatement(sql) { statement in
      for (offset, value) in parameters.enumerated() { try statement.bind(value, at: Int32(offset + 1)) }
      try statement.run()
    }
  }

  /// Clears the unique values that several updated rows are about to change, so that two of them may swap theirs.
  func vacateUniqueValues() throws {
    let changing = changes.updated.compactMap { update -> (RowKey, [Int])? in
      let unique = writers.uniqueSlots[Int(update.row.key.entity)]
      let slots = update.slots.filter(unique.contains)
      return slots.isEmpty ? nil : (update.row.key, slots)
    }
    guard changing.count > 1 else { return }
    for (key, slots) in changing {
      let stored = try schema.stored(Int(key.entity))
      let assignments = slots.compactMap { stored.columns[$0]?.name.quotedIdentifier }.map { "\($0) = NULL" }
      guard !assignments.isEmpty else { continue }
      try write(
        "UPDATE \(stored.table.quotedIdentifier) SET \(assignments.joined(separator: ", ")) WHERE Z_PK = ?1",
        key.primaryKey
      )
    }
  }

  /// The values of a row as the store keeps them: nothing for transient properties, permanent references.
  private func savedValues(_ row: Row) throws -> ContiguousArray<Value> {
    let slots = reading.model[row.key].slots
    var values = row.values
    for (slot, value) in row.values.enumerated() {
      if slots[slot].isTransient {
        values[slot] = .null
      } else if case .reference(let key) = value, key.isTemporary {
        values[slot] = .reference(try permanent(key))
      }
    }
    return values
  }

  /// Binds the columns of a plan and puts the values as they will be read into `values`.
  private mutating func bind(
    _ row: Row, plan: RowWriters.Plan, stored: StoredEntity, to statement: Statement, from first: Int32,
    values: inout ContiguousArray<Value>
  ) throws {
    var parameter = first
    for column in plan.columns {
      do {
        values[column.slot] = try bind(row[column.slot], kind: column.kind, to: statement, at: parameter)
      } catch let problem as ValueProblem {
        throw problem.error(entity: stored.layout, slot: column.slot)
      }
      parameter += 1
      if column.stored.entityName != nil {
        if case .reference(let destination) = values[column.slot] {
          try statement.bind(try schema.stored(Int(destination.entity)).number, at: parameter)
        } else {
          try statement.bindNull(at: parameter)
        }
        parameter += 1
      }
    }
  }

  /// Runs a statement that writes a row, and says what a violated constraint means.
  private func run(_ statement: Statement, on stored: StoredEntity) throws {
    do {
      try statement.run()
    } catch let error as SQLiteError {
      throw UniquenessViolation.reported(error, entity: stored, schema: schema)
    }
  }
}
