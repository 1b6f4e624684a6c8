import Foundation

/// How rows are written, worked out once for each entity and kept with the store.
final class RowWriters: Sendable {
  /// One column to be written.
  struct Column: Sendable {
    let slot: Int
    let stored: StoredColumn
    let kind: ColumnKind
  }

  /// One statement that writes a row, and what its parameters are.
  struct Plan: Sendable {
    let sql: String
    let columns: [Column]
  }

  /// An entity and the slots that changed.
  private struct UpdateShape: Hashable {
    let entity: Int
    let slots: [Int]
  }

  let schema: StoreSchema
  /// Whether the file has triggers, as Apple makes them for derived attributes.
  let hasTriggers: Bool
  /// By entity: the slots of its uniqueness constraints.
  let uniqueSlots: [Set<Int>]
  private let inserts = Protected<[Int: Plan]>([:])
  private let updates = Protected<[UpdateShape: Plan]>([:])

  init(schema: StoreSchema, uniqueSlots: [Set<Int>], hasTriggers: Bool) {
    self.schema = schema
    self.uniqueSlots = uniqueSlots
    self.hasTriggers = hasTriggers
  }

  /// `INSERT` with the parameters key, entity number, version, then the columns, each reference followed by the entity
  /// number of its destination where the table has a column for it.
  func insert(_ entity: Int) throws -> Plan {
    try inserts.withLock { plans in
      if let known = plans[entity] { return known }
      let stored = try schema.stored(entity)
      let columns = columns(of: stored, slots: stored.layout.slots.indices)
      let names =
        ["Z_PK", "Z_ENT", "Z_OPT"]
        + columns.flatMap { [$0.stored.name, $0.stored.entityName].compactMap { $0?.quotedIdentifier } }
      let parameters = Array(repeating: "?", count: names.count)
      let plan = Plan(
        sql: "INSERT INTO \(stored.table.quotedIdentifier) (\(names.joined(separator: ", "))) "
          + "VALUES (\(parameters.joined(separator: ", ")))",
        columns: columns
      )
      plans[entity] = plan
      return plan
    }
  }

  /// `UPDATE` with the parameters key, version, then the columns as in `insert`.
  func update(_ entity: Int, slots: [Int]) throws -> Plan {
    let shape = UpdateShape(entity: entity, slots: slots)
    return try updates.withLock { plans in
      if let known = plans[shape] { return known }
      let stored = try schema.stored(entity)
      let columns = columns(of: stored, slots: slots)
      var assignments = ["Z_OPT = ?2"]
      var parameter = 2
      for column in columns {
        let name = column.stored.name.quotedIdentifier
        parameter += 1
        assignments.append("\(name) = ?\(parameter)")
        if let order = column.stored.orderName?.quotedIdentifier {
          // A row under another owner gives up its place; the assignment sees the owner from before.
          assignments.append("\(order) = CASE WHEN \(name) IS ?\(parameter) THEN \(order) END")
        }
        if let entityName = column.stored.entityName {
          parameter += 1
          assignments.append("\(entityName.quotedIdentifier) = ?\(parameter)")
        }
      }
      let plan = Plan(
        sql: "UPDATE \(stored.table.quotedIdentifier) SET \(assignments.joined(separator: ", ")) WHERE Z_PK = ?1",
        columns: columns
      )
      plans[shape] = plan
      return plan
    }
  }

  func columns(of stored: StoredEntity, slots: some Sequence<Int>) -> [Column] {
    slots.compactMap { slot in
      guard let column = stored.columns[slot], let kind = ColumnKind(stored.layout.slots[slot], stored: column)
      else { return nil }
      return Column(slot: slot, stored: column, kind: kind)
    }
  }
}
