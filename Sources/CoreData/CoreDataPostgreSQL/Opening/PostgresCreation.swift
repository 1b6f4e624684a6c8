import CoreData
import Foundation

/// Creates a new store in its schema, in one transaction.
struct PostgresCreation {
  let address: PostgresAddress
  let opening: StoreOpening

  init(_ address: PostgresAddress, _ opening: StoreOpening) {
    self.address = address
    self.opening = opening
  }

  func run(_ connection: PostgresConnection) throws {
    do {
      try Self.begin(address, on: connection)
      // The schema may already exist, because not every role may create one.
      if try connection.run("SELECT current_schema() IS NULL").integer(0, 0) == 1 {
        try connection.run("CREATE SCHEMA \(address.quotedSchema)")
      }
      // Another process may have created the store meanwhile.
      if try !PostgresOpening.isThere(connection) { try make(connection) }
      try connection.run("COMMIT")
    } catch {
      connection.forgetDeferred()
      if connection.isInTransaction, !connection.isBroken { _ = try? connection.run("ROLLBACK") }
      throw error
    }
  }

  /// Begins a transaction that creates or changes the tables of a store. Only one such transaction runs at a time.
  static func begin(_ address: PostgresAddress, on connection: PostgresConnection) throws {
    connection.sendLater(PostgresTransaction.beginning)
    var parameters = PostgresParameters()
    parameters.append(address.channel)
    try connection.run("SELECT pg_advisory_xact_lock(hashtextextended($1::text, 0))", parameters)
  }

  /// Creates tables and indexes, and inserts the rows that every store has.
  ///
  /// - Parameter metadata: the store's metadata; nil for new metadata.
  func make(_ connection: PostgresConnection, metadata: StoreMetadata? = nil) throws {
    let planned = try self.planned()
    try connection.run(
      (PostgresStatements.all(planned) + [PostgresVersionTable.new().creation]).map { PostgresCommand($0) })
    try connection.run(try contents(planned, metadata))
  }

  func planned() throws -> PlannedSchema {
    let model = opening.model.compile()
    do {
      let numbers = PlannedSchema.newNumbers(model.layout, entities: opening.entityIndices)
      let planned = try PlannedSchema(model, numbers: numbers, dialect: PostgresDialect())
      try PostgresParts.check(planned.plan)
      return planned
    } catch let problem as SchemaProblem {
      throw NSError.coreData(
        NSPersistentStoreIncompatibleSchemaError, "\(address.name) cannot be created: \(problem.description).")
    }
  }

  /// The commands that insert the rows of the tables that every store has.
  func contents(_ planned: PlannedSchema, _ metadata: StoreMetadata?) throws -> [PostgresCommand] {
    var commands: [PostgresCommand] = []
    for entity in planned.primaryKeys {
      var parameters = PostgresParameters(entity.number)
      parameters.append(entity.name)
      parameters.append(entity.parent)
      commands.append(
        PostgresCommand("INSERT INTO \"Z_PRIMARYKEY\" VALUES ($1::int8, $2::text, $3::int8, 0)", parameters))
    }
    var parameters = PostgresParameters()
    parameters.append(metadata?.identifier ?? UUID().uuidString)
    parameters.append(try metadata?.propertyList ?? NewStoreMetadata.list(of: opening, type: NSPostgreSQLStoreType))
    commands.append(PostgresCommand("INSERT INTO \"Z_METADATA\" VALUES (1, $1::text, $2::bytea)", parameters))
    if let cache = try NewStoreMetadata.modelCache(of: opening.model) {
      var parameters = PostgresParameters()
      parameters.append(cache)
      commands.append(PostgresCommand("INSERT INTO \"Z_MODELCACHE\" VALUES ($1::bytea)", parameters))
    }
    return commands
  }
}
