import CoreData
import Foundation

/// The reading operations of a store, on one connection inside one read transaction.
struct PostgresReading: RowReading {
  let connection: PostgresConnection
  let schema: StoreSchema
  let plans: PostgresPlans
  /// The rows and keys that were read ahead in the transaction.
  let readAhead: PostgresReadAhead

  var model: ModelLayout { schema.model }

  func query(_ sql: String, _ bindings: [Value] = []) throws -> PostgresRows {
    try connection.run(sql, try Self.parameters(bindings))
  }

  static func parameters(_ bindings: [Value]) throws -> PostgresParameters {
    var parameters = PostgresParameters()
    for value in bindings {
      guard let type = PostgresType(of: value) else {
        parameters.appendNull()
        continue
      }
      try parameters.append(value, as: type)
    }
    return parameters
  }
}

/// The plans for reading entities, each made once and used by every read.
final class PostgresPlans: Sendable {
  private let schema: StoreSchema
  private let readers = Protected<[Range<Int>: PostgresRowReader]>([:])
  private let valuePlans = Protected<[PathsOfEntity: PostgresValuePlan]>([:])
  /// The seeks that were used since the last call of `takeSeeks`.
  private let seeks = Protected<[RowSeek]>([])
  /// The columns of each of the model's indexes, by table. A seek needs such an index.
  let indexes: [String: [[IndexPlan.Column]]]

  init(_ schema: StoreSchema, indexes: [IndexPlan]) {
    self.schema = schema
    self.indexes = Dictionary(grouping: indexes, by: \.table).mapValues { $0.map(\.columns) }
  }

  func note(_ seek: RowSeek) {
    seeks.withLock { if $0.count < Self.seekLimit, !$0.contains(where: { $0.sql == seek.sql }) { $0.append(seek) } }
  }

  /// Returns and clears the seeks of the last commits' rows. The next commit's rows will most likely be sought in the
  /// same orders.
  func takeSeeks() -> [RowSeek] {
    seeks.withLock { seeks in
      defer { seeks = [] }
      return seeks
    }
  }

  /// The maximum number of recorded seeks. Further lists send their own queries.
  private static let seekLimit = 4

  /// Returns the reader for all entities of an entity's inheritance tree, which share one table.
  func row(_ entity: Int) throws -> PostgresRowReader {
    try rows(of: schema.model.entities[schema.model.entities[entity].root].subtree)
  }

  func rows(of entities: Range<Int>) throws -> PostgresRowReader {
    try readers.withLock { readers in
      if let known = readers[entities] { return known }
      let reader = try PostgresRowReader(entities: entities.filter { schema.entities[$0] != nil }, in: schema)
      readers[entities] = reader
      return reader
    }
  }

  func values(at paths: [CompiledPath], from entity: Int) throws -> PostgresValuePlan {
    try valuePlans.withLock { plans in
      let place = PathsOfEntity(entity: entity, paths: paths)
      if let known = plans[place] { return known }
      let plan = try PostgresValuePlan(paths, from: entity, in: schema)
      plans[place] = plan
      return plan
    }
  }
}

/// The plan for reading the values at some key paths of one row.
struct PostgresValuePlan: Sendable {
  let sql: String
  private let readers: [PostgresPathReader]

  init(_ paths: [CompiledPath], from entity: Int, in schema: StoreSchema) throws {
    var joins = try TableJoins(of: schema.model.entities[entity], in: schema)
    var selected = SelectedExpressions()
    readers = try paths.map { PostgresPathReader(try joins.column(at: $0), selected: &selected, in: schema) }
    let columns = selected.expressions.isEmpty ? ["1"] : selected.expressions
    sql = "SELECT \(columns.joined(separator: ", ")) \(joins.fromClause) WHERE \(TableJoins.rootKey) = $1::int8"
  }

  func values(_ rows: PostgresRows, _ schema: StoreSchema) throws -> [Value] {
    try readers.map { try $0.value(rows, 0, schema) }
  }
}
