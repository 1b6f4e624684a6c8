import Foundation

/// The files of external data that several columns of a store name.
///
/// A save gives each file one name, so that there are none as a rule. A row that was copied by SQL names the file of
/// the first one, and deleting either must not remove the other's data. Looking at all columns takes as long as reading
/// the table, so it happens once, before the first file is removed, and again only after another connection has
/// written.
struct SharedFileNames {
  /// How many columns name a file; those that one column names are left out.
  private var counts: [String: Int] = [:]
  private weak var connection: Connection?
  private var version: Int64 = 0
  /// How often all columns were looked at.
  private(set) var scans = 0

  /// The files that a save removes.
  struct Removal {
    /// The files that no column names any more.
    var names: [String] = []
    /// The number of columns that still name each of the other files.
    fileprivate var left: [String: Int] = [:]
  }

  /// Finds the files to remove for the columns that a save wrote over or deleted. Call it within the transaction, when
  /// all is written.
  ///
  /// - Parameter replaced: the name that each of these columns had.
  /// - Complexity: O(names); where another connection has written since the last call, O(rows of the tables that may
  ///   name files).
  mutating func removal(of replaced: [String], in schema: StoreSchema, on connection: Connection) throws -> Removal {
    let now = try connection.dataVersion()
    let removed = Dictionary(replaced.map { ($0, 1) }, uniquingKeysWith: +)
    var removal = Removal()
    if connection === self.connection, now == version {
      for (name, count) in removed { removal.take(name, (counts[name] ?? 1) - count) }
    } else {
      let all = try ExternalReferences(schema).counts(on: connection)
      scans += 1
      (self.connection, version) = (connection, now)
      // As before the save, which may yet be rolled back.
      counts = all.filter { $0.value > 1 }
      for (name, count) in removed {
        let left = all[name] ?? 0
        removal.take(name, left)
        counts[name] = left + count > 1 ? left + count : nil
      }
    }
    return removal
  }

  /// Notes that a save was committed.
  mutating func didCommit(_ removal: Removal) {
    for name in removal.names { counts[name] = nil }
    for (name, count) in removal.left { counts[name] = count > 1 ? count : nil }
  }
}

extension SharedFileNames.Removal {
  fileprivate mutating func take(_ name: String, _ left: Int) {
    if left > 0 { self.left[name] = left } else { names.append(name) }
  }
}

/// The columns of a store that may name files.
struct ExternalReferences {
  private struct Column: Hashable {
    let table: String
    let name: String
  }

  private let columns: Set<Column>

  init(_ schema: StoreSchema) {
    columns = Set(
      schema.entities.compactMap { $0 }.flatMap { entity in
        entity.columns.compactMap { $0 }.filter(\.isExternal).map { Column(table: entity.table, name: $0.name) }
      })
  }

  /// How many columns name each file.
  ///
  /// - Parameter tableName: how SQL names a table.
  /// - Complexity: O(rows). Data that is in the columns is not read.
  func counts(
    on connection: Connection, _ tableName: (String) -> String = { $0.quotedIdentifier }
  ) throws -> [String: Int] {
    var counts: [String: Int] = [:]
    for column in columns {
      let name = column.name.quotedIdentifier
      let query = "SELECT \(name) FROM \(tableName(column.table)) WHERE length(\(name)) = 38"
      try connection.withStatement(query) { rows in
        while try rows.step() {
          if let name = ExternalDataFolder.fileName(rows.data(at: 0)) { counts[name, default: 0] += 1 }
        }
      }
    }
    return counts
  }
}
