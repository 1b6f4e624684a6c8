import CSQLite
import Foundation

/// Replaces the contents of a store with those of a new store, in one SQLite transaction. If the process is killed, the
/// store has the old or the new contents, and a temporary folder may remain beside it.
struct StoreRewriting {
  let file: StoreFile
  let timeout: TimeInterval
  /// A test hook; see `Connection.willWrite`.
  var willWrite: ((String) throws -> Void)?

  /// Replaces the contents if the store still has the given metadata.
  ///
  /// - Returns: false if the store does not have the expected metadata.
  func run(ifStill metadata: StoreMetadata?, _ make: (StoreFile) throws -> Void) throws -> Bool {
    try StoreCopy.requireClosed(file, "migrated")
    guard FileStamp.isWritable(file.path), FileStamp.isWritable(file.folder) else {
      throw NSError.coreData(
        CocoaError.fileWriteNoPermission.rawValue, "\(file.name) may not be written, or not the folder that it is in.",
        details: [NSFilePathErrorKey: file.path]
      )
    }
    // Nothing in this process may open the file without SQLite while it is locked.
    let token = FileStamp(file.path).map { OpenFiles.enter($0.identity) }
    defer { withExtendedLifetime(token) {} }
    let folder = file.folder + "/.\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let new = StoreFile(path: folder + "/" + file.name)
    let former = try externalNames(of: file)
    var copied: Set<String> = []
    do {
      let isDone = try StoreFailure.reporting(file, saving: true) {
        let connection = try Connection(path: file.path, mode: .writing, timeout: timeout)
        return try connection.transaction { connection in
          let current = try StoreMetadataTable.read(file, on: connection)
          if let metadata, current != metadata { return false }
          try make(new)
          try ExternalDataCopy.copy(from: new, to: file, without: former) { copied.insert($0) }
          connection.willWrite = willWrite
          try copyContents(to: connection, from: Connection(path: new.path, mode: .reading, timeout: timeout))
          return true
        }
      }
      if isDone { remove(former.subtracting(try externalNames(of: new))) }
      return isDone
    } catch {
      // Remove only the copied files, because another process may have written files meanwhile.
      remove(copied)
      throw error
    }
  }

  private func copyContents(to connection: Connection, from new: Connection) throws {
    connection.dropIdleStatements()
    for kind in ["trigger", "view", "table"] {
      // Dropping a virtual table also drops its shadow tables, so virtual tables come first.
      for object in try objects(kind, on: connection).sorted(by: { $0.isVirtual && !$1.isVirtual }) {
        try connection.execute("DROP \(kind) IF EXISTS \(object.name.quotedIdentifier)")
      }
    }
    let tables = try objects("table", on: new)
    // Creating an R-tree also creates its shadow tables.
    let trees = tables.filter(\.isVirtual)
    let made = Set(trees.flatMap { tree in ["node", "parent", "rowid"].map { "\(tree.name)_\($0)" } })
    for table in tables where !made.contains(table.name) {
      try connection.execute(table.sql)
      try copyRows(of: table.name, to: connection, from: new)
    }
    for kind in ["index", "trigger"] {
      for object in try objects(kind, on: new) { try connection.execute(object.sql) }
    }
  }

  private func copyRows(of table: String, to connection: Connection, from new: Connection) throws {
    let name = table.quotedIdentifier
    try new.withStatement("SELECT * FROM \(name)") { rows in
      let count = sqlite3_column_count(rows.handle)
      let places = (0..<count).map { _ in "?" }.joined(separator: ", ")
      try connection.withStatement("INSERT INTO \(name) VALUES (\(places))") { inserting in
        while try rows.step() {
          for column in 0..<count {
            let code = sqlite3_bind_value(inserting.handle, column + 1, sqlite3_column_value(rows.handle, column))
            guard code == SQLITE_OK else { throw SQLiteError(connection.database, code: code) }
          }
          try inserting.run()
        }
      }
    }
  }

  private struct SchemaObject {
    let name: String
    let sql: String
    var isVirtual: Bool { sql.uppercased().hasPrefix("CREATE VIRTUAL") }
  }

  private func objects(_ kind: String, on connection: Connection) throws -> [SchemaObject] {
    var objects: [SchemaObject] = []
    try connection.withStatement(
      "SELECT name, sql FROM sqlite_schema WHERE type = '\(kind)' AND sql IS NOT NULL AND name NOT LIKE 'sqlite^_%' "
        + "ESCAPE '^' ORDER BY rowid"
    ) {
      while try $0.step() { objects.append(SchemaObject(name: $0.text(at: 0), sql: $0.text(at: 1))) }
    }
    return objects
  }

  /// The names of a store's external files; empty if another store uses the same folder.
  private func externalNames(of file: StoreFile) throws -> Set<String> {
    guard FileStamp(link: file.externalDataFolder)?.isDirectory == true, try !StoreRemoval.sharesExternalData(file)
    else {
      return []
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: file.externalDataFolder)
    return Set(names.filter(ExternalDataFolder.isFileName))
  }

  private func remove(_ names: Set<String>) {
    ExternalDataChanges(ExternalDataFolder(file: file)).remove(names)
  }
}
