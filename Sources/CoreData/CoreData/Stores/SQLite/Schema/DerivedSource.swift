/// The SQL of a derivation: the expression of its value, and the rows that depend on another row.
struct DerivedSource {
  private let path: DerivedPath

  /// - Returns: nil if the store lacks a column or table that the derivation needs.
  init?(_ derivation: Derivation, in schema: StoreSchema) {
    guard let path = DerivedPath(derivation, in: schema, quoted: SchemaStatements.quoted) else { return nil }
    self.path = path
  }

  var derivation: Derivation { path.derivation }
  var schema: StoreSchema { path.schema }
  var stored: StoredEntity { path.stored }
  var column: String { path.column }
  var links: [DerivedPath.Hop] { path.hops }
  var table: String { path.table }
  var numbers: String { path.numbers }
  var leafColumn: String? { path.leafColumn }
  var leafType: NSAttributeType? { path.leafType }

  /// The statement that recomputes the attribute of some rows.
  func update(where condition: String) -> String { "UPDATE \(table) SET \(column) = \(value) WHERE \(condition)" }

  /// The expression of the attribute's value, for use in a statement about the table.
  private var value: String {
    switch derivation.form {
    case .now: return "NSCoreDataNow()"
    case .count: return "(SELECT COUNT(*) FROM \(path.joined(isCount: true)))"
    case .sum: return converted("(SELECT IFNULL(SUM(\(path.leaf)), 0) FROM \(path.joined()))")
    case .value: return converted(links.isEmpty ? path.leaf : "(SELECT \(path.leaf) FROM \(path.joined()))")
    case .text(let function):
      let call = "\(PredicateFunctions.name(function))(\(path.leaf))"
      return links.isEmpty ? call : "(SELECT \(call) FROM \(path.joined()))"
    }
  }

  /// Truncates a number to an integer if the attribute is an integer and its source is not.
  private func converted(_ value: String) -> String {
    guard derivation.type.isInteger, let leafType, !leafType.isInteger else { return value }
    return "CAST(\(value) AS INTEGER)"
  }

  /// The condition for rows from which the first `count` relationships of the path lead to a row.
  ///
  /// - Parameter key: the SQL of that row's primary key.
  func owners(of key: String, after count: Int) -> String {
    "Z_PK \(Self.equal(to: set(of: key, after: count))) AND \(numbers)"
  }

  /// Returns the start of the path: the rows from which the first links lead to a row.
  ///
  /// - Returns: the SQL of a primary key, or a `SELECT` of several.
  private func set(of key: String, after count: Int) -> String {
    guard count > 0 else { return key }
    let hop = links[count - 1]
    let before =
      switch hop.link {
      case .reference(let column):
        "SELECT Z_PK FROM \(hop.from) WHERE \(column) \(Self.equal(to: key))"
      case .inverse(let column): "SELECT \(column) FROM \(hop.table) WHERE Z_PK \(Self.equal(to: key))"
      case .join(let join, let owner, let destination):
        "SELECT \(owner) FROM \(join) WHERE \(destination) \(Self.equal(to: key))"
      }
    return set(of: before, after: count - 1)
  }

  private static func equal(to set: String) -> String { set.hasPrefix("SELECT") ? "IN (\(set))" : "= \(set)" }
}
