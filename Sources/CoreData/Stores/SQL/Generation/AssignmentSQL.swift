/// The right side of an assignment of a batch update, in SQL: of the row's own columns only.
extension PredicateSQL {
  /// - Returns: nil where SQL may set another value than memory computes.
  mutating func assigned(_ expression: CompiledExpression, to type: NSAttributeType) throws -> String? {
    guard type.isComputedInSQL, expression.isNumberOfOneRow(schema.model) else { return nil }
    return try attempt { sql in
      let text =
        try type.isInteger
        ? sql.schema.dialect.whole(expression, in: type.integerRange, in: &sql) : sql.value(expression).sql
      return Text(sql: text, mayBeNull: true)
    }?.sql
  }
}

extension NSAttributeType {
  /// Whether the column holds a computed number, or none that is told from it.
  fileprivate var isComputedInSQL: Bool {
    switch self {
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .doubleAttributeType,
      .dateAttributeType:
      true
    default: false
    }
  }
}

extension CompiledExpression {
  /// Whether the value is a number, computed of attributes of the row itself.
  fileprivate func isNumberOfOneRow(_ model: ModelLayout) -> Bool {
    switch self {
    case .constant(let value): value.valueClass == .number
    case .path(let scope, let path):
      if scope == 0, path.hops.isEmpty, case .attribute(let type) = path.slot(in: model).kind {
        type.isComputedInSQL
      } else {
        false
      }
    case .arithmetic(_, let left, let right): left.isNumberOfOneRow(model) && right.isNumberOfOneRow(model)
    case .object, .aggregate, .function, .conditional: false
    }
  }
}
