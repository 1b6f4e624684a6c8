extension PredicateSQL {
  /// A condition that holds wherever a tree does which SQL cannot express, so that fewer rows are evaluated in memory.
  ///
  /// - Returns: nil, with nothing changed, where there is none.
  mutating func narrowingCondition(_ tree: CompiledPredicate.Tree) throws -> Text? {
    try attempt { try $0.narrowing(tree) }
  }

  private mutating func narrowing(_ tree: CompiledPredicate.Tree) throws -> Text {
    try nested { sql in
      switch tree {
      case .leaf(let leaf): return try sql.schema.dialect.narrowing(leaf, in: &sql)
      case .and(let trees):
        // Each alone narrows.
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
