import Foundation

/// How rows are written, worked out once for each entity and kept with the store.
final class RowWriters: Sendable {
  /// A column to be written. It holds nothing that would have to be retained for each row.
  struct Column: Sendable {
    let slot: Int
    let kind: ColumnKind
    /// Whether a column for the destination's `Z_ENT` follows.
    let hasEntityColumn: Bool
  }

  /// A reference whose owner keeps its destinations in an order.
  struct OrderedReference: Sendable {
    let slot: Int
    let name: String
    let orderName: String
  }

  /// A statement that writes a row, with its parameters.
  final class Plan: Sendable {
    let sql: String
    let stored: StoredEntity
    let columns: [Column]
    let orderedReferences: [OrderedReference]
    /// The columns that may name files.
    let externalNames: [String]
    /// Selects a row's version by its key.
    let versionSQL: String

    fileprivate init(sql: String, stored: StoredEntity, columns: [(slot: Int, stored: StoredColumn, kind: ColumnKind)])
    {
      self.sql = sql
      self.stored = stored
      self.columns = columns.map { Column(slot: $0.slot, kind: $0.kind, hasEntityColumn: $0.stored.entityName != nil) }
      orderedReferences = columns.compactMap { column in
        column.stored.orderName.map {
          OrderedReference(slot: column.slot, name: column.stored.name, orderName: $0)
        }
      }
      externalNames = columns.filter(\.stored.isExternal).map(\.stored.name.quotedIdentifier)
      versionSQL = "SELECT Z_OPT FROM \(stored.table.quotedIdentifier) WHERE Z_PK = ?1"
    }
  }

  /// An entity and the slots that changed.
  struct UpdateShape: Hashable {
    let entity: Int
    let slots: [Int]
  }

  let schema: StoreSchema
  /// Whether triggers write, as for derived attributes.
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
        stored: stored, columns: columns
      )
      plans[entity] = plan
      return plan
    }
  }

  /// `UPDATE` with the parameters key, version, then the columns as in `insert`.
  func update(_ shape: UpdateShape) throws -> Plan {
    try updates.withLock { plans in
      if let known = plans[shape] { return known }
      let stored = try schema.stored(shape.entity)
      let columns = columns(of: stored, slots: shape.slots)
      var assignments = ["Z_OPT = ?2"]
      var parameter = 2
      for column in columns {
        let name = column.stored.name.quotedIdentifier
        parameter += 1
        assignments.append("\(name) = ?\(parameter)")
        if let order = column.stored.orderName?.quotedIdentifier {
          // A row that moves to another owner loses its place; the assignment sees the former owner.
          assignments.append("\(order) = CASE WHEN \(name) IS ?\(parameter) THEN \(order) END")
        }
        if let entityName = column.stored.entityName {
          parameter += 1
          assignments.append("\(entityName.quotedIdentifier) = ?\(parameter)")
        }
      }
      let plan = Plan(
        sql: "UPDATE \(stored.table.quotedIdentifier) SET \(assignments.joined(separator: ", ")) WHERE Z_PK = ?1",
        stored: stored, columns: columns
      )
      plans[shape] = plan
      return plan
    }
  }

  private func columns(
    of stored: StoredEntity, slots: some Sequence<Int>
  ) -> [(slot: Int, stored: StoredColumn, kind: ColumnKind)] {
    slots.compactMap { slot in
      // What is computed is not written: triggers do that.
      guard !stored.layout.slots[slot].isDerived, let column = stored.columns[slot],
        let kind = ColumnKind(stored.layout.slots[slot], stored: column)
      else { return nil }
      return (slot, column, kind)
    }
  }
}
