extension SQLiteDialect {
  /// The call of an aggregate over the elements that a `SELECT` returns.
  func call(
    _ aggregate: AggregateOperator, _ element: CompiledExpression?, in sql: inout PredicateSQL
  ) throws -> String {
    guard let element else { return "count(*)" }
    switch aggregate {
    case .count: return "count(*)"
    case .sum where element.isSmall(sql.schema.model): return "coalesce(sum(\(try sql.value(element).sql)), 0)"
    case .average where element.isSmall(sql.schema.model): return "avg(\(try sql.value(element).sql))"
    // If a sum may exceed 64 bits, our function continues with floating-point numbers, as memory does. For
    // floating-point numbers, SQLite's result depends on the order and on the SQLite version.
    case .sum, .average: return "\(PredicateFunctions.name(aggregate))(\(try number(element, in: &sql)))"
    case .minimum: return "min(\(try sql.value(element).sql))"
    case .maximum: return "max(\(try sql.value(element).sql))"
    case .median, .mode, .standardDeviation: throw PredicateSQL.Inexpressible()
    }
  }

  func arithmetic(
    _ operation: ArithmeticOperator, _ left: CompiledExpression, _ right: CompiledExpression,
    in sql: inout PredicateSQL
  ) throws -> String {
    let (left, right) = (try number(left, in: &sql), try number(right, in: &sql))
    switch operation {
    case .power, .bitwiseXor: return "\(PredicateFunctions.name(operation))(\(left), \(right))"
    default: return "(\(left) \(operation.rawValue) \(right))"
    }
  }

  /// The SQL of a number for arithmetic. Dates and decimals without a fraction are stored as integers, which SQLite
  /// would divide as integers.
  private func number(_ expression: CompiledExpression, in sql: inout PredicateSQL) throws -> String {
    switch expression {
    case .constant(.decimal(let box)): return try sql.parameter(.double(Value.decimal(box).doubleValue))
    // Convert each branch by itself, because only one may need it.
    case .conditional(let condition, let left, let right):
      return try sql.nested { sql in
        let test = try sql.condition(condition).sql
        let (first, second) = (try number(left, in: &sql), try number(right, in: &sql))
        return "CASE WHEN \(test) THEN \(first) ELSE \(second) END"
      }
    default:
      let text = try sql.value(expression).sql
      return expression.isStoredAsEither(sql.schema.model) ? "CAST(\(text) AS REAL)" : text
    }
  }

  func call(_ function: PredicateFunction, _ argument: CompiledExpression, in sql: inout PredicateSQL) throws -> String
  {
    let argument = function.takesString ? try sql.value(argument).sql : try number(argument, in: &sql)
    return "\(PredicateFunctions.name(function))(\(argument))"
  }

  /// The number as the column stores it. Most numbers already fit and need no call of `NumberFunction`. Each repeated
  /// text has its own parameters.
  func number(
    _ expression: CompiledExpression, as type: NSAttributeType, of columns: [NumberColumn], in sql: inout PredicateSQL
  ) throws -> String {
    var conditions: [String] = []
    if type.isInteger { conditions.append(try Self.isNumber(of: type) { try sql.value(expression).sql }) }
    for column in columns {
      conditions.append(try Self.isNumber(of: column.type) { try sql.column(at: column.path, of: 0).expression })
    }
    // There are no conditions for a constant.
    if conditions.isEmpty { return try sql.value(expression).sql }
    let value = try sql.value(expression).sql
    let checked = try columns.reduce(Self.bounded(type, try sql.value(expression).sql)) { list, column in
      list + ", " + Self.bounded(column.type, try sql.column(at: column.path, of: 0).expression)
    }
    let condition = conditions.joined(separator: " AND ")
    return "CASE WHEN \(condition) THEN \(value) ELSE \(NumberFunction.name)(\(checked)) END"
  }

  /// The condition that a numeric column holds something else; nil if the column is not numeric.
  static func isDamaged(_ column: String, as type: NSAttributeType) -> String? {
    switch type {
    case .doubleAttributeType, .floatAttributeType, .dateAttributeType, .decimalAttributeType: break
    default: guard type.isInteger else { return nil }
    }
    return "NOT (\(column) IS NULL OR \(isNumber(of: type) { column }))"
  }

  /// - Parameter text: returns the text; called once for each occurrence.
  private static func isNumber(of type: NSAttributeType, text: () throws -> String) rethrows -> String {
    switch type {
    case .doubleAttributeType, .floatAttributeType: return "typeof(\(try text())) = 'real'"
    case .dateAttributeType, .decimalAttributeType: return "typeof(\(try text())) IN ('real', 'integer')"
    case .integer64AttributeType: return "typeof(\(try text())) = 'integer'"
    default:
      let range = type.integerRange
      return """
        typeof(\(try text())) = 'integer' AND \(try text()) BETWEEN \(range.lowerBound) AND \(range.upperBound)
        """
    }
  }

  private static func bounded(_ type: NSAttributeType, _ text: String) -> String {
    let range = type.isInteger ? type.integerRange : nil
    return "\(text), \(range.map { "\($0.lowerBound), \($0.upperBound)" } ?? "NULL, NULL")"
  }

  func conditional(
    _ condition: CompiledPredicate.Tree, _ left: CompiledExpression, _ right: CompiledExpression,
    in sql: inout PredicateSQL
  ) throws -> String {
    let condition = try sql.condition(condition).sql
    let (left, right) = (try sql.value(left).sql, try sql.value(right).sql)
    return "CASE WHEN \(condition) THEN \(left) ELSE \(right) END"
  }
}

extension CompiledExpression {
  /// Whether all values are integers of at most 32 bits, so that no sum exceeds 64 bits. A Boolean column may hold any
  /// integer.
  fileprivate func isSmall(_ model: ModelLayout) -> Bool {
    guard case .path(_, let path) = self, case .attribute(let type) = path.slot(in: model).kind else { return false }
    return type == .integer16AttributeType || type == .integer32AttributeType
  }

  /// Whether the value is a date or decimal, which may be stored as an integer.
  fileprivate func isStoredAsEither(_ model: ModelLayout) -> Bool {
    switch self {
    case .path(_, let path):
      guard case .attribute(let type) = path.slot(in: model).kind else { return false }
      return type == .dateAttributeType || type == .decimalAttributeType
    case .aggregate(.minimum, _, let element?), .aggregate(.maximum, _, let element?):
      return element.isStoredAsEither(model)
    case .conditional(_, let left, let right): return left.isStoredAsEither(model) || right.isStoredAsEither(model)
    default: return false
    }
  }
}
