import CoreData

/// The statements that maintain one derived attribute.
struct PostgresDerivation: Sendable {
  let derivation: Derivation
  /// The statement that reads rows by primary key. Its columns are the key, the entity's number, the stored attribute,
  /// and the value from which it is computed.
  let reading: PostgresKeyStatement
  /// The statement that writes values. Its parameters are the keys and the values.
  let writing: String
  /// The statement that writes one value to the rows with some keys.
  let writingOne: String
  /// The statement that writes the current time where the attribute is NULL.
  let filling: String
  let type: PostgresType
  /// The statements that find and lock the rows whose path leads to rows with some keys, one level down. The first one
  /// finds rows of level 0 from those of level 1.
  let ascents: [PostgresKeyStatement]
  private let current: PostgresColumnReader
  /// Whether the attribute is a sum of floating-point numbers.
  private let isFraction: Bool
  /// Reads the value from which the attribute is computed; nil for a count and a sum.
  private let source: PostgresColumnReader?

  /// - Returns: nil if the store lacks a column or table that the derivation needs.
  init?(_ derivation: Derivation, in schema: StoreSchema) {
    let slot = derivation.slot
    let layout = schema.model.entities[derivation.entity]
    guard let path = DerivedPath(derivation, in: schema, quoted: \.quotedIdentifier),
      let type = schema.postgresType(slot, of: derivation.entity),
      let current = PostgresColumnReader(slot, of: layout, column: 2, entityColumn: nil)
    else { return nil }
    self.derivation = derivation
    self.type = type
    self.current = current
    isFraction = derivation.form == .sum && path.leafType?.isInteger != true
    source =
      derivation.form == .count || derivation.form == .sum
      ? nil
      : derivation.leaf.flatMap {
        PostgresColumnReader($0, of: schema.model.entities[derivation.last], column: 3, entityColumn: nil)
      }
    let table = path.table
    reading = PostgresKeyStatement("\"Z_PK\"", isUnique: true) {
      "SELECT \"Z_PK\", \"Z_ENT\", \(path.column), \(path.value) FROM \(table) WHERE \($0) AND \(path.numbers)"
    }
    writing = """
      UPDATE \(table) AS d SET \(path.column) = n.value \
      FROM unnest($1::int8[], $2::\(type.name)[]) AS n (key, value) WHERE d."Z_PK" = n.key
      """
    writingOne = """
      UPDATE \(table) SET \(path.column) = $2::\(type.name) WHERE "Z_PK" = \(PostgresKeyStatement.any(1))
      """
    filling = """
      UPDATE \(table) SET \(path.column) = extract(epoch FROM now())::float8 - 978307200 \
      WHERE \(path.column) IS NULL AND \(path.numbers)
      """
    ascents = path.hops.map(\.ascent)
  }

  /// The level of the rows at the end of the path. Rows with the attribute have level 0.
  var last: Int { ascents.count }

  /// Returns the stored value of the attribute and the value that it should have.
  func values(_ rows: PostgresRows, _ row: Int, in schema: StoreSchema) throws -> (current: Value, new: Value) {
    (
      try current.value(rows, row, schema),
      try derivation.stored(try computed(rows, row, in: schema), in: schema.model).kept
    )
  }

  private func computed(_ rows: PostgresRows, _ row: Int, in schema: StoreSchema) throws -> Value {
    switch derivation.form {
    case .count: return .int(rows.integer(row, 3))
    case .sum where isFraction: return .double(rows.real(row, 3))
    case .sum:
      // A sum of integers may exceed 64 bits.
      guard let sum = PostgresNumeric.decode(rows.bytes(row, 3)) else { return .null }
      return Int64("\(sum)").map { .int($0) } ?? .double((sum as NSDecimalNumber).doubleValue)
    case .text(let function): return function.apply(try source?.value(rows, row, schema) ?? .null)
    case .value, .now: return try source?.value(rows, row, schema) ?? .null
    }
  }
}

extension DerivedPath {
  /// The SQL for the value from which the attribute is computed, for a row of the statement.
  fileprivate var value: String {
    switch derivation.form {
    case .now: "NULL::float8"
    case .count: "(SELECT count(*) FROM \(joined(isCount: true)))"
    // A Boolean can only be cast to `int4`.
    case .sum where leafType?.isInteger == true:
      "(SELECT coalesce(sum(\(leaf)\(leafType == .booleanAttributeType ? "::int4" : "")::int8), 0)::numeric FROM \(joined()))"
    case .sum: sumOfFractions
    case .value, .text: hops.isEmpty ? leaf : "(SELECT \(leaf) FROM \(joined()))"
    }
  }

  /// The SQL for a sum of floating-point numbers. The server reports an error where a sum in memory becomes infinite.
  /// So large numbers are divided by 2^64, which loses no precision, and added separately. If their sum fits, it is
  /// multiplied by 2^64 again.
  private var sumOfFractions: String {
    func constant(_ number: Double) -> String { "'\(number)'::float8" }
    let (number, scale) = ("\(leaf)::float8", constant(0x1p64))
    let isGreat = "abs(\(number)) >= \(constant(1e280))"
    return """
      (SELECT CASE WHEN great = 0 THEN rest WHEN abs(great) >= \(constant(0x1p960)) \
      THEN great * 'Infinity'::float8 ELSE great * \(scale) + rest END FROM \
      (SELECT coalesce(sum(\(number)) FILTER (WHERE NOT \(isGreat)), 0) AS rest, \
      coalesce(sum(\(number) / \(scale)) FILTER (WHERE \(isGreat)), 0) AS great FROM \(joined())) AS s)
      """
  }
}

extension DerivedPath.Hop {
  /// The statement that finds and locks the rows that lead to rows with some keys.
  ///
  /// It sees what was committed while the previous statement waited for its lock. So of two saves that change both ends
  /// of one path, the second sees the first.
  fileprivate var ascent: PostgresKeyStatement {
    func locking(_ condition: String) -> String {
      "SELECT \"Z_PK\" FROM \(from) WHERE \(condition) ORDER BY \"Z_PK\" FOR UPDATE"
    }
    return switch link {
    case .reference(let column): PostgresKeyStatement(column, isUnique: false) { locking($0) }
    case .inverse(let column):
      PostgresKeyStatement("\"Z_PK\"", isUnique: true) {
        locking("\"Z_PK\" IN (SELECT \(column) FROM \(table) WHERE \($0))")
      }
    case .join(let join, let owner, let destination):
      PostgresKeyStatement(destination, isUnique: false) {
        locking("\"Z_PK\" IN (SELECT \(owner) FROM \(join) WHERE \($0))")
      }
    }
  }
}

extension Value {
  /// The value with the precision in which every store keeps a decimal number.
  fileprivate var kept: Value {
    if case .decimal(let box) = self { PostgresSaving.kept(box.number).map { .decimal($0) } ?? self } else { self }
  }
}
