/// The statements of one save, each borrowed once and kept until its end.
final class SaveStatements {
  /// A plan with its statement.
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

  /// Gives all statements back, before the transaction ends.
  func giveBack() {
    for prepared in inserts.values { connection.giveBack(prepared.statement) }
    for prepared in updates.values { connection.giveBack(prepared.statement) }
    inserts = [:]
    updates = [:]
  }
}
