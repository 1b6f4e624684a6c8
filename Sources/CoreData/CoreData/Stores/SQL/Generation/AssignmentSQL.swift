/// The SQL of the right side of a batch update's assignment. It may only read columns of the updated row.
extension PredicateSQL {
  /// - Returns: nil if SQL might compute another value than memory does.
  mutating func assigned(_ expression: CompiledExpression, to type: NSAttributeType) throws -> String? {
    guard type.isComputedInSQL, let columns = expression.columnsOfOneRow(schema.model) else { return nil }
    return try attempt { sql in
      let text = try sql.schema.dialect.number(expression, as: type, of: columns, in: &sql)
      return Text(sql: text, mayBeNull: true)
    }?.sql
  }
}

extension NSAttributeType {
  /// Whether the column holds the number that SQL computes, or a number that compares as equal to it.
  fileprivate var isComputedInSQL: Bool {
    switch self {
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .doubleAttributeType,
      .dateAttributeType:
      true
    default: false
    }
  }
}

/// An attribute of a row from which a number is computed.
package struct NumberColumn {
  let path: CompiledPath
  let type: NSAttributeType
}

extension CompiledExpression {
  /// The attributes of the row from which the value, a number, is computed; nil if the value has other sources or is no
  /// number.
  fileprivate func columnsOfOneRow(_ model: ModelLayout) -> [NumberColumn]? {
    switch self {
    case .constant(let value): return value.valueClass == .number ? [] : nil
    case .path(let scope, let path):
      guard scope == 0, path.hops.isEmpty, case .attribute(let type) = path.slot(in: model).kind, type.isComputedInSQL
      else { return nil }
      return [NumberColumn(path: path, type: type)]
    case .arithmetic(_, let left, let right):
      guard let left = left.columnsOfOneRow(model), let right = right.columnsOfOneRow(model) else { return nil }
      return left + right
    case .object, .aggregate, .function, .conditional: return nil
    }
  }
}
