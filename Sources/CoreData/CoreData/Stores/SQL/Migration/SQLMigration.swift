import Foundation

/// An error that a database returned.
package protocol DatabaseError: Error {
  var message: String { get }

  /// Whether rows violated a unique index.
  var isUniquenessViolation: Bool { get }

  /// The error to use as the underlying error of one of Core Data's.
  var underlying: NSError { get }
}

/// A migration of a store by SQL. The extension has the steps that are the same for all databases.
package protocol SQLMigration {
  associatedtype Database

  /// Runs a statement that counts in the migration's progress.
  func execute(_ statement: String, on database: Database) throws

  /// Runs a short statement that does not count in the progress.
  func run(_ statement: String, on database: Database) throws

  /// Whether a query returns a row.
  func hasRow(_ query: String, on database: Database) throws -> Bool

  /// The error of a store that cannot be migrated.
  func error(_ code: Int, _ reason: String, _ details: [String: Any], underlying: (any Error)?) -> NSError
}

extension SQLMigration {
  /// Runs checks.
  ///
  /// - Throws: the error of the first check that fails.
  package func check(_ checks: [MigrationChecks.Check], on database: Database) throws {
    for check in checks where try hasRow(check.query, on: database) { throw check.error }
  }

  /// Fills join tables, references and order keys after the rows were copied.
  package func copyRelationships(_ tables: MigrationTables, on database: Database) throws {
    let copying = RelationshipCopying(tables: tables)
    for statement in copying.joins { try execute(statement, on: database) }
    for reference in copying.references {
      if try hasRow(reference.conflict, on: database) {
        throw error(
          NSMigrationError, reference.reason, ["entity": reference.entity, "property": reference.relationship],
          underlying: nil)
      }
      try run(reference.statement, on: database)
    }
    for statement in copying.places { try run(statement, on: database) }
  }

  /// Creates the indexes of the new tables.
  ///
  /// - Throws: 134111 (`NSMigrationConstraintViolationError`) if rows violate a uniqueness constraint of the new model.
  package func makeIndexes(_ statements: [String], on database: Database) throws {
    for statement in statements {
      do {
        try execute(statement, on: database)
      } catch let failure as any DatabaseError where failure.isUniquenessViolation {
        throw error(
          NSMigrationConstraintViolationError, "its objects violate a uniqueness constraint: \(failure.message)", [:],
          underlying: failure.underlying)
      }
    }
  }
}
