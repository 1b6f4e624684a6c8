/// What SQL says of a fetch: all of a `SELECT` but its columns and its window.
struct FetchSQL {
  /// From `FROM` to the end of `ORDER BY`; the entity's table is `t0`.
  let text: String
  /// The values of the parameters, in order.
  let bindings: [Value]
  /// What SQL could not say: to be evaluated for each row, in memory, before the window is taken.
  let residue: CompiledPredicate?
  /// Where the values of the paths that were asked for are, in their order.
  let columns: [TableJoins.PathColumn]

  /// Says a fetch in SQL.
  ///
  /// - Parameter paths: key paths whose values are wanted beside the rows' own.
  init(_ query: RowQuery, selecting paths: [CompiledPath] = [], isOrdered: Bool = true, in schema: StoreSchema) throws {
    var joins = try TableJoins(of: query.entity, in: schema)
    columns = try paths.map { try joins.column(at: $0) }
    var order: [String] = []
    for term in isOrdered ? query.order.terms : [] {
      order.append(try joins.column(at: term.path).expression + (term.ascending ? "" : " DESC"))
    }
    if isOrdered { order.append("\(TableJoins.root).Z_PK") }
    var text = joins.fromClause
    if let filter = try Self.entityFilter(query, in: schema) { text += " WHERE \(filter)" }
    if !order.isEmpty { text += " ORDER BY " + order.joined(separator: ", ") }
    self.text = text
    bindings = []
    residue = query.predicate
  }

  /// Which rows of the table are the entity's; nil when all are.
  private static func entityFilter(_ query: RowQuery, in schema: StoreSchema) throws -> String? {
    let entity = query.entity
    let root = schema.model.entities[entity.root]
    let wanted = query.includesSubentities ? Array(entity.subtree) : [entity.index]
    guard wanted.count < root.subtree.count else { return nil }
    let numbers = try wanted.map { String(try schema.stored($0).number) }
    return "\(TableJoins.root).Z_ENT IN (\(numbers.joined(separator: ",")))"
  }
}
