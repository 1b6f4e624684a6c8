import CoreData
import Foundation

extension PostgresSaving {
  mutating func deleteRows() {
    for (entity, deletions) in Dictionary(grouping: changes.deleted, by: \.key.entity).sorted(by: { $0.key < $1.key }) {
      guard let stored = schema.entities[Int(entity)] else { continue }
      func delete(from table: String, by column: String, isUnique: Bool) {
        let keys = deletions.map(\.key.primaryKey)
        commands.append(
          PostgresKeyStatement.command(keys, of: column.quotedIdentifier, isUnique: isUnique) {
            "DELETE FROM \(table.quotedIdentifier) WHERE \($0)"
          })
      }
      for case .join(let side) in stored.toMany.compactMap({ $0 }) {
        delete(from: side.table, by: side.ownerColumn, isUnique: false)
      }
      delete(from: stored.table, by: "Z_PK", isUnique: true)
    }
  }

  /// Clears the unique values that several updates are about to change, so that two rows can swap theirs.
  mutating func vacateUniqueValues() {
    for (key, _, statement) in changes.clearings(store.writers.uniqueSlots, in: schema) {
      commands.append(
        PostgresCommand("\(statement) WHERE \"Z_PK\" = $1::int8", PostgresParameters(key.primaryKey)))
    }
  }

  mutating func update(_ update: StoreChanges.Update, checksVersion: Bool = false) throws -> Row {
    let row = update.row
    let plan = try store.writers.update(Int(row.key.entity), slots: update.slots, checksVersion: checksVersion)
    let version = try update.newVersion(plan.stored.layout)
    var parameters = PostgresParameters(row.key.primaryKey)
    let saved = try Row(key: row.key, version: version, count: row.count) { values in
      try values.take(row, of: schema.model[row.key]) { try permanent($0) }
      try bind(row, plan, to: &parameters, values: &values)
    }
    if checksVersion { parameters.append(row.version) }
    add(PostgresCommand(plan.sql, parameters), writing: Int(row.key.entity))
    noteArrivals(with: saved, plan)
    return saved
  }

  /// Inserts the rows. If an entity has many, its rows are inserted by `COPY`.
  mutating func insertRows() throws -> [Row] {
    let counts = changes.inserted.reduce(into: [Int32: Int]()) { $0[$1.key.entity, default: 0] += 1 }
    let many = Set(counts.filter { $0.value > Self.copyThreshold }.keys)
    var copies: [Int32: [PostgresParameters]] = [:]
    var saved: [Row] = []
    saved.reserveCapacity(changes.inserted.count)
    for row in changes.inserted {
      let key = try permanent(row.key)
      let plan = try store.writers.insert(Int(key.entity), writesDerived: changes.hasForeignKeys)
      var parameters = PostgresParameters(key.primaryKey)
      let version = changes.insertedVersion(of: key)
      let new = try Row(key: key, version: version, count: row.count) { values in
        try bind(row, plan, to: &parameters, values: &values)
      }
      noteArrivals(with: new, plan)
      if many.contains(key.entity) {
        copies[key.entity, default: []].append(parameters)
      } else {
        add(PostgresCommand(plan.sql, parameters), writing: Int(key.entity))
      }
      saved.append(changes.wantsInsertedValues ? new : Row(key: key, version: version, count: 0) { _ in })
    }
    defer { goOnFromFormerVersions() }
    guard !copies.isEmpty else { return saved }
    try flush()
    for (entity, rows) in copies.sorted(by: { $0.key < $1.key }) {
      let plan = try store.writers.insert(Int(entity), writesDerived: changes.hasForeignKeys)
      try reporting([0: Int(entity)]) {
        try connection.copy(plan.copySQL) { send in
          var buffer: [UInt8] = []
          for row in rows {
            row.appendCopied(to: &buffer, number: plan.stored.number)
            guard buffer.count > 1 << 16 else { continue }
            try send(buffer)
            buffer.removeAll(keepingCapacity: true)
          }
          try send(buffer)
        }
      }
    }
    return saved
  }

  private static let copyThreshold = 50

  /// Rows are inserted with version 1. The few that are inserted again under their former keys continue from their
  /// former version.
  private mutating func goOnFromFormerVersions() {
    for key in changes.formerVersions.keys.sorted(by: { $0.precedesByIdentity($1) }) {
      guard let table = schema.entities[Int(key.entity)]?.table else { continue }
      var parameters = PostgresParameters(key.primaryKey)
      parameters.append(changes.insertedVersion(of: key))
      add(
        PostgresCommand(
          "UPDATE \(table.quotedIdentifier) SET \"Z_OPT\" = $2::int8 WHERE \"Z_PK\" = $1::int8", parameters),
        writing: Int(key.entity))
    }
  }

  /// Appends the parameters for a plan's columns, and sets `values` to the values as they will be read.
  private func bind(
    _ row: Row, _ plan: PostgresWriters.Plan, to parameters: inout PostgresParameters, values: inout Row.Values
  ) throws {
    for column in plan.columns {
      var value = row[column.slot]
      switch value {
      case .reference(let key): value = .reference(try permanent(key))
      // Decimal numbers are stored with the same precision as in every other store, so that all stores compare them
      // alike.
      case .decimal(let box): value = Self.kept(box.number).map { .decimal($0) } ?? value
      default: break
      }
      do {
        try parameters.append(value, as: column.type)
      } catch {
        throw error.error(plan.stored.layout, column.slot, column.type)
      }
      values[column.slot] = value
      guard column.entityName != nil else { continue }
      if case .reference(let destination) = value {
        parameters.append(try schema.stored(Int(destination.entity)).number)
      } else {
        parameters.appendNull()
      }
    }
  }

  static func kept(_ number: Decimal) -> Decimal? {
    switch StoredDecimal.storage(number) {
    case .integer(let whole): Decimal(whole)
    case .real(let fraction): StoredDecimal.number(fraction)
    case nil: nil
    }
  }
}

extension PostgresParameters {
  /// Appends the parameters of an `INSERT`, key first, as a row of a binary copy.
  fileprivate func appendCopied(to buffer: inout [UInt8], number: Int64) {
    buffer.append(bigEndian: Int16(count + 2))
    var start = 0
    for (place, (end, isNull)) in ends.enumerated() {
      if isNull {
        buffer.append(bigEndian: Int32(-1))
      } else {
        buffer.append(bigEndian: Int32(end - start))
        buffer.append(contentsOf: bytes[start..<end])
      }
      start = end
      guard place == 0 else { continue }
      for number in [number, 1] {
        buffer.append(bigEndian: Int32(8))
        buffer.append(bigEndian: number)
      }
    }
  }
}

extension PostgresType.Problem {
  func error(_ entity: EntityLayout, _ slot: Int, _ type: PostgresType) -> NSError {
    let reason =
      switch self {
      case .mismatch: "the value is of another type, the column holds \(type.name)"
      case .notNumber: "a value that is not a number cannot be saved"
      case .zeroCharacter: "a text on a PostgreSQL server has no character of number 0 (U+0000)"
      case .opaque(let type): "no transformer turns a \(type) into data"
      case .outOfRange(let number): "\(number) does not fit, the column holds \(type.name)"
      case .tooLong(let count): "the value has \(count) bytes, and a PostgreSQL server takes less than 2^30 of them"
      case .tooMuch(let count):
        "with it the object has \(count) bytes, and a PostgreSQL server takes less than 2^30 with what it adds"
      }
    return .coreData(
      NSPersistentStoreSaveError, "\(entity.name).\(entity.slots[slot].name) cannot be saved: \(reason).")
  }
}
