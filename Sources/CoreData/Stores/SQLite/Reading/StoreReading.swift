import Foundation

/// The reading operations of a store, on one connection inside one read transaction.
struct StoreReading {
  let connection: Connection
  let context: ReadingContext
  /// How rows of each entity and its subentities are filled, kept with the store.
  let plans: ReadingPlans

  var schema: StoreSchema { context.schema }
  var model: ModelLayout { context.schema.model }
}

/// What is worked out once for each entity and used by every read.
final class ReadingPlans: Sendable {
  /// How the rows of one entity, or of it and its subentities, are selected by primary key.
  struct RowPlan: Sendable {
    let sql: String
    /// The same for one primary key.
    let sqlByKey: String
    let reader: RowReader
  }

  private let context: ReadingContext
  private let rowPlans = Protected<[Int: RowPlan]>([:])
  private let valuePlans = Protected<[[CompiledPath]: ValuePlan]>([:])

  init(_ context: ReadingContext) {
    self.context = context
  }

  /// How any row of a table is selected, given an entity that has rows there.
  func row(_ entity: Int) throws -> RowPlan {
    let root = context.schema.model.entities[entity].root
    return try rowPlans.withLock { plans in
      if let known = plans[root] { return known }
      let reader = try rowReader(root, includesSubentities: true)
      let table = try table(of: entity)
      let sql = "SELECT \(reader.columns.joined(separator: ", ")) FROM \(table) AS \(TableJoins.root)"
      let plan = RowPlan(sql: sql, sqlByKey: sql + " WHERE \(TableJoins.root).Z_PK = ?1", reader: reader)
      plans[root] = plan
      return plan
    }
  }

  func rowReader(_ entity: Int, includesSubentities: Bool) throws -> RowReader {
    let layout = context.schema.model.entities[entity]
    // A store may hold only some of a model's entities.
    let entities = (includesSubentities ? layout.subtree : entity..<entity + 1).filter {
      context.schema.entities[$0] != nil
    }
    return try RowReader(entities: entities, alias: TableJoins.root, context: context)
  }

  func values(at paths: [CompiledPath], from entity: Int) throws -> ValuePlan {
    try valuePlans.withLock { plans in
      if let known = plans[paths] { return known }
      let plan = try ValuePlan(paths, from: entity, context: context)
      plans[paths] = plan
      return plan
    }
  }

  private func table(of entity: Int) throws -> String {
    try context.schema.stored(entity).table.quotedIdentifier
  }
}
