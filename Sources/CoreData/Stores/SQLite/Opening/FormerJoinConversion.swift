import Foundation

/// Moves relationships without an inverse from the tables of an earlier version to the columns that Apple's stores
/// have.
struct FormerJoinConversion {
  let file: StoreFile
  /// See `Connection.willWrite`.
  var willWrite: ((String) throws -> Void)?

  /// Converts what a store has of an earlier version, in one transaction, unless another process has.
  ///
  /// - Returns: what the file has then.
  func run(_ opening: StoreOpening) throws -> FileSchema {
    try StoreFailure.reporting(file, saving: true) {
      let connection = try Connection(path: file.path, mode: .writing, timeout: opening.timeout)
      connection.willWrite = willWrite
      return try connection.transaction { connection in
        let contents = try FileSchema(file, on: connection)
        let former = try StoreSchema(opening, of: file, in: contents)
        guard !former.formerJoins.isEmpty else { return contents }
        let derivations = try opening.derivations
        for statement in DerivedTriggers(schema: former, derivations: derivations).removingImplied(contents) {
          try connection.execute(statement)
        }
        try convert(former.formerJoins, on: connection)
        let converted = try StoreSchema(opening, of: file, in: try FileSchema(file, on: connection))
        for statement in DerivedTriggers(schema: converted, derivations: derivations).makingImplied {
          try connection.execute(statement)
        }
        return try FileSchema(file, on: connection)
      }
    }
  }

  /// Converts in an open transaction, triggers that read the tables removed before.
  ///
  /// A destination that had several owners keeps the last one. The table then stays under another name, so that nothing
  /// is lost.
  func convert(_ joins: [FormerJoin], on connection: Connection) throws {
    for join in joins {
      for statement in join.filling(type: ColumnType.integer.rawValue) { try connection.execute(statement) }
      let shared = try connection.integer("SELECT count(*) FROM (\(join.shared))") ?? 0
      connection.dropIdleStatements()
      try connection.execute(join.removing(isKept: shared > 0))
      let name = "\(join.table)_\(join.column.name)_INDEX"
      try connection.execute(
        "CREATE INDEX IF NOT EXISTS \(name.quotedIdentifier) ON \(join.table.quotedIdentifier) "
          + "(\(join.column.name.quotedIdentifier))")
      if shared > 0 { join.logShared(Int(shared), in: file.name) }
    }
  }
}
