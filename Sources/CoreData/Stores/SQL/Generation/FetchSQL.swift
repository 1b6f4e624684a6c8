/// A fetch in SQL: all of a `SELECT` but its columns and its window.
package struct FetchSQL {
  /// From `FROM` to the end of `ORDER BY`; the entity's table is `t0`.
  package let text: String
  /// The values of the parameters, in order.
  package let bindings: [Value]
  /// The part of the predicate that SQL cannot express, evaluated in memory for each row before the window is applied.
  /// The text already leaves out rows that surely do not match it.
  package let residue: CompiledPredicate?
  /// Whether the conditions name no table but the entity's, so that they stand in any statement about it.
  let isOfOneTable: Bool
  /// The columns of the selected paths, in the order of the paths.
  package let columns: [TableJoins.PathColumn]
  /// The computed columns, in their order. Their parameters come first: each is selected once, as it is.
  let computed: [String]

  /// Translates a fetch into SQL. The terms of the predicate that SQL cannot express are the residue.
  ///
  /// - Parameters:
  ///   - paths: key paths whose values are wanted beside the rows' own.
  ///   - expressions: what is to be computed of each row.
  /// - Throws: `PredicateSQL.Inexpressible` where SQL cannot compute one of these.
  package init(
    _ query: RowQuery, selecting paths: [CompiledPath] = [], computing expressions: [CompiledExpression] = [],
    isOrdered: Bool = true, in schema: StoreSchema
  ) throws {
    var joins = try TableJoins(of: query.entity, in: schema)
    columns = try paths.map { try joins.column(at: $0) }
    let order = isOrdered ? try Self.order(query.order, &joins) : []
    var predicate = PredicateSQL(joins, entity: query.entity)
    computed = try expressions.map { try predicate.value($0).sql }
    let (condition, residue) = try Self.condition(query, in: &predicate)
    var text = predicate.selects[0].fromClause
    if let condition { text += " WHERE " + condition }
    if !order.isEmpty { text += " ORDER BY " + order.joined(separator: ", ") }
    self.text = text
    bindings = predicate.bindings
    isOfOneTable = predicate.selects[0].isOne && predicate.selectCount == 0
    self.residue = residue.isEmpty ? nil : CompiledPredicate(entity: query.entity.index, tree: .conjunction(residue))
  }

  /// The condition of `WHERE`, nil for all rows, and what SQL cannot express of it.
  static func condition(
    _ query: RowQuery, in predicate: inout PredicateSQL
  ) throws -> (sql: String?, residue: [CompiledPredicate.Tree]) {
    var conditions: [String] = []
    var residue: [CompiledPredicate.Tree] = []
    if let filter = try entityFilter(query, in: predicate.schema) { conditions.append(filter) }
    for tree in query.predicate?.tree.conjuncts ?? [] {
      if let condition = try predicate.expressibleCondition(tree) {
        conditions.append(tree.isDisjunction ? "(\(condition.sql))" : condition.sql)
      } else {
        residue.append(tree)
        if let narrowing = try predicate.narrowingCondition(tree) { conditions.append("(\(narrowing.sql))") }
      }
    }
    return (conditions.isEmpty ? nil : PredicateSQL.join(conditions[...], "AND"), residue)
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

  /// The condition that selects the entity's rows of the table; nil when all are the entity's.
  private static func entityFilter(_ query: RowQuery, in schema: StoreSchema) throws -> String? {
    let entity = query.entity
    let root = schema.model.entities[entity.root]
    let wanted = query.includesSubentities ? Array(entity.subtree) : [entity.index]
    guard wanted.count < root.subtree.count else { return nil }
    // A store of one configuration may lack some of the subentities, but not the entity itself.
    let own = try schema.stored(entity.index).number
    let numbers = [own] + wanted.dropFirst().compactMap { schema.entities[$0]?.number }
    let list = numbers.map { String($0) }.joined(separator: ",")
    return "\(TableJoins.entity(of: TableJoins.root)) IN (\(list))"
  }
}

extension CompiledPredicate.Tree {
  /// Whether the tree needs brackets among terms that all must hold.
  fileprivate var isDisjunction: Bool {
    if case .or = self { true } else { false }
  }
}
