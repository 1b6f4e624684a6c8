extension PredicateSQL {
  /// The condition for a leaf of the predicate: a comparison, a test of a string, or a search of a relationship.
  mutating func condition(_ leaf: CompiledLeaf) throws -> Text {
    switch leaf {
    case .comparison(let comparison):
      if case .constant(let value) = comparison.right, value.valueClass == .null {
        try isNull(comparison.left, not: comparison.relation == .notEqualTo)
      } else {
        try schema.dialect.condition(comparison, in: &self)
      }
    case .text(let comparison): try schema.dialect.condition(comparison, in: &self)
    case .membership(let expression, let constants):
      try schema.dialect.condition(expression, among: constants, in: &self)
    case .exists(let objects): Text(sql: "EXISTS (\(try select(objects) { _ in "1" }))", mayBeNull: false)
    case .entity(let expression, let entities): try condition(expression, entities)
    case .foreign: throw Inexpressible()
    }
  }

  /// A test for nil. It needs no comparable value, so the column may hold any stored form.
  private mutating func isNull(_ expression: CompiledExpression, not isNot: Bool) throws -> Text {
    let text =
      if case .path(let scope, let path) = expression {
        try column(at: path, of: scope).expression
      } else {
        try value(expression).sql
      }
    return Text(sql: "\(text) IS \(isNot ? "NOT " : "")NULL", mayBeNull: false)
  }

  private mutating func condition(_ expression: CompiledExpression, _ entities: Set<Int>) throws -> Text {
    let numbers = schema.entities.compactMap { stored in
      stored.flatMap { entities.contains($0.layout.index) ? String($0.number) : nil }
    }.joined(separator: ",")
    // Some databases do not accept an empty list after `IN`.
    if numbers.isEmpty { return Text(sql: "FALSE", mayBeNull: false) }
    switch expression {
    case .object(let scope, _):
      return Text(sql: "\(TableJoins.entity(of: try table(of: scope))) IN (\(numbers))", mayBeNull: false)
    case .path(let scope, let path):
      let place = try column(at: path, of: scope)
      if let number = place.entityNumber { return Text(sql: "\(number) IN (\(numbers))", mayBeNull: true) }
      // There is no `Z_ENT` to compare, because the destination can have only one entity.
      guard case .toOne(let relationship) = path.slot(in: schema.model).kind,
        entities.contains(relationship.destination)
      else { return Text(sql: "FALSE", mayBeNull: false) }
      return Text(sql: "\(place.expression) IS NOT NULL", mayBeNull: false)
    default: throw Inexpressible()
    }
  }
}

extension Relation {
  /// The SQL operator.
  package var sql: String {
    switch self {
    case .equalTo: "="
    case .notEqualTo: "<>"
    case .lessThan: "<"
    case .lessThanOrEqualTo: "<="
    case .greaterThan: ">"
    case .greaterThanOrEqualTo: ">="
    }
  }
}

extension String {
  /// The least string that is greater than all strings with this prefix; nil if there is none. The order is that of
  /// UTF-8, which equals the order of the scalars.
  package var endOfPrefixRange: String? {
    var scalars = Array(unicodeScalars)
    while let last = scalars.popLast() {
      // The last scalar has no successor, and surrogates are no scalars.
      let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
      if let scalar = Unicode.Scalar(next) {
        var end = String.UnicodeScalarView()
        end.append(contentsOf: scalars)
        end.append(scalar)
        return String(end)
      }
    }
    return nil
  }
}
