extension PredicateSQL {
  /// A necessary condition for a predicate that SQL cannot express. It reduces the rows that are evaluated in memory.
  ///
  /// - Returns: nil, with nothing changed, if there is no such condition.
  mutating func narrowingCondition(_ tree: CompiledPredicate.Tree) throws -> Text? {
    try attempt { try $0.narrowing(tree) }
  }

  private mutating func narrowing(_ tree: CompiledPredicate.Tree) throws -> Text {
    try nested { sql in
      switch tree {
      case .leaf(let leaf): return try sql.schema.dialect.narrowing(leaf, in: &sql)
      case .and(let trees):
        // Any of the conditions suffices, because all must hold.
        let conditions = try trees.compactMap { try sql.expressibleOrNarrowing($0)?.sql }
        guard !conditions.isEmpty else { throw Inexpressible() }
        return Text(sql: Self.join(conditions.map { "(\($0))" }[...], "AND"), mayBeNull: true)
      case .or(let trees):
        let conditions = try trees.map { tree in
          guard let condition = try sql.expressibleOrNarrowing(tree) else { throw Inexpressible() }
          return "(\(condition.sql))"
        }
        return Text(sql: Self.join(conditions[...], "OR"), mayBeNull: true)
      case .not, .constant: throw Inexpressible()
      }
    }
  }

  private mutating func expressibleOrNarrowing(_ tree: CompiledPredicate.Tree) throws -> Text? {
    try expressibleCondition(tree) ?? narrowingCondition(tree)
  }
}
