import Foundation

/// Converts the join tables that an earlier version used for relationships without an inverse to the columns that
/// Apple's stores have.
struct FormerJoinConversion {
  let file: StoreFile
  /// A test hook; see `Connection.willWrite`.
  var willWrite: ((String) throws -> Void)?

  /// Converts a store in one transaction, unless another process has already done so.
  ///
  /// - Returns: the new schema of the file.
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

  /// Converts in an open transaction. The caller must already have dropped the triggers that read the join tables.
  func convert(_ joins: [FormerJoin], on connection: Connection) throws {
    for join in joins {
      let name = "\(join.table)_\(join.column.name)_INDEX"
      let index =
        "CREATE INDEX IF NOT EXISTS \(name.quotedIdentifier) ON \(join.table.quotedIdentifier) "
        + "(\(join.column.name.quotedIdentifier))"
      try join.convert(type: ColumnType.integer.rawValue, index: index, in: file.name) { query in
        // Finalize the cached statement, because the table cannot be dropped while one may read it.
        defer { connection.dropIdleStatements() }
        return try connection.integer(query) ?? 0
      } execute: {
        try connection.execute($0)
      }
    }
  }
}
