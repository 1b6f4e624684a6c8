import Foundation

/// The external files that several columns of a store refer to.
///
/// A save gives each value its own file, so usually there are none. But a row that was copied by SQL refers to the file
/// of the original row, and deleting one of them must not remove the other's data. Counting the references takes as
/// long as reading the tables, so it happens only before the first file is removed, and again after another connection
/// has written.
struct SharedFileNames {
  /// The number of columns that refer to a file. Files with one reference are omitted.
  private var counts: [String: Int] = [:]
  private weak var connection: Connection?
  private var version: Int64 = 0
  /// The number of times that all references were counted.
  private(set) var scans = 0

  /// The files that a save removes, and the remaining references to its other replaced files.
  struct Removal {
    /// The files that no column refers to any more.
    var names: [String] = []
    /// The number of columns that still refer to each of the other files.
    fileprivate var left: [String: Int] = [:]
  }

  /// Finds the files to remove after a save replaced or deleted columns. Call it in the transaction, after all writes.
  ///
  /// - Parameter replaced: the file name that each of these columns had.
  /// - Complexity: O(names). If another connection has written since the last call, O(rows of the tables that may refer
  ///   to files).
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
      // Keep the counts from before the save, which may still be rolled back.
      counts = all.filter { $0.value > 1 }
      for (name, count) in removed {
        let left = all[name] ?? 0
        removal.take(name, left)
        counts[name] = left + count > 1 ? left + count : nil
      }
    }
    return removal
  }

  /// Applies the new counts after a save was committed.
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

/// The columns of a store that may refer to external files.
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

  /// The number of columns that refer to each file.
  ///
  /// - Parameter tableName: returns the SQL name of a table.
  /// - Complexity: O(rows). Data inside columns is not read.
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
