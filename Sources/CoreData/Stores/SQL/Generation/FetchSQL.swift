/// A fetch in SQL: all of a `SELECT` but its columns and its window.
struct FetchSQL {
  /// From `FROM` to the end of `ORDER BY`; the entity's table is `t0`.
  let text: String
  /// The values of the parameters, in order.
  let bindings: [Value]
  /// What SQL cannot express: to be evaluated for each row, in memory, before the window is taken. Of these rows the text
  /// leaves out what surely does not fit.
  let residue: CompiledPredicate?
  /// Where the values of the selected paths are, in the order of the paths.
  let columns: [TableJoins.PathColumn]

  /// Translates a fetch into SQL. The terms of the predicate that SQL cannot express are the residue.
  ///
  /// - Parameter paths: key paths whose values are wanted beside the rows' own.
  init(_ query: RowQuery, selecting paths: [CompiledPath] = [], isOrdered: Bool = true, in schema: StoreSchema) throws {
    var joins = try TableJoins(of: query.entity, in: schema)
    columns = try paths.map { try joins.column(at: $0) }
    let order = isOrdered ? try Self.order(query.order, &joins) : []
    var predicate = PredicateSQL(joins, entity: query.entity)
    var conditions: [String] = []
    var residue: [CompiledPredicate.Tree] = []
    if let filter = try Self.entityFilter(query, in: schema) { conditions.append(filter) }
    for tree in query.predicate?.tree.conjuncts ?? [] {
      if let condition = try predicate.sayableCondition(tree) {
        conditions.append(tree.isDisjunction ? "(\(condition.sql))" : condition.sql)
      } else {
        residue.append(tree)
        if let narrowing = try predicate.narrowingCondition(tree) { conditions.append("(\(narrowing.sql))") }
      }
    }
    var text = predicate.selects[0].fromClause
    if !conditions.isEmpty { text += " WHERE " + PredicateSQL.join(conditions[...], "AND") }
    if !order.isEmpty { text += " ORDER BY " + order.joined(separator: ", ") }
    self.text = text
    bindings = predicate.bindings
    self.residue = residue.isEmpty ? nil : CompiledPredicate(entity: query.entity.index, tree: .conjunction(residue))
  }

  /// The terms of `ORDER BY`.
  private static func order(_ order: CompiledOrder, _ joins: inout TableJoins) throws -> [String] {
    var terms: [String] = []
    for term in order.terms {
      let place = try joins.column(at: term.path)
      guard joins.schema.isComparable(place.slot, of: place.entity) else {
        let layout = joins.schema.model.entities[place.entity]
        throw SchemaGap.error(
          "\(layout.name).\(layout.slots[place.slot].name) is not stored in a form that a fetch can be ordered by."
        )
      }
      terms.append(
        try joins.schema.dialect.order(place.expression, by: term.collation, ascending: term.ascending))
    }
    return terms + [TableJoins.rootKey]
  }

  /// Which rows of the table are the entity's; nil when all are.
  private static func entityFilter(_ query: RowQuery, in schema: StoreSchema) throws -> String? {
    let entity = query.entity
    let root = schema.model.entities[entity.root]
    let wanted = query.includesSubentities ? Array(entity.subtree) : [entity.index]
    guard wanted.count < root.subtree.count else { return nil }
    let numbers = try wanted.map { String(try schema.stored($0).number) }
    return "\(TableJoins.entity(of: TableJoins.root)) IN (\(numbers.joined(separator: ",")))"
  }
}

extension CompiledPredicate.Tree {
  /// Whether the tree needs brackets among terms that all must hold.
  fileprivate var isDisjunction: Bool {
    if case .or = self { true } else { false }
  }
}
