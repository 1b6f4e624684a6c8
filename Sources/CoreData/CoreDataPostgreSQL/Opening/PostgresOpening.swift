import CoreData
import Foundation

/// Opens a store, and creates it if it does not exist.
struct PostgresOpening {
  let address: PostgresAddress
  let opening: StoreOpening

  init(_ address: PostgresAddress, _ opening: StoreOpening) {
    self.address = address
    self.opening = opening
  }

  func run() throws -> OpenedStore {
    let lineage = PostgresLineage()
    let connection = try lineage.open(address, timeout: opening.timeout)
    let isStandby = try check(connection)
    if try !Self.isThere(connection) {
      guard !opening.isReadOnly, !isStandby else { throw Self.missing(address) }
      try PostgresCreation(address, opening).run(connection)
    }
    return try openExisting(connection, lineage, isStandby: isStandby)
  }

  /// - Returns: whether the server is read-only.
  private func check(_ connection: PostgresConnection) throws -> Bool {
    let rows = try connection.run(
      "SELECT pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on', "
        + "current_setting('server_encoding')")
    guard rows.text(0, 1) == "UTF8" else {
      throw failure("its database keeps texts as \(rows.text(0, 1)): a database with the encoding UTF8 is needed")
    }
    return rows.integer(0, 0) == 1
  }

  private func openExisting(
    _ connection: PostgresConnection, _ lineage: PostgresLineage, isStandby: Bool
  ) throws -> OpenedStore {
    let model = opening.model.compile()
    let isReadOnly = opening.isReadOnly || isStandby
    var contents = try Self.contents(on: connection)
    let planned = try Self.planned(opening, in: contents, address)
    if try !Self.reporting(address, { try PostgresFormerJoins.all(planned, in: contents) }).isEmpty {
      guard !isReadOnly else {
        throw failure(
          "an earlier version of this package wrote it, with tables of their own for relationships without an inverse: "
            + "open it for writing once, which converts it")
      }
      try PostgresFormerJoins(address: address, opening: opening).run(connection)
      contents = try Self.contents(on: connection)
    }
    guard let versionTable = try PostgresVersionTable(on: connection) else {
      throw failure("it lacks the table that marks its version")
    }
    let metadata = try Self.metadata(address, on: connection)
    try Self.reporting(address) { try planned.check(against: contents) }
    let store = PostgresStore(
      PostgresStore.Parts(
        planned: planned,
        settings: PostgresSettings(
          address: address, timeout: opening.timeout, versionTable: versionTable, lineage: lineage),
        isReadOnly: isReadOnly, preserved: opening.preservedSlots, derivations: try opening.derivations,
        uniqueSlots: model.uniqueSlots, constraints: planned.constraints, connection: connection
      ))
    // External commits count from here on.
    _ = try store.externalVersion()
    store.endReadTransaction()
    return OpenedStore(rows: store, metadata: metadata)
  }

  /// The tables of a store by its model, with the entity numbers found in the store.
  static func planned(
    _ opening: StoreOpening, in contents: FileSchema, _ address: PostgresAddress
  ) throws -> PlannedSchema {
    let model = opening.model.compile()
    return try reporting(address) {
      let numbers = try StoredEntityNumbers.find(model, entities: opening.entityIndices, in: contents)
      return try PlannedSchema(model, numbers: numbers, dialect: PostgresDialect())
    }
  }

  private static func reporting<Result>(_ address: PostgresAddress, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let problem as SchemaProblem {
      throw NSError.coreData(
        NSPersistentStoreIncompatibleVersionHashError,
        "\(address.name) was made for another model: \(problem.description).")
    }
  }

  /// - Throws: an error if the role may not use the schema, because the server would treat it as missing.
  static func isThere(_ connection: PostgresConnection) throws -> Bool {
    var parameters = PostgresParameters()
    parameters.append(connection.address.schema)
    let rows = try connection.run(
      """
      SELECT to_regclass('"Z_METADATA"') IS NOT NULL, \
      EXISTS (SELECT FROM pg_namespace WHERE nspname = $1::text AND NOT has_schema_privilege(oid, 'USAGE'))
      """, parameters)
    guard rows.integer(0, 1) == 0 else {
      throw PostgresError(
        state: PostgresError.denied, message: "permission denied for schema \(connection.address.schema)")
    }
    return rows.integer(0, 0) == 1
  }

  static func missing(_ address: PostgresAddress) -> NSError {
    .coreData(CocoaError.fileReadNoSuchFile.rawValue, "There is no store at \(address.name).")
  }

  static func metadata(_ address: PostgresAddress, on connection: PostgresConnection) throws -> StoreMetadata {
    let rows = try connection.run("SELECT \"Z_UUID\", \"Z_PLIST\" FROM \"Z_METADATA\" ORDER BY \"Z_VERSION\" LIMIT 1")
    guard rows.count > 0, !rows.text(0, 0).isEmpty else {
      throw NSError.coreData(
        CocoaError.fileReadCorruptFile.rawValue,
        "\(address.name) is damaged: Z_METADATA does not name the store's UUID.")
    }
    return StoreMetadata(identifier: rows.text(0, 0), propertyList: rows.data(0, 1))
  }

  /// The tables of the store's schema, and its entities.
  static func contents(on connection: PostgresConnection) throws -> FileSchema {
    let results = try connection.run([
      PostgresCommand(
        """
        SELECT c.relname::text, a.attname::text, a.atttypid::int8, format_type(a.atttypid, a.atttypmod) \
        FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid \
        WHERE c.relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) \
        AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND a.attnum > 0 \
        AND NOT a.attisdropped ORDER BY c.relname, a.attnum
        """),
      PostgresCommand(
        "SELECT \"Z_ENT\", \"Z_NAME\", \"Z_SUPER\", \"Z_MAX\" FROM \"Z_PRIMARYKEY\" ORDER BY \"Z_ENT\""),
    ])
    var columns: [String: [String]] = [:]
    var types: [String: [String: FileSchema.ServerType]] = [:]
    for row in 0..<results[0].count {
      let (table, column) = (results[0].text(row, 0), results[0].text(row, 1))
      columns[table, default: []].append(column)
      types[table, default: [:]][column] = FileSchema.ServerType(
        number: results[0].integer(row, 2), name: results[0].text(row, 3))
    }
    let entities = (0..<results[1].count).map { row in
      FileSchema.Entity(
        number: results[1].integer(row, 0), name: results[1].text(row, 1), parent: results[1].integer(row, 2),
        lastKey: results[1].integer(row, 3))
    }
    return FileSchema(columns: columns, entities: entities, types: types)
  }

  private func failure(_ reason: String) -> NSError {
    .coreData(NSPersistentStoreOpenError, "\(address.name) cannot be opened: \(reason).")
  }
}

extension PlannedSchema {
  /// - Throws: a `SchemaProblem` that lists the tables and columns that are missing or have another type.
  func check(against contents: FileSchema) throws {
    var (missing, changed): ([String], [String]) = ([], [])
    func check(_ table: String, _ columns: [(name: String, type: PostgresType)]) {
      guard let there = contents.types[table] else { return missing.append("the table \(table)") }
      for column in columns {
        let name = "the column \(table).\(column.name)"
        guard let type = there[column.name] else {
          missing.append(name)
          continue
        }
        // A reader decodes a value's bytes by the type with which the column was created.
        if type.number != Int64(column.type.number) {
          changed.append("\(name) is of the type \(type.name), and not \(column.type.name)")
        }
      }
    }
    let fixed = ["Z_PK", "Z_ENT", "Z_OPT"].map { (name: $0, type: PostgresType.int8) }
    for table in plan.tables { check(table.name, fixed + PostgresStatements.columns(of: table, self)) }
    for table in plan.joins.tables { check(table.name, table.columns.map { (name: $0, type: .int8) }) }
    guard missing.isEmpty else { throw SchemaProblem("the store lacks \(missing.joined(separator: ", "))") }
    guard changed.isEmpty else { throw SchemaProblem(changed.joined(separator: ", ")) }
  }

  /// The uniqueness constraints, by the names of their indexes.
  fileprivate var constraints: [String: UniquenessConstraint] {
    var found: [String: UniquenessConstraint] = [:]
    for entity in plan.model.entities {
      for names in entity.uniquenessNames {
        guard let slots = entity.layout.valueSlots(named: names) else { continue }
        let index = (["Z_\(entity.layout.name)_UNIQUE"] + names).joined(separator: "_")
        found[index.shortened(to: PostgresDialect.longestName)] = UniquenessConstraint(
          entity: entity.layout, names: names, slots: slots)
      }
    }
    return found
  }
}
