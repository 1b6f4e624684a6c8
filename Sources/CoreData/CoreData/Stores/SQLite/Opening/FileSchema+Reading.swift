import Foundation

extension FileSchema {
  /// Reads the schema of a file: tables with their columns, triggers and entities.
  ///
  /// - Throws: `StoreOpeningError.notCoreData` if the file lacks a table that every store has, and `notUTF8`.
  init(_ file: StoreFile, on connection: Connection) throws {
    try Self.requireUTF8(file, on: connection)
    var columns: [String: [String]] = [:]
    var keys: [String: [String]] = [:]
    try connection.withStatement(
      """
      SELECT m.name, c.name, c.pk FROM sqlite_schema AS m JOIN pragma_table_info(m.name) AS c
      WHERE m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY m.name, c.cid
      """
    ) { statement in
      while try statement.step() {
        let (table, column) = (statement.text(at: 0), statement.text(at: 1))
        columns[table, default: []].append(column)
        if statement.integer(at: 2) > 0 { keys[table, default: []].append(column) }
      }
    }
    guard ["Z_METADATA", "Z_PRIMARYKEY"].allSatisfy({ columns[$0] != nil }) else {
      throw columns.isEmpty ? StoreOpeningError.empty(file) : StoreOpeningError.notCoreData(file)
    }
    var triggers: [String: [String]] = [:]
    try connection.withStatement("SELECT tbl_name, name FROM sqlite_schema WHERE type = 'trigger' ORDER BY rowid") {
      while try $0.step() { triggers[$0.text(at: 0), default: []].append($0.text(at: 1)) }
    }
    var entities: [Entity] = []
    try connection.withStatement("SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY ORDER BY Z_ENT") { statement in
      while try statement.step() {
        entities.append(
          Entity(
            number: statement.integer(at: 0), name: statement.text(at: 1), parent: statement.integer(at: 2),
            lastKey: statement.integer(at: 3)
          )
        )
      }
    }
    // `PRAGMA index_list` has an index for the primary key, unless the key is the `rowid`.
    try connection.withStatement(
      "SELECT m.name FROM sqlite_schema AS m JOIN pragma_index_list(m.name) AS i WHERE m.type = 'table' AND i.origin = 'pk'"
    ) {
      while try $0.step() { keys[$0.text(at: 0)] = nil }
    }
    let loose = columns.keys.filter { keys[$0] != ["Z_PK"] }
    self.init(columns: columns, entities: entities, triggers: triggers, tablesWithLooseKeys: Set(loose))
  }

  /// - Throws: `StoreOpeningError.notUTF8` if the database has another text encoding.
  static func requireUTF8(_ file: StoreFile, on connection: Connection) throws {
    let encoding = try connection.text("PRAGMA encoding") ?? ""
    guard encoding == "UTF-8" else { throw StoreOpeningError.notUTF8(file, encoding) }
  }

  /// The tables of CloudKit synchronization, and those of a history in an unknown form. This package does not write
  /// them, so programs that rely on them would miss its saves.
  var unknownTables: [String] {
    let history = HistorySchema.Table.allCases
    let named = columns.keys.filter { $0.hasPrefix("ANSCK") }
    let numbered = entities.filter { entity in
      entity.number >= Self.firstHistoryNumber && !history.contains { $0.rawValue == entity.name }
    }
    let isUnknown = history.contains { columns[$0.name] != nil } && HistorySchema(self, preserved: [:]) == nil
    return Set(named + (isUnknown ? history.map(\.name) : [])).union(numbered.map { "A\($0.name.uppercased())" })
      .sorted()
  }

  /// The tables of a history in the known form.
  var historyTables: [String] {
    HistorySchema(self, preserved: [:]) == nil
      ? [] : HistorySchema.Table.allCases.map(\.name).filter { columns[$0] != nil }
  }

  /// The lowest entity number of Core Data's own entities: history from here, and CloudKit from 17001.
  private static let firstHistoryNumber: Int64 = 16001
}

extension StoreSchema {
  /// Finds the tables of an existing store.
  ///
  /// - Throws: 134020 (`NSPersistentStoreIncompatibleVersionHashError`) if the tables are those of another model,
  ///   because another process has just migrated the store.
  convenience init(_ opening: StoreOpening, of file: StoreFile, in contents: FileSchema) throws {
    do {
      try self.init(opening.model.compile(), entities: opening.entityIndices, in: contents)
    } catch let problem as SchemaProblem {
      throw NSError.coreData(
        NSPersistentStoreIncompatibleVersionHashError,
        "\(file.name) was made for another model: \(problem.description).", details: [NSFilePathErrorKey: file.path])
    }
  }
}
