import Foundation

/// Reads a store on one connection, in one read transaction.
struct StoreReading: RowReading {
  let connection: Connection
  let context: ReadingContext
  /// The cached plans for reading the store's entities.
  let plans: ReadingPlans

  var schema: StoreSchema { context.schema }
  var model: ModelLayout { context.schema.model }
}

/// The plans for reading entities, made once for each and used by every read.
final class ReadingPlans: Sendable {
  /// The statements that select rows by primary key, and the reader for their results.
  final class RowPlan: Sendable {
    /// The statement for one primary key.
    let sqlByKey: String
    let reader: RowReader
    /// The statements for several primary keys, by the number of keys.
    private let sqlByKeys: [Int: String]

    fileprivate init(table: String, reader: RowReader) {
      let columns = reader.columns.joined(separator: ", ")
      let (row, key) = (TableJoins.root, "\(TableJoins.root).Z_PK")
      sqlByKey = "SELECT \(columns) FROM \(table) AS \(row) WHERE \(key) = ?1"
      // `CROSS JOIN` prevents SQLite from reordering the tables. So it looks up each key and does not store the list.
      sqlByKeys = Dictionary(
        uniqueKeysWithValues: StoreReading.chunkSizes.map { count in
          let parameters = Array(repeating: "(?)", count: count).joined(separator: ",")
          return (
            count,
            "WITH keys(value) AS (VALUES \(parameters)) "
              + "SELECT \(columns) FROM keys CROSS JOIN \(table) AS \(row) ON \(key) = keys.value"
          )
        })
      self.reader = reader
    }

    /// The statement for several keys. Their number must be one of `StoreReading.chunkSizes`.
    func selection(ofKeys count: Int) -> String {
      guard let sql = sqlByKeys[count] else { fatalError("There is no statement for \(count) keys.") }
      return sql
    }
  }

  private let context: ReadingContext
  /// The plans by entity index.
  private let rowPlans: Protected<[RowPlan?]>
  private let valuePlans = Protected<[PathsOfEntity: ValuePlan]>([:])

  init(_ context: ReadingContext) {
    self.context = context
    rowPlans = Protected(Array(repeating: nil, count: context.schema.model.entities.count))
  }

  /// The plan for selecting any row of a table, given an entity whose rows are there.
  func row(_ entity: Int) throws -> RowPlan {
    try rowPlans.withLock { plans in
      if let known = plans[entity] { return known }
      let root = context.schema.model.entities[entity].root
      let plan = RowPlan(table: try table(of: entity), reader: try rowReader(root, includesSubentities: true))
      plans[entity] = plan
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
      let place = PathsOfEntity(entity: entity, paths: paths)
      if let known = plans[place] { return known }
      let plan = try ValuePlan(paths, from: entity, context: context)
      plans[place] = plan
      return plan
    }
  }

  private func table(of entity: Int) throws -> String {
    try context.schema.stored(entity).table.quotedIdentifier
  }
}

/// Reads properties in the same read transaction, to evaluate the residue of a predicate in memory.
extension StoreReading: PropertyReader {
  func value(_ slot: Int, of key: RowKey) throws -> Value {
    let path = CompiledPath(entity: Int(key.entity), hops: [], last: slot)
    return try values(at: [path], for: key)?.first ?? .null
  }
}
