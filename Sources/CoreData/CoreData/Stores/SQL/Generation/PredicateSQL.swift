/// Translates a predicate into SQL conditions on the tables of one fetch, and collects the values to bind.
///
/// It throws `Inexpressible` for parts that SQL cannot express. The caller evaluates them in memory for the rows that
/// pass `narrowingCondition`. Values are always bound, so the SQL text does not depend on them.
package struct PredicateSQL {
  /// The error for a part that SQL cannot express. Programs never see it.
  package struct Inexpressible: Error {
    package init() {}
  }

  /// The SQL of a condition or value, and whether the result can be NULL.
  package struct Text {
    package var sql: String
    package var mayBeNull: Bool

    package init(sql: String, mayBeNull: Bool) {
      self.sql = sql
      self.mayBeNull = mayBeNull
    }
  }

  /// An object that conditions refer to, such as the fetched row or an element of a collection.
  struct Scope {
    /// The index of the `SELECT` that contains its tables.
    let select: Int
    let entity: Int
    /// The SQL of its primary key.
    let identity: String
    /// The alias of the table that holds its row; nil until more than its primary key is needed. A join table has that
    /// key, too.
    var alias: String?
  }

  package let schema: StoreSchema
  /// The nested `SELECT`s that enclose the current position, outermost first.
  var selects: [TableJoins]
  /// The objects in scope, indexed by scope number.
  var scopes: [Scope]
  var bindings: [Value] = []
  /// The number of `SELECT`s begun so far. It makes table aliases unique.
  var selectCount = 0
  private var depth = 0

  init(_ joins: TableJoins, entity: EntityLayout) {
    schema = joins.schema
    selects = [joins]
    scopes = [Scope(select: 0, entity: entity.index, identity: TableJoins.rootKey, alias: TableJoins.root)]
  }

  /// The nesting limit. SQLite's parser stack holds about a hundred open parentheses and symbols.
  private static let greatestDepth = 20
  /// The nesting limit of `SELECT`s below that of the fetch. SQLite runs an inner one again for each row of the outer
  /// one, while evaluation in memory caches the results.
  static let greatestSelectDepth = 2
  /// The greatest number of parameters. SQLite accepts more, but it compares each constant with all previous ones, and
  /// takes half a minute for 30,000. A predicate with more is evaluated in memory.
  static let greatestBindingCount = 4_000

  /// The condition for a tree; nil, with nothing changed, if SQL cannot express it.
  mutating func expressibleCondition(_ tree: CompiledPredicate.Tree) throws -> Text? {
    try attempt { try $0.condition(tree) }
  }

  /// The text that a closure returns; nil, with nothing changed, if SQL cannot express it.
  mutating func attempt(_ body: (inout PredicateSQL) throws -> Text) throws -> Text? {
    // Bindings are cut back to their former count. A copy of them for each term would take quadratic time.
    let (selects, scopes, count) = (self.selects, self.scopes, bindings.count)
    do {
      return try body(&self)
    } catch  where error is Inexpressible || error is TableJoins.Full {
      (self.selects, self.scopes) = (selects, scopes)
      bindings.removeSubrange(count...)
      return nil
    }
  }

  /// The condition for a tree.
  mutating func condition(_ tree: CompiledPredicate.Tree) throws -> Text {
    try nested { sql in
      switch tree {
      case .constant(let value): return Text(sql: value ? "TRUE" : "FALSE", mayBeNull: false)
      case .leaf(let leaf): return try sql.condition(leaf)
      case .not(.leaf(.exists(let objects))):
        return Text(sql: "NOT EXISTS (\(try sql.select(objects) { _ in "1" }))", mayBeNull: false)
      case .not(let tree):
        let inner = try sql.condition(tree)
        return Text(sql: inner.mayBeNull ? "(\(inner.sql)) IS NOT TRUE" : "NOT (\(inner.sql))", mayBeNull: false)
      case .and(let trees): return try sql.joined(trees, "AND")
      case .or(let trees): return try sql.joined(trees, "OR")
      }
    }
  }

  private mutating func joined(_ trees: [CompiledPredicate.Tree], _ connective: String) throws -> Text {
    var mayBeNull = false
    var conditions: [String] = []
    for tree in trees {
      let text = try condition(tree)
      mayBeNull = mayBeNull || text.mayBeNull
      conditions.append(tree.isConnective ? "(\(text.sql))" : text.sql)
    }
    return Text(sql: Self.join(conditions[...], connective), mayBeNull: mayBeNull)
  }

  /// Joins conditions with a connective. Long chains are split in halves with parentheses, because SQLite limits the
  /// depth of expression trees to 1000.
  static func join(_ conditions: ArraySlice<String>, _ connective: String) -> String {
    guard conditions.count > 100 else { return conditions.joined(separator: " \(connective) ") }
    let middle = conditions.startIndex + conditions.count / 2
    let halves = [conditions[..<middle], conditions[middle...]].map { "(\(join($0, connective)))" }
    return halves.joined(separator: " \(connective) ")
  }

  mutating func nested<Result>(_ body: (inout PredicateSQL) throws -> Result) throws -> Result {
    guard depth < Self.greatestDepth else { throw Inexpressible() }
    depth += 1
    defer { depth -= 1 }
    return try body(&self)
  }

  /// Binds a value and returns the SQL of its parameter.
  package mutating func parameter(_ value: Value) throws -> String {
    guard bindings.count < Self.greatestBindingCount else { throw Inexpressible() }
    let text = try schema.dialect.parameter(bindings.count + 1, value)
    bindings.append(value)
    return text
  }

  /// The SQL of an expression's value.
  package mutating func value(_ expression: CompiledExpression) throws -> Text {
    try nested { sql in
      switch expression {
      case .constant(.opaque): throw Inexpressible()
      case .constant(let value): return Text(sql: try sql.parameter(value), mayBeNull: value.valueClass == .null)
      case .object(let scope, _): return Text(sql: sql.scopes[scope].identity, mayBeNull: false)
      case .path(let scope, let path):
        let place = try sql.column(at: path, of: scope)
        guard sql.schema.isComparable(place.slot, of: place.entity) else { throw Inexpressible() }
        return Text(sql: place.expression, mayBeNull: true)
      case .aggregate(let aggregate, let objects, let element):
        let select = try sql.select(objects) { try $0.schema.dialect.call(aggregate, element, in: &$0) }
        // The sum of infinities of both signs is NULL.
        return Text(sql: "(\(select))", mayBeNull: aggregate != .count)
      case .arithmetic(let operation, let left, let right):
        return Text(sql: try sql.schema.dialect.arithmetic(operation, left, right, in: &sql), mayBeNull: true)
      case .function(let function, let argument):
        return Text(sql: try sql.schema.dialect.call(function, argument, in: &sql), mayBeNull: true)
      case .conditional(let tree, let left, let right):
        return Text(sql: try sql.schema.dialect.conditional(tree, left, right, in: &sql), mayBeNull: true)
      }
    }
  }

  /// The column at the end of a path.
  mutating func column(at path: CompiledPath, of scope: Int) throws -> TableJoins.PathColumn {
    // A transient property has no column, so it is evaluated in memory.
    guard !path.slot(in: schema.model).isTransient else { throw Inexpressible() }
    let alias = try table(of: scope)
    return try selects[scopes[scope].select].column(at: path, from: alias)
  }

  /// The alias of the table that holds the row of an object, which is joined if necessary.
  mutating func table(of scope: Int) throws -> String {
    let place = scopes[scope]
    if let alias = place.alias { return alias }
    let table = try schema.stored(place.entity).table
    let alias = try selects[place.select].add(table) { "\(TableJoins.key(of: $0)) = \(place.identity)" }
    scopes[scope].alias = alias
    return alias
  }
}

extension PredicateTree {
  fileprivate var isConnective: Bool {
    switch self {
    case .and, .or: true
    default: false
    }
  }
}

extension StoreSchema {
  /// Whether SQL can compare the column's value. It cannot compare data that may be stored in an external file, or
  /// transformable values.
  func isComparable(_ slot: Int, of entity: Int) -> Bool {
    guard let column = entities[entity]?.columns[slot], !column.isExternal else { return false }
    return model.entities[entity].slots[slot].kind.valueClass != .opaque
  }
}
