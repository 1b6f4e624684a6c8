import CoreData

/// The statements that write rows, made once for each entity and kept with the store.
final class PostgresWriters: Sendable {
  /// A column to be written.
  struct Column: Sendable {
    let slot: Int
    let name: String
    let type: PostgresType
    /// The column for the destination's `Z_ENT`.
    let entityName: String?
    /// The column for the row's place in the ordered relationship of its owner.
    let orderName: String?
  }

  final class Plan: Sendable {
    let stored: StoredEntity
    let columns: [Column]
    /// The statement that inserts or updates one row.
    let sql: String
    /// The statement that copies many rows; empty for an update.
    let copySQL: String
    /// The statement that performs a whole save of one updated row; empty if the update does not check the version.
    let singleRowSQL: String

    fileprivate init(
      _ stored: StoredEntity, _ columns: [Column], sql: String, copySQL: String = "", singleRowSQL: String = ""
    ) {
      self.stored = stored
      self.columns = columns
      self.sql = sql
      self.copySQL = copySQL
      self.singleRowSQL = singleRowSQL
    }
  }

  private struct InsertShape: Hashable {
    let entity: Int
    let writesDerived: Bool
  }

  private struct UpdateShape: Hashable {
    let entity: Int
    let slots: [Int]
    let checksVersion: Bool
  }

  let schema: StoreSchema
  private let versionTable: PostgresVersionTable
  /// The slots of the uniqueness constraints, by entity.
  let uniqueSlots: [Set<Int>]
  /// The constraints, by the names of their indexes.
  let constraints: [String: UniquenessConstraint]
  private let inserts = Protected<[InsertShape: Plan]>([:])
  private let updates = Protected<[UpdateShape: Plan]>([:])

  init(
    _ schema: StoreSchema, _ versionTable: PostgresVersionTable, uniqueSlots: [Set<Int>],
    constraints: [String: UniquenessConstraint]
  ) {
    self.schema = schema
    self.versionTable = versionTable
    self.uniqueSlots = uniqueSlots
    self.constraints = constraints
  }

  /// Returns the plan of an `INSERT`. Its parameters are the key, then the columns. A reference is followed by the
  /// entity number of its destination, if the table has a column for that. The version is 1.
  ///
  /// - Parameter writesDerived: whether the rows have values for derived attributes.
  func insert(_ entity: Int, writesDerived: Bool = false) throws -> Plan {
    let shape = InsertShape(entity: entity, writesDerived: writesDerived)
    return try inserts.withLock { plans in
      if let known = plans[shape] { return known }
      let stored = try schema.stored(entity)
      let columns = columns(of: stored, slots: Array(stored.layout.slots.indices), writesDerived: writesDerived)
      let names = ["Z_PK", "Z_ENT", "Z_OPT"] + columns.flatMap { [$0.name, $0.entityName].compactMap { $0 } }
      let types = columns.flatMap { [$0.type.name, $0.entityName.map { _ in "int8" }].compactMap { $0 } }
      let values =
        ["$1::int8", String(stored.number), "1"] + types.enumerated().map { "$\($0 + 2)::\($1)" }
      let list = names.map(\.quotedIdentifier).joined(separator: ", ")
      let table = stored.table.quotedIdentifier
      let plan = Plan(
        stored, columns, sql: "INSERT INTO \(table) (\(list)) VALUES (\(values.joined(separator: ", ")))",
        copySQL: "COPY \(table) (\(list)) FROM STDIN (FORMAT binary)")
      plans[shape] = plan
      return plan
    }
  }

  /// Returns the plan of an `UPDATE`. Its parameters are the key, then the columns as in `insert`, then the expected
  /// version.
  ///
  /// - Parameter checksVersion: whether the command fails (`isVersionMismatch`) if the row does not have the expected
  ///   version. Without it, the row is already locked and its version compared, so there is no such parameter.
  func update(_ entity: Int, slots: [Int], checksVersion: Bool = false) throws -> Plan {
    let shape = UpdateShape(entity: entity, slots: slots, checksVersion: checksVersion)
    return try updates.withLock { plans in
      if let known = plans[shape] { return known }
      let stored = try schema.stored(entity)
      let columns = columns(of: stored, slots: slots)
      var assignments = ["\"Z_OPT\" = \"Z_OPT\" + 1"]
      var parameter = 1
      for column in columns {
        let name = column.name.quotedIdentifier
        parameter += 1
        let value = "$\(parameter)::\(column.type.name)"
        assignments.append("\(name) = \(value)")
        if let order = column.orderName?.quotedIdentifier {
          // A row that moves to another owner loses its place. The assignment sees the former owner, because it reads
          // the old row.
          assignments.append("\(order) = CASE WHEN \(name) IS NOT DISTINCT FROM \(value) THEN \(order) END")
        }
        if let entityName = column.entityName {
          parameter += 1
          assignments.append("\(entityName.quotedIdentifier) = $\(parameter)::int8")
        }
      }
      let table = stored.table.quotedIdentifier
      let setting = "UPDATE \(table) SET \(assignments.joined(separator: ", "))"
      let ofRow = "WHERE \"Z_PK\" = $1::int8"
      let plan: Plan
      if checksVersion {
        let ofVersion = "\(ofRow) AND \"Z_OPT\" = $\(parameter + 1)::int8 RETURNING 1"
        plan = Plan(
          stored, columns,
          // If there is no such row, this divides by zero.
          sql: "WITH u AS (\(setting) \(ofVersion)) SELECT 1 / count(*) FROM u",
          singleRowSQL: PostgresSingleRowUpdate.sql(
            setting, ofVersion, of: stored, versionTable, firstParameter: parameter + 2))
      } else {
        plan = Plan(stored, columns, sql: "\(setting) \(ofRow)")
      }
      plans[shape] = plan
      return plan
    }
  }

  private func columns(of stored: StoredEntity, slots: [Int], writesDerived: Bool = false) -> [Column] {
    slots.compactMap { slot in
      // Derived attributes are computed and not written here.
      guard writesDerived || !stored.layout.slots[slot].isDerived, let column = stored.columns[slot],
        let type = schema.postgresType(slot, of: stored.layout.index)
      else { return nil }
      return Column(
        slot: slot, name: column.name, type: type, entityName: column.entityName, orderName: column.orderName)
    }
  }
}
