import CoreData
import Foundation

/// Moves relationships without an inverse from the tables of an earlier version of this package to columns of their
/// destinations, as in new stores.
struct PostgresFormerJoins {
  let address: PostgresAddress
  let opening: StoreOpening

  /// The tables of an earlier version that a store still has.
  static func all(_ planned: PlannedSchema, in contents: FileSchema) throws -> [FormerJoin] {
    let names = Dictionary(planned.plan.tables.map { ($0.root, $0.name) }) { first, _ in first }
    return try FormerJoin.all(planned.plan, in: contents, tableNames: names)
  }

  /// Converts the store in one transaction, unless another process has done so. The store gets a new version table, so
  /// that a process that opened it with an earlier version of this package cannot write any more and gets an error that
  /// says why.
  func run(_ connection: PostgresConnection) throws {
    do {
      try PostgresCreation.begin(address, on: connection)
      guard let versionTable = try PostgresVersionTable(on: connection) else { throw PostgresOpening.missing(address) }
      try connection.run(versionTable.taking)
      let planned = try PostgresOpening.planned(opening, in: try PostgresOpening.contents(on: connection), address)
      let joins = try Self.all(planned, in: try PostgresOpening.contents(on: connection))
      if !joins.isEmpty {
        try convert(joins, on: connection)
        try PostgresDerivedFilling(try opening.derivations, in: planned.schema).run(on: connection)
        try connection.run(versionTable.dropping)
        try connection.run(PostgresVersionTable.new().creation)
      }
      try connection.run("COMMIT")
    } catch {
      connection.forgetDeferred()
      if connection.isInTransaction, !connection.isBroken { _ = try? connection.run("ROLLBACK") }
      throw error
    }
  }

  /// Converts tables in an open transaction.
  func convert(_ joins: [FormerJoin], on connection: PostgresConnection) throws {
    for join in joins {
      let name = "\(join.table)_\(join.column.name)_INDEX".shortened(to: PostgresDialect.longestName)
      let index =
        "CREATE INDEX IF NOT EXISTS \(name.quotedIdentifier) ON \(join.table.quotedIdentifier) "
        + "(\(join.column.name.quotedIdentifier) ASC NULLS FIRST, \"Z_PK\")"
      try join.convert(type: "int8", index: index, in: address.name) {
        try connection.run($0).integer(0, 0)
      } execute: {
        try connection.run($0)
      }
    }
  }
}
