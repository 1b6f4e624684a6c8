/// The SQL of a fetch, without the list of columns and without limit and offset.
package struct FetchSQL {
  /// The clauses from `FROM` to `ORDER BY`. The alias of the entity's table is `t0`.
  package let text: String
  /// The values of the parameters, in order.
  package let bindings: [Value]
  /// The part of the predicate that SQL cannot express. It is evaluated in memory for each row, before limit and offset
  /// are applied. The SQL already excludes some rows that cannot match it.
  package let residue: CompiledPredicate?
  /// Whether the conditions name only the entity's table, so that a statement without joins can use them.
  let isOfOneTable: Bool
  /// The columns of the selected paths, in the order of the paths.
  package let columns: [TableJoins.PathColumn]
  /// The SQL of the computed columns, in order. Each must be selected exactly once and before the conditions, because
  /// its parameters come first in `bindings`.
  let computed: [String]

  /// Translates a fetch into SQL. The parts of the predicate that SQL cannot express become the residue.
  ///
  /// - Parameters:
  ///   - paths: key paths whose values are selected in addition to the rows' own columns.
  ///   - expressions: the expressions to compute for each row.
  /// - Throws: `PredicateSQL.Inexpressible` if SQL cannot compute one of the expressions.
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

  /// The `WHERE` condition, nil for all rows, and the parts of the predicate that SQL cannot express.
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

  /// The condition that selects the entity's rows in the table; nil if all rows of the table are wanted.
  private static func entityFilter(_ query: RowQuery, in schema: StoreSchema) throws -> String? {
    let entity = query.entity
    let root = schema.model.entities[entity.root]
    let wanted = query.includesSubentities ? Array(entity.subtree) : [entity.index]
    guard wanted.count < root.subtree.count else { return nil }
    // A store of one configuration may lack some of the subentities, but it holds the entity itself.
    let own = try schema.stored(entity.index).number
    let numbers = [own] + wanted.dropFirst().compactMap { schema.entities[$0]?.number }
    let list = numbers.map { String($0) }.joined(separator: ",")
    return "\(TableJoins.entity(of: TableJoins.root)) IN (\(list))"
  }
}

extension CompiledPredicate.Tree {
  /// Whether the condition needs parentheses in a conjunction.
  fileprivate var isDisjunction: Bool {
    if case .or = self { true } else { false }
  }
}
