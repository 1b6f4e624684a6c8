import Foundation

extension PredicateSQL {
  /// The condition for a leaf: a comparison, a test of a string, or a search of a relationship.
  mutating func condition(_ leaf: CompiledLeaf) throws -> Text {
    switch leaf {
    case .comparison(let comparison): try condition(comparison)
    case .text(let comparison): try condition(comparison)
    case .membership(let expression, let constants): try condition(expression, constants)
    case .exists(let objects): Text(sql: "EXISTS (\(try select(objects) { _ in "1" }))", mayBeNull: false)
    case .entity(let expression, let entities): try condition(expression, entities)
    case .foreign: throw Unsayable()
    }
  }

  private mutating func condition(_ comparison: CompiledComparison) throws -> Text {
    if case .constant(let value) = comparison.right, value.valueClass == .null {
      let left = try nullable(comparison.left)
      return Text(sql: "\(left) IS \(comparison.relation == .notEqualTo ? "NOT " : "")NULL", mayBeNull: false)
    }
    var left = try value(comparison.left)
    let right = try value(comparison.right)
    if let collation = StoreCollations.name(comparison.options) { left.sql += " COLLATE \(collation)" }
    let isNullBoth = left.mayBeNull && right.mayBeNull
    switch comparison.relation {
    // Of two columns both can be nil, and are equal then. With a constant `=` means the same and finds an index.
    case .equalTo where isNullBoth: return Text(sql: "\(left.sql) IS \(right.sql)", mayBeNull: false)
    case .notEqualTo: return Text(sql: "\(left.sql) IS NOT \(right.sql)", mayBeNull: false)
    default:
      return Text(
        sql: "\(left.sql) \(comparison.relation.sql) \(right.sql)", mayBeNull: left.mayBeNull || right.mayBeNull
      )
    }
  }

  /// The SQL of a value that is only tested for nil: what is stored in a form of its own can be tested too.
  private mutating func nullable(_ expression: CompiledExpression) throws -> String {
    if case .path(let scope, let path) = expression { return try column(at: path, of: scope).expression }
    return try value(expression).sql
  }

  private mutating func condition(_ comparison: CompiledTextComparison) throws -> Text {
    let value = try value(comparison.text)
    let text = value.sql
    if comparison.options.folding.isEmpty, !value.hasParameters,
      case .constant(.string(let pattern)) = comparison.pattern
    {
      switch comparison.relation {
      case .beginsWith, .endsWith, .contains:
        if pattern.isEmpty { return Text(sql: "\(text) IS NOT NULL", mayBeNull: false) }
        return Text(sql: try condition(text, comparison.relation, pattern), mayBeNull: true)
      case .like, .matches: break
      }
    }
    let pattern = try self.value(comparison.pattern).sql
    let name = PredicateFunctions.name(comparison.relation, comparison.options)
    return Text(sql: "\(name)(\(text), \(pattern))", mayBeNull: true)
  }

  /// A test by bytes, written so that SQLite finds an index where one can help.
  private mutating func condition(_ text: String, _ relation: TextRelation, _ pattern: String) throws -> String {
    switch relation {
    case .beginsWith:
      let lower = "\(text) >= \(try parameter(.string(pattern)))"
      guard let end = pattern.endOfPrefixRange else { return lower }
      return "\(lower) AND \(text) < \(try parameter(.string(end)))"
    case .endsWith:
      // As bytes: of a text, SQLite sees nothing behind a NUL here.
      let length = try parameter(.int(-Int64(pattern.utf8.count)))
      return "substr(CAST(\(text) AS BLOB), \(length)) = \(try parameter(.data(Data(pattern.utf8))))"
    default: return "instr(\(text), \(try parameter(.string(pattern)))) > 0"
    }
  }

  private mutating func condition(_ expression: CompiledExpression, _ constants: ConstantSet) throws -> Text {
    var text = try value(expression)
    if constants.containsNull, text.hasParameters { throw Unsayable() }
    let isNull = constants.containsNull ? "\(text.sql) IS NULL" : nil
    if let collation = StoreCollations.name(constants.options) { text.sql += " COLLATE \(collation)" }
    let isIn = "\(text.sql) IN (\(try list(constants.values)))"
    guard let isNull else { return Text(sql: isIn, mayBeNull: text.mayBeNull) }
    return Text(sql: "(\(isIn) OR \(isNull))", mayBeNull: true)
  }

  /// Constants between brackets: one parameter each, their number rounded up so that fewer texts are prepared, or many
  /// in one parameter.
  private mutating func list(_ values: [Value]) throws -> String {
    guard let last = values.last else { return "" }
    if values.count > 512, let json = JSONList.text(values) {
      return "SELECT value FROM json_each(\(try parameter(.string(json))))"
    }
    var count = 1
    while count < values.count { count *= 2 }
    let padded = values + Array(repeating: last, count: count - values.count)
    return try padded.map { try parameter($0) }.joined(separator: ",")
  }

  private mutating func condition(_ expression: CompiledExpression, _ entities: Set<Int>) throws -> Text {
    let numbers = schema.entities.compactMap { stored in
      stored.flatMap { entities.contains($0.layout.index) ? String($0.number) : nil }
    }.joined(separator: ",")
    switch expression {
    case .object(let scope, _): return Text(sql: "\(try table(of: scope)).Z_ENT IN (\(numbers))", mayBeNull: false)
    case .path(let scope, let path):
      let place = try column(at: path, of: scope)
      if let number = place.entityNumber { return Text(sql: "\(number) IN (\(numbers))", mayBeNull: true) }
      // The destination is of one entity only.
      guard case .toOne(let relationship) = path.slot(in: schema.model).kind,
        entities.contains(relationship.destination)
      else { return Text(sql: "0", mayBeNull: false) }
      return Text(sql: "\(place.expression) IS NOT NULL", mayBeNull: false)
    default: throw Unsayable()
    }
  }
}

extension Relation {
  fileprivate var sql: String {
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
  /// The least string that is greater than all that begin with this one; nil where there is none. UTF-8 orders strings
  /// as their scalars do.
  var endOfPrefixRange: String? {
    var scalars = Array(unicodeScalars)
    while let last = scalars.popLast() {
      // Past the last scalar there is none, and surrogates are none.
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
