import CSQLite
import Foundation

/// Replaces what is in a store by what is in a new one, in one transaction of SQLite's: a process that is killed leaves
/// the store as it was before or as it is after, and a folder beside it.
struct StoreRewriting {
  let file: StoreFile
  let timeout: TimeInterval
  /// See `Connection.willWrite`.
  var willWrite: ((String) throws -> Void)?

  /// - Returns: false when the store has other metadata than expected.
  func run(ifStill metadata: StoreMetadata?, _ make: (StoreFile) throws -> Void) throws -> Bool {
    try StoreCopy.requireClosed(file, "migrated")
    guard FileStamp.isWritable(file.path), FileStamp.isWritable(file.folder) else {
      throw NSError.coreData(
        CocoaError.fileWriteNoPermission.rawValue, "\(file.name) may not be written, or not the folder that it is in.",
        details: [NSFilePathErrorKey: file.path]
      )
    }
    // Nothing may open the file past SQLite while it is locked.
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
      // Another process may have written files meanwhile.
      remove(copied)
      throw error
    }
  }

  private func copyContents(to connection: Connection, from new: Connection) throws {
    connection.dropIdleStatements()
    for kind in ["trigger", "view", "table"] {
      // A virtual table takes those that it is kept in along.
      for object in try objects(kind, on: connection).sorted(by: { $0.isVirtual && !$1.isVirtual }) {
        try connection.execute("DROP \(kind) IF EXISTS \(object.name.quotedIdentifier)")
      }
    }
    let tables = try objects("table", on: new)
    // An R-tree makes those that it is kept in itself.
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

  /// The files of a store's external data; none where another store has some in the same folder.
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
