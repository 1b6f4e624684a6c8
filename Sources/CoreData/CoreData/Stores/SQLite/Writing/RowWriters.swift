import Foundation

/// The plans for writing rows, made once for each entity and cached with the store.
final class RowWriters: Sendable {
  /// A column to write. It holds no references that would have to be retained for each row.
  struct Column: Sendable {
    let slot: Int
    let kind: ColumnKind
    /// Whether a companion column for the destination's `Z_ENT` follows.
    let hasEntityColumn: Bool
  }

  /// A to-one relationship whose inverse is ordered.
  struct OrderedReference: Sendable {
    let slot: Int
    let name: String
    let orderName: String
  }

  /// A statement that writes a row, and its columns.
  final class Plan: Sendable {
    let sql: String
    let stored: StoredEntity
    let columns: [Column]
    let orderedReferences: [OrderedReference]
    /// The columns that may refer to external files.
    let externalNames: [String]
    /// The statement that selects a row's version by key.
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

  /// The changed slots of an entity's row, for which one statement is prepared.
  struct UpdateShape: Hashable {
    let entity: Int
    let slots: [Int]
  }

  let schema: StoreSchema
  /// Whether the tables have triggers that change rows, as for derived attributes.
  let hasTriggers: Bool
  /// The slots of each entity's uniqueness constraints, by entity index.
  let uniqueSlots: [Set<Int>]
  private let inserts = Protected<[Int: Plan]>([:])
  private let updates = Protected<[UpdateShape: Plan]>([:])

  init(schema: StoreSchema, uniqueSlots: [Set<Int>], hasTriggers: Bool) {
    self.schema = schema
    self.uniqueSlots = uniqueSlots
    self.hasTriggers = hasTriggers
  }

  /// The `INSERT` statement. Its parameters are the key, entity number and version, then the columns. A reference is
  /// followed by its destination's entity number if the table has a companion column.
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

  /// The `UPDATE` statement. Its parameters are the key and version, then the columns as in `insert`.
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
          // A row that moves to another owner loses its order key. `CASE` sees the former owner.
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
      // Derived attributes are not written, because triggers compute them.
      guard !stored.layout.slots[slot].isDerived, let column = stored.columns[slot],
        let kind = ColumnKind(stored.layout.slots[slot], stored: column)
      else { return nil }
      return (slot, column, kind)
    }
  }
}
