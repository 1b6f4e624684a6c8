import Foundation

extension StoreSaving {
  mutating func insert(_ row: Row) throws -> Row {
    let key = try permanent(row.key)
    let prepared = try statements.insert(Int(key.entity))
    let version = changes.insertedVersion(of: key)
    try bind(key, version, to: prepared)
    let saved = try Row(key: key, version: version, count: row.count) { values in
      try bind(row, to: prepared, from: 4, values: &values)
    }
    try run(prepared)
    noteArrivals(with: saved, plan: prepared.plan)
    return saved
  }

  /// Inserts rows whose saved values the caller does not want.
  ///
  /// - Returns: the keys of the rows.
  mutating func insertUnwanted(_ rows: [Row]) throws -> [RowKey] {
    var inserted: [RowKey] = []
    inserted.reserveCapacity(rows.count)
    for rows in rows.runs {
      let prepared = try statements.insert(Int(rows[rows.startIndex].key.entity))
      guard prepared.plan.orderedReferences.isEmpty else {
        inserted += try rows.map { try insert($0).key }
        continue
      }
      let columns = prepared.plan.columns
      for row in rows {
        let key = try permanent(row.key)
        try bind(key, 1, to: prepared)
        var parameter: Int32 = 4
        for column in columns { _ = try bind(column, of: row, to: prepared, at: &parameter) }
        try run(prepared)
        inserted.append(key)
      }
    }
    return inserted
  }

  /// Binds the key, entity number and version of a new row.
  private func bind(_ key: RowKey, _ version: Int64, to prepared: SaveStatements.Prepared) throws {
    try prepared.statement.bind(key.primaryKey, at: 1)
    try prepared.statement.bind(prepared.plan.stored.number, at: 2)
    try prepared.statement.bind(version, at: 3)
  }

  mutating func update(_ update: StoreChanges.Update) throws -> Row {
    let row = update.row
    let prepared = try statements.update(Int(row.key.entity), slots: update.slots)
    let version = try update.newVersion(prepared.plan.stored.layout)
    try noteReplacedData(of: row.key, plan: prepared.plan)
    try prepared.statement.bind(row.key.primaryKey, at: 1)
    try prepared.statement.bind(version, at: 2)
    let saved = try Row(key: row.key, version: version, count: row.count) { values in
      try values.take(row, of: reading.model[row.key]) { try permanent($0) }
      try bind(row, to: prepared, from: 3, values: &values)
    }
    try run(prepared)
    noteArrivals(with: saved, plan: prepared.plan)
    return saved
  }

  mutating func delete(_ key: RowKey) throws {
    let plan = try writers.insert(Int(key.entity))
    try noteReplacedData(of: key, plan: plan)
    for case .join(let side) in plan.stored.toMany.compactMap({ $0 }) {
      try write(
        "DELETE FROM \(side.table.quotedIdentifier) WHERE \(side.ownerColumn.quotedIdentifier) = ?1", key.primaryKey
      )
    }
    try write("DELETE FROM \(plan.stored.table.quotedIdentifier) WHERE Z_PK = ?1", key.primaryKey)
  }

  /// Runs a statement with integer parameters.
  func write(_ sql: String, _ parameters: Int64...) throws {
    try connection.withStatement(sql) { statement in
      for (offset, value) in parameters.enumerated() { try statement.bind(value, at: Int32(offset + 1)) }
      try statement.run()
    }
  }

  /// Sets the unique values that several updated rows change to NULL first, so that two rows can swap them.
  func vacateUniqueValues() throws {
    for (key, slots, statement) in changes.clearings(writers.uniqueSlots, in: schema) {
      // Record their external files now, because the columns no longer refer to them when the rows are updated.
      try noteReplacedData(
        of: key, plan: writers.update(RowWriters.UpdateShape(entity: Int(key.entity), slots: slots)))
      try write("\(statement) WHERE Z_PK = ?1", key.primaryKey)
    }
  }

  /// Binds the columns of a plan, and sets `values` to the values that a read would return.
  private mutating func bind(
    _ row: Row, to prepared: SaveStatements.Prepared, from first: Int32, values: inout Row.Values
  ) throws {
    var parameter = first
    for column in prepared.plan.columns {
      values[column.slot] = try bind(column, of: row, to: prepared, at: &parameter)
    }
  }

  /// Binds a column of a row, and the companion column with the destination's entity number.
  ///
  /// - Parameter parameter: the number of the parameter; on return, the number of the next one.
  /// - Returns: the value that a read would return.
  @inline(__always)
  private mutating func bind(
    _ column: RowWriters.Column, of row: Row, to prepared: SaveStatements.Prepared, at parameter: inout Int32
  ) throws -> Value {
    let statement = prepared.statement
    let value: Value
    do {
      value = try bind(row[column.slot], kind: column.kind, to: statement, at: parameter)
    } catch let problem as ValueProblem {
      throw problem.error(entity: prepared.plan.stored.layout, slot: column.slot)
    }
    parameter += 1
    if column.hasEntityColumn {
      if case .reference(let destination) = value {
        try statement.bind(try schema.stored(Int(destination.entity)).number, at: parameter)
      } else {
        try statement.bindNull(at: parameter)
      }
      parameter += 1
    }
    return value
  }

  /// Runs a statement that writes a row, and converts a violated constraint to an error of Core Data.
  private func run(_ prepared: SaveStatements.Prepared) throws {
    do {
      try prepared.statement.run()
    } catch let error as SQLiteError {
      throw UniquenessViolation.reported(error, entity: prepared.plan.stored)
    }
  }
}

extension [Row] {
  /// The runs of adjacent rows of one entity, so that the entity is looked up once for each run. No run is empty.
  var runs: [ArraySlice<Row>] {
    var runs: [ArraySlice<Row>] = []
    var rest = self[...]
    while let first = rest.first {
      let run = rest.prefix { $0.key.entity == first.key.entity }
      rest = rest.dropFirst(run.count)
      runs.append(run)
    }
    return runs
  }
}
