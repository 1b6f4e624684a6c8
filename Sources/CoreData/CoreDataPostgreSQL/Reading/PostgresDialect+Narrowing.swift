import CoreData

/// Comparisons that ignore case or diacritics. The server folds only ASCII texts as memory does. So the condition
/// decides about these, and accepts all rows with other texts, which are then evaluated in memory.
extension PostgresDialect {
  func narrowing(_ leaf: CompiledLeaf, in sql: inout PredicateSQL) throws -> PredicateSQL.Text {
    switch leaf {
    case .text(let comparison):
      guard case .constant(.string(let pattern)) = comparison.pattern else { throw PredicateSQL.Inexpressible() }
      return try narrowing(comparison.text, comparison.options, in: &sql) { text, folding, sql in
        try condition(comparison.relation, text, pattern.folded(folding), in: &sql).sql
      }
    case .comparison(let comparison):
      guard case .constant(.string(let constant)) = comparison.right else { throw PredicateSQL.Inexpressible() }
      return try narrowing(comparison.left, comparison.options, in: &sql) { text, folding, sql in
        let relation = comparison.relation == .notEqualTo ? "IS DISTINCT FROM" : comparison.relation.sql
        return "\(text) \(relation) \(try sql.parameter(.string(constant.folded(folding))))"
      }
    case .membership(let expression, let constants):
      return try narrowing(expression, constants.options, in: &sql) { text, folding, sql in
        let isNull = constants.containsNull ? " OR \(text) IS NULL" : ""
        let folded = constants.values.compactMap {
          if case .string(let text) = $0 { text.folded(folding) } else { nil }
        }
        guard !folded.isEmpty else { return "FALSE" + isNull }
        return "\(text) IN (\(try folded.map { try sql.parameter(.string($0)) }.joined(separator: ", ")))" + isNull
      }
    case .exists, .entity, .foreign: throw PredicateSQL.Inexpressible()
    }
  }

  /// - Parameter test: returns the condition for the folded ASCII text.
  private func narrowing(
    _ expression: CompiledExpression, _ options: StringOptions, in sql: inout PredicateSQL,
    _ test: (_ text: String, _ folding: StringOptions, inout PredicateSQL) throws -> String
  ) throws -> PredicateSQL.Text {
    guard case .path = expression, expression.storage(in: sql.schema.model) == .text,
      let folding = options.collation.folding, !folding.isEmpty
    else { throw PredicateSQL.Inexpressible() }
    let text = try sql.value(expression).sql
    let folded = folding.contains(.caseInsensitive) ? "lower(\(text) COLLATE \"C\")" : text
    return PredicateSQL.Text(
      sql: "octet_length(\(text)) <> char_length(\(text)) OR \(try test(folded, folding, &sql))", mayBeNull: true)
  }
}
