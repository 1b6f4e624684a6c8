/// The tables that one `SELECT` reads, and the columns in them.
///
/// A table is joined when a key path first needs it. Equal prefixes of key paths share one join.
package struct TableJoins {
  /// The column that holds the value at the end of a path.
  package struct PathColumn {
    /// The SQL of the value, such as `t0."ZNAME"`.
    package let expression: String
    /// The SQL of the destination's `Z_ENT`, for a to-one relationship whose destination has subentities.
    package let entityNumber: String?
    /// The entity that declares the last property of the path, and the property's slot.
    package let entity: Int
    package let slot: Int

    package init(expression: String, entityNumber: String?, entity: Int, slot: Int) {
      self.expression = expression
      self.entityNumber = entityNumber
      self.entity = entity
      self.slot = slot
    }
  }

  private struct Way: Hashable {
    let alias: String
    let hops: [Int]
  }

  /// The error when the `SELECT` would join too many tables. SQLite's limit is 64.
  package struct Full: Error {
    package init() {}
  }

  private static let greatestCount = 60

  /// The alias of the table of the fetched entity.
  package static let root = "t0"
  package static let rootKey = key(of: root)

  /// The SQL of a table's primary key column.
  static func key(of alias: String) -> String { "\(alias).\"Z_PK\"" }

  /// The SQL of a table's entity number column.
  package static func entity(of alias: String) -> String { "\(alias).\"Z_ENT\"" }

  let schema: StoreSchema
  private let prefix: String
  private var clauses: [String] = []
  private var aliasCount = 0
  /// The alias of the table that a sequence of relationships ends in.
  private var aliases: [Way: String] = [:]

  /// Begins with the table of a fetched entity.
  package init(of entity: EntityLayout, in schema: StoreSchema) throws {
    self.init(prefix: "t", in: schema)
    try add(try schema.stored(entity.index).table)
  }

  /// Begins without tables.
  ///
  /// - Parameter prefix: the prefix of the aliases. Nested `SELECT`s have different prefixes, so that the inner one can
  ///   refer to both.
  init(prefix: String, in schema: StoreSchema) {
    self.schema = schema
    self.prefix = prefix
  }

  /// Whether there is only one table.
  var isOne: Bool { clauses.count == 1 }

  /// The `FROM` clause with all tables.
  package var fromClause: String { "FROM " + clauses.joined(separator: " ") }

  /// Adds a table, joined to any previous tables.
  ///
  /// - Returns: its alias.
  /// - Throws: `Full` if there are too many tables.
  @discardableResult
  mutating func add(
    _ table: String, joined join: String = "JOIN", on condition: ((String) -> String)? = nil
  ) throws -> String {
    guard clauses.count < Self.greatestCount else { throw Full() }
    let alias = "\(prefix)\(aliasCount)"
    aliasCount += 1
    let verb = clauses.isEmpty ? "" : "\(join) "
    clauses.append("\(verb)\(table.quotedIdentifier) AS \(alias)" + (condition.map { " ON \($0(alias))" } ?? ""))
    return alias
  }

  /// The column of the value at the end of a path. Missing joins are added; they are outer joins, so a missing row
  /// gives NULL.
  ///
  /// - Parameter start: the alias of the table with the row that the path starts from.
  package mutating func column(at path: CompiledPath, from start: String = Self.root) throws -> PathColumn {
    var alias = start
    var current = path.entity
    for (depth, slot) in path.hops.enumerated() {
      let reference = "\(alias).\(try schema.storedColumn(slot, of: current).name.quotedIdentifier)"
      let destination = try schema.destination(of: slot, in: current)
      let way = Way(alias: start, hops: Array(path.hops[...depth]))
      alias = try aliases[way] ?? add(destination.table, joined: "LEFT JOIN") { "\(Self.key(of: $0)) = \(reference)" }
      aliases[way] = alias
      current = destination.layout.index
    }
    let stored = try schema.storedColumn(path.last, of: current)
    return PathColumn(
      expression: "\(alias).\(stored.name.quotedIdentifier)",
      entityNumber: try schema.entityNumberExpression(slot: path.last, of: current, alias: alias),
      entity: current, slot: path.last
    )
  }
}

/// Key paths with the entity that they start from, so that an empty list is tied to an entity, too.
package struct PathsOfEntity: Hashable {
  package let entity: Int
  package let paths: [CompiledPath]

  package init(entity: Int, paths: [CompiledPath]) {
    self.entity = entity
    self.paths = paths
  }
}
