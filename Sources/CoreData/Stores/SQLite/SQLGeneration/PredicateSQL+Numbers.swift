extension PredicateSQL {
  /// The call of an aggregate over the elements of a `SELECT`.
  mutating func call(_ aggregate: AggregateOperator, _ element: CompiledExpression?) throws -> String {
    guard let element else { return "count(*)" }
    switch aggregate {
    case .count: return "count(*)"
    // Where a sum may not fit, ours goes on in fractions as the one in memory does.
    case .sum where element.mayOverflow(schema.model): return "\(PredicateFunctions.name(.sum))(\(try number(element)))"
    case .average where element.mayOverflow(schema.model):
      return "\(PredicateFunctions.name(.average))(\(try number(element)))"
    case .sum: return "coalesce(sum(\(try number(element))), 0)"
    case .average: return "avg(\(try number(element)))"
    case .minimum: return "min(\(try value(element).sql))"
    case .maximum: return "max(\(try value(element).sql))"
    case .median, .mode, .standardDeviation: throw Unsayable()
    }
  }

  mutating func arithmetic(
    _ operation: ArithmeticOperator, _ left: CompiledExpression, _ right: CompiledExpression
  ) throws -> String {
    let (left, right) = (try number(left), try number(right))
    switch operation {
    case .power, .bitwiseXor: return "\(PredicateFunctions.name(operation))(\(left), \(right))"
    default: return "(\(left) \(operation.rawValue) \(right))"
    }
  }

  /// A number to count with. Dates and decimals whose fraction is nothing are stored as integers, which SQLite divides
  /// without a fraction.
  private mutating func number(_ expression: CompiledExpression) throws -> String {
    if case .constant(.decimal(let box)) = expression { return try parameter(.double(Value.decimal(box).doubleValue)) }
    let text = try value(expression).sql
    return expression.isStoredAsEither(schema.model) ? "CAST(\(text) AS REAL)" : text
  }
}

extension CompiledExpression {
  /// Whether values may be integers whose sum takes more than 64 bits: those of attributes of 32 bits never are.
  fileprivate func mayOverflow(_ model: ModelLayout) -> Bool {
    guard case .path(_, let path) = self, case .attribute(let type) = path.slot(in: model).kind else { return true }
    switch type {
    case .integer16AttributeType, .integer32AttributeType, .doubleAttributeType, .floatAttributeType,
      .decimalAttributeType, .dateAttributeType:
      return false
    // A Boolean column may hold any integer.
    default: return true
    }
  }

  /// Whether the value is a fraction that may be stored as an integer.
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
