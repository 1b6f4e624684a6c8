import Foundation

/// The SQL of SQLite. Missing functions are registered on each connection.
struct SQLiteDialect: SQLDialect {
  var nameLimit: Int? { nil }

  var marksExternalData: Bool { true }

  func literal(_ slot: EntityLayout.Slot, isExternal: Bool) -> String {
    SQLLiteral.text(slot.defaultValue, isExternal: isExternal)
  }

  func parameter(_ number: Int, _ value: Value) -> String { "?" }

  /// A term of `ORDER BY`. SQLite sorts NULL first by default.
  func order(_ expression: String, by collation: Collation, ascending: Bool) -> String {
    let collation = StoreCollations.name(collation).map { " COLLATE \($0)" } ?? ""
    return expression + collation + (ascending ? "" : " DESC")
  }

  func condition(_ comparison: CompiledComparison, in sql: inout PredicateSQL) throws -> PredicateSQL.Text {
    var left = try sql.value(comparison.left)
    let right = try sql.value(comparison.right)
    if let collation = StoreCollations.name(comparison.options) { left.sql += " COLLATE \(collation)" }
    let isNullBoth = left.mayBeNull && right.mayBeNull
    switch comparison.relation {
    // `IS` treats two NULLs as equal, which is needed to compare two columns. With a constant, `=` has the same result
    // and can use an index.
    case .equalTo where isNullBoth: return PredicateSQL.Text(sql: "\(left.sql) IS \(right.sql)", mayBeNull: false)
    case .notEqualTo: return PredicateSQL.Text(sql: "\(left.sql) IS NOT \(right.sql)", mayBeNull: false)
    default:
      return PredicateSQL.Text(
        sql: "\(left.sql) \(comparison.relation.sql) \(right.sql)", mayBeNull: left.mayBeNull || right.mayBeNull
      )
    }
  }

  func condition(_ comparison: CompiledTextComparison, in sql: inout PredicateSQL) throws -> PredicateSQL.Text {
    let value = try sql.value(comparison.text)
    let text = value.sql
    if comparison.options.folding.isEmpty, !value.hasParameters,
      case .constant(.string(let pattern)) = comparison.pattern
    {
      switch comparison.relation {
      case .beginsWith, .endsWith, .contains:
        if pattern.isEmpty { return PredicateSQL.Text(sql: "\(text) IS NOT NULL", mayBeNull: false) }
        return PredicateSQL.Text(sql: try condition(text, comparison.relation, pattern, in: &sql), mayBeNull: true)
      case .like, .matches: break
      }
    }
    let pattern = try sql.value(comparison.pattern).sql
    let name = PredicateFunctions.name(comparison.relation, comparison.options)
    return PredicateSQL.Text(sql: "\(name)(\(text), \(pattern))", mayBeNull: true)
  }

  /// A comparison of bytes, in a form that can use an index.
  private func condition(
    _ text: String, _ relation: TextRelation, _ pattern: String, in sql: inout PredicateSQL
  ) throws -> String {
    switch relation {
    case .beginsWith:
      let lower = "\(text) >= \(try sql.parameter(.string(pattern)))"
      guard let end = pattern.endOfPrefixRange else { return lower }
      return "\(lower) AND \(text) < \(try sql.parameter(.string(end)))"
    case .endsWith:
      // Cast to a blob, because SQLite ignores what follows a NUL in a text here.
      let length = try sql.parameter(.int(-Int64(pattern.utf8.count)))
      return "substr(CAST(\(text) AS BLOB), \(length)) = \(try sql.parameter(.data(Data(pattern.utf8))))"
    default: return "instr(\(text), \(try sql.parameter(.string(pattern)))) > 0"
    }
  }

  func condition(
    _ expression: CompiledExpression, among constants: ConstantSet, in sql: inout PredicateSQL
  ) throws -> PredicateSQL.Text {
    var text = try sql.value(expression)
    if constants.containsNull, text.hasParameters { throw PredicateSQL.Inexpressible() }
    let isNull = constants.containsNull ? "\(text.sql) IS NULL" : nil
    if let collation = StoreCollations.name(constants.options) { text.sql += " COLLATE \(collation)" }
    let isIn = "\(text.sql) IN (\(try list(constants.values, in: &sql)))"
    guard let isNull else { return PredicateSQL.Text(sql: isIn, mayBeNull: text.mayBeNull) }
    return PredicateSQL.Text(sql: "(\(isIn) OR \(isNull))", mayBeNull: true)
  }

  /// The content of the parentheses after `IN`. Short lists have a parameter for each constant, and their length is
  /// rounded up, so that fewer statements are prepared. Long lists, and those of statements with many parameters, use
  /// one JSON parameter.
  private func list(_ values: [Value], in sql: inout PredicateSQL) throws -> String {
    guard let last = values.last else { return "" }
    let isLong = values.count > 512 || sql.bindings.count + values.count > PredicateSQL.greatestBindingCount / 2
    if isLong, let json = JSONList.text(values) {
      return "SELECT value FROM json_each(\(try sql.parameter(.string(json))))"
    }
    var count = 1
    while count < values.count { count *= 2 }
    let padded = values + Array(repeating: last, count: count - values.count)
    return try padded.map { try sql.parameter($0) }.joined(separator: ",")
  }
}

extension PredicateSQL.Text {
  /// Whether the text contains parameters. Then it cannot be repeated, because each is bound once.
  fileprivate var hasParameters: Bool { sql.utf8.contains(UInt8(ascii: "?")) }
}

extension StoreSchema {
  /// Finds the tables and columns that a model needs in an existing file.
  convenience init(_ model: CompiledModel, entities: Set<Int>, in file: FileSchema) throws {
    try self.init(model, entities: entities, in: file, dialect: SQLiteDialect())
  }
}
