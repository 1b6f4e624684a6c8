import CoreData
import Foundation

/// The SQL of a PostgreSQL server. A comparison whose result would differ from that in memory is not translated; that
/// part of a predicate is evaluated in memory.
struct PostgresDialect: SQLDialect {
  static let longestName = 63

  var nameLimit: Int? { Self.longestName }

  /// Always false, because all data is in the database.
  var marksExternalData: Bool { false }

  func literal(_ slot: EntityLayout.Slot, isExternal: Bool) -> String { PostgresLiteral.text(slot) }

  func converted(_ expression: String, from former: NSAttributeType, to type: NSAttributeType) -> String {
    switch (former == .booleanAttributeType, type == .booleanAttributeType) {
    case (true, false): "\(expression)::int4"
    case (false, true): "(\(expression) <> 0)"
    case (true, true), (false, false): expression
    }
  }

  func parameter(_ number: Int, _ value: Value) throws -> String {
    guard let type = PostgresType(of: value) else { throw PredicateSQL.Inexpressible() }
    if case .string(let text) = value, text.utf8.contains(0) { throw PredicateSQL.Inexpressible() }
    return "$\(number)::\(type.name)"
  }

  /// Columns compare texts by their bytes. Any other order is made in memory.
  func order(_ expression: String, by collation: Collation, ascending: Bool) throws -> String {
    guard collation == .binary else { throw TableJoins.Full() }
    return expression + (ascending ? " ASC NULLS FIRST" : " DESC NULLS LAST")
  }

  func condition(_ comparison: CompiledComparison, in sql: inout PredicateSQL) throws -> PredicateSQL.Text {
    guard comparison.options.collation == .binary else { throw PredicateSQL.Inexpressible() }
    let (left, right) = try operands(comparison.left, comparison.right, in: &sql)
    let isNullBoth = left.mayBeNull && right.mayBeNull
    switch comparison.relation {
    case .equalTo where isNullBoth:
      return PredicateSQL.Text(sql: "\(left.sql) IS NOT DISTINCT FROM \(right.sql)", mayBeNull: false)
    case .notEqualTo: return PredicateSQL.Text(sql: "\(left.sql) IS DISTINCT FROM \(right.sql)", mayBeNull: false)
    default:
      return PredicateSQL.Text(
        sql: "\(left.sql) \(comparison.relation.sql) \(right.sql)", mayBeNull: left.mayBeNull || right.mayBeNull)
    }
  }

  func condition(_ comparison: CompiledTextComparison, in sql: inout PredicateSQL) throws -> PredicateSQL.Text {
    guard comparison.options.collation == .binary, comparison.text.storage(in: sql.schema.model) == .text,
      case .constant(.string(let pattern)) = comparison.pattern
    else { throw PredicateSQL.Inexpressible() }
    return try condition(comparison.relation, try sql.value(comparison.text).sql, pattern, in: &sql)
  }

  /// The condition that a text, given as SQL, matches a pattern byte by byte.
  func condition(
    _ relation: TextRelation, _ text: String, _ pattern: String, in sql: inout PredicateSQL
  ) throws -> PredicateSQL.Text {
    func isLike(_ like: String) throws -> PredicateSQL.Text {
      PredicateSQL.Text(sql: "\(text) LIKE \(try sql.parameter(.string(like)))", mayBeNull: true)
    }
    switch relation {
    case .beginsWith, .endsWith, .contains:
      if pattern.isEmpty { return PredicateSQL.Text(sql: "\(text) IS NOT NULL", mayBeNull: false) }
      switch relation {
      case .beginsWith:
        let lower = "\(text) >= \(try sql.parameter(.string(pattern)))"
        guard let end = pattern.endOfPrefixRange else { return PredicateSQL.Text(sql: lower, mayBeNull: true) }
        return PredicateSQL.Text(
          sql: "\(lower) AND \(text) < \(try sql.parameter(.string(end)))", mayBeNull: true)
      case .endsWith: return try isLike("%" + pattern.escapedForLike)
      default:
        return PredicateSQL.Text(
          sql: "strpos(\(text), \(try sql.parameter(.string(pattern)))) > 0", mayBeNull: true)
      }
    case .like:
      return try isLike(LikePattern(pattern).inSQL)
    case .matches: throw PredicateSQL.Inexpressible()
    }
  }

  func condition(
    _ expression: CompiledExpression, among constants: ConstantSet, in sql: inout PredicateSQL
  ) throws -> PredicateSQL.Text {
    guard constants.options.collation == .binary, let storage = expression.storage(in: sql.schema.model) else {
      throw PredicateSQL.Inexpressible()
    }
    let values = try constants.values.compactMap { try $0.comparable(with: storage) }
    // Before any parameter is bound, because the server rejects a parameter that the text does not use.
    if values.isEmpty, !constants.containsNull { return PredicateSQL.Text(sql: "FALSE", mayBeNull: false) }
    let text = try value(expression, storage, in: &sql)
    var isIn = "FALSE"
    if values.count > 64, values.allSatisfy({ $0.1 == values[0].1 }), let list = try Self.list(values.map(\.0)) {
      isIn = "\(text.sql) = ANY (\(try sql.parameter(.string(list.text)))::\(list.type)[])"
    } else if let last = values.last {
      // Round their number up, so that fewer different texts are prepared.
      var count = 1
      while count < values.count { count *= 2 }
      let padded = values.map(\.0) + Array(repeating: last.0, count: count - values.count)
      isIn = "\(text.sql) IN (\(try padded.map { try sql.parameter($0) }.joined(separator: ", ")))"
    }
    guard constants.containsNull else {
      return PredicateSQL.Text(sql: isIn, mayBeNull: text.mayBeNull)
    }
    return PredicateSQL.Text(sql: "(\(isIn) OR \(text.sql) IS NULL)", mayBeNull: true)
  }

  func call(
    _ aggregate: AggregateOperator, _ element: CompiledExpression?, in sql: inout PredicateSQL
  ) throws -> String {
    guard let element else { return "count(*)" }
    let storage = element.storage(in: sql.schema.model)
    switch aggregate {
    case .count: return "count(*)"
    case .sum where storage == .small: return "coalesce(sum(\(try sql.value(element).sql)), 0)::int8"
    case .average where storage == .small:
      let text = try sql.value(element).sql
      return "(sum(\(text))::float8 / nullif(count(\(text)), 0))"
    case .minimum where storage?.hasExtremes == true:
      return "min(\(try value(element, storage ?? .text, in: &sql).sql))"
    case .maximum where storage?.hasExtremes == true:
      return "max(\(try value(element, storage ?? .text, in: &sql).sql))"
    default: throw PredicateSQL.Inexpressible()
    }
  }

  // Not translated, because the server's arithmetic reports errors where ours continues, as with a division by zero.
  func arithmetic(
    _ operation: ArithmeticOperator, _ left: CompiledExpression, _ right: CompiledExpression,
    in sql: inout PredicateSQL
  ) throws -> String { throw PredicateSQL.Inexpressible() }

  func call(
    _ function: PredicateFunction, _ argument: CompiledExpression, in sql: inout PredicateSQL
  ) throws -> String { throw PredicateSQL.Inexpressible() }

  func conditional(
    _ condition: CompiledPredicate.Tree, _ left: CompiledExpression, _ right: CompiledExpression,
    in sql: inout PredicateSQL
  ) throws -> String { throw PredicateSQL.Inexpressible() }

  /// Many constants as one parameter, in the server's text form of an array.
  private static func list(_ values: [Value]) throws -> (text: String, type: String)? {
    var items: [String] = []
    items.reserveCapacity(values.count)
    var type = "int8"
    for value in values {
      switch value {
      case .int(let number): items.append(String(number))
      case .reference(let key): items.append(String(key.primaryKey))
      case .string(let text):
        type = "text"
        items.append("\"\(text.escaping("\\", "\"", by: "\\"))\"")
      case .uuid(let uuid):
        type = "uuid"
        items.append(uuid.uuidString)
      default: return nil
      }
    }
    return ("{\(items.joined(separator: ","))}", type)
  }
}

extension StringOptions {
  var collation: Collation { Collation(self) }
}

extension String {
  /// The text, escaped so that `LIKE` matches it literally.
  fileprivate var escapedForLike: String { escaping("\\", "%", "_", by: "\\") }
}

extension LikePattern {
  /// The pattern in the syntax of SQL's `LIKE`.
  fileprivate var inSQL: String {
    var bytes: [UInt8] = []
    for element in elements {
      switch element {
      case .anyText: bytes.append(UInt8(ascii: "%"))
      case .anyScalar: bytes.append(UInt8(ascii: "_"))
      case .byte(let byte):
        if [UInt8(ascii: "%"), UInt8(ascii: "_"), UInt8(ascii: "\\")].contains(byte) {
          bytes.append(UInt8(ascii: "\\"))
        }
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
