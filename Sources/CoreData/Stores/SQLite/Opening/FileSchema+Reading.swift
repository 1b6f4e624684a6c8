import Foundation

extension FileSchema {
  /// Reads what is in a file: its tables with their columns, its triggers, its entities.
  ///
  /// - Throws: `StoreOpeningError.notCoreData` when the file lacks the tables that every store has; `notUTF8`.
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
    // A key that is the number of the row itself has no index, whatever its type is called.
    try connection.withStatement(
      "SELECT m.name FROM sqlite_schema AS m JOIN pragma_index_list(m.name) AS i WHERE m.type = 'table' AND i.origin = 'pk'"
    ) {
      while try $0.step() { keys[$0.text(at: 0)] = nil }
    }
    let loose = columns.keys.filter { keys[$0] != ["Z_PK"] }
    self.init(columns: columns, entities: entities, triggers: triggers, tablesWithLooseKeys: Set(loose))
  }

  /// - Throws: `StoreOpeningError.notUTF8`.
  static func requireUTF8(_ file: StoreFile, on connection: Connection) throws {
    let encoding = try connection.text("PRAGMA encoding") ?? ""
    guard encoding == "UTF-8" else { throw StoreOpeningError.notUTF8(file, encoding) }
  }

  /// The tables of synchronization, and of a history in a form that is not known; what relies on them would miss a save
  /// that does not write them.
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

  /// The tables of a history in the form that is known.
  var historyTables: [String] {
    HistorySchema(self, preserved: [:]) == nil
      ? [] : HistorySchema.Table.allCases.map(\.name).filter { columns[$0] != nil }
  }

  /// Entity numbers from here on are Core Data's own: history, and from 17001 on CloudKit.
  private static let firstHistoryNumber: Int64 = 16001
}

extension StoreSchema {
  /// The tables of an existing store.
  ///
  /// - Throws: 134020 (`NSPersistentStoreIncompatibleVersionHashError`) where they are another model's: another process
  ///   has migrated the store since it was looked at.
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
