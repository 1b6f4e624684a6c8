/// The tables that one `SELECT` reads, and the columns in them.
///
/// Tables are joined when a key path first leads through them, once for each way there.
package struct TableJoins {
  /// The column of the value at the end of a path.
  package struct PathColumn {
    /// The value: `t0."ZNAME"`.
    package let expression: String
    /// For a to-one relationship whose destination has subentities: the destination's `Z_ENT`.
    package let entityNumber: String?
    /// The entity that the last property belongs to, and its slot there.
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

  /// Another table does not go into the `SELECT`: SQLite joins 64 at most.
  package struct Full: Error {
    package init() {}
  }

  private static let greatestCount = 60

  /// The table of a fetch's entity.
  package static let root = "t0"
  package static let rootKey = key(of: root)

  /// The primary key of a table's rows.
  static func key(of alias: String) -> String { "\(alias).\"Z_PK\"" }

  /// The number of the rows' entity.
  package static func entity(of alias: String) -> String { "\(alias).\"Z_ENT\"" }

  let schema: StoreSchema
  private let prefix: String
  private var clauses: [String] = []
  private var aliasCount = 0
  /// The alias of the table that each run of hops ends in.
  private var aliases: [Way: String] = [:]

  /// The tables of a fetch, that of its entity first.
  package init(of entity: EntityLayout, in schema: StoreSchema) throws {
    self.init(prefix: "t", in: schema)
    try add(try schema.stored(entity.index).table)
  }

  /// No tables yet.
  ///
  /// - Parameter prefix: what the aliases begin with, so that a `SELECT` within another can name the tables of both.
  init(prefix: String, in schema: StoreSchema) {
    self.schema = schema
    self.prefix = prefix
  }

  /// Whether there is one table only.
  var isOne: Bool { clauses.count == 1 }

  /// `FROM` with all tables.
  package var fromClause: String { "FROM " + clauses.joined(separator: " ") }

  /// Adds a table, joined to those before it where there are any.
  ///
  /// - Returns: its alias.
  /// - Throws: `Full` when there are too many.
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

  /// The value at the end of a path; the joins it takes are added. A missing row on the way gives NULL.
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

/// Key paths and what they begin at: no paths say nothing of that.
package struct PathsOfEntity: Hashable {
  package let entity: Int
  package let paths: [CompiledPath]

  package init(entity: Int, paths: [CompiledPath]) {
    self.entity = entity
    self.paths = paths
  }
}
