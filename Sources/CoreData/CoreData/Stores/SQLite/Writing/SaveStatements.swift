/// The statements of one save. Each is borrowed once and returned at the end.
final class SaveStatements {
  /// A plan and its borrowed statement.
  final class Prepared {
    let plan: RowWriters.Plan
    let statement: Statement

    fileprivate init(_ plan: RowWriters.Plan, on connection: Connection) throws {
      self.plan = plan
      statement = try connection.borrow(plan.sql)
    }
  }

  private let connection: Connection
  private let writers: RowWriters
  private var inserts: [Int: Prepared] = [:]
  private var updates: [RowWriters.UpdateShape: Prepared] = [:]
  private var versions: [Int: Statement] = [:]

  init(connection: Connection, writers: RowWriters) {
    self.connection = connection
    self.writers = writers
  }

  func insert(_ entity: Int) throws -> Prepared {
    if let known = inserts[entity] { return known }
    let prepared = try Prepared(try writers.insert(entity), on: connection)
    inserts[entity] = prepared
    return prepared
  }

  func update(_ entity: Int, slots: [Int]) throws -> Prepared {
    let shape = RowWriters.UpdateShape(entity: entity, slots: slots)
    if let known = updates[shape] { return known }
    let prepared = try Prepared(try writers.update(shape), on: connection)
    updates[shape] = prepared
    return prepared
  }

  /// The version of a row; nil if it does not exist.
  func version(of key: RowKey) throws -> Int64? {
    let statement = try versions[Int(key.entity)] ?? prepareVersion(Int(key.entity))
    defer { statement.reset() }
    try statement.bind(key.primaryKey, at: 1)
    return try statement.step() ? statement.integer(at: 0) : nil
  }

  private func prepareVersion(_ entity: Int) throws -> Statement {
    let statement = try connection.borrow(try writers.insert(entity).versionSQL)
    versions[entity] = statement
    return statement
  }

  /// Returns all statements to the cache, before the transaction ends.
  func giveBack() {
    for statement in versions.values { connection.giveBack(statement) }
    for prepared in inserts.values { connection.giveBack(prepared.statement) }
    for prepared in updates.values { connection.giveBack(prepared.statement) }
    inserts = [:]
    updates = [:]
    versions = [:]
  }
}
