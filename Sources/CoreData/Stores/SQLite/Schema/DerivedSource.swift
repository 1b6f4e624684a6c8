/// A derivation in the tables of a store: what computes the value, and which rows a change of another row concerns.
struct DerivedSource {
  let derivation: Derivation
  let schema: StoreSchema
  let stored: StoredEntity
  /// The derived attribute's column, as it stands in a statement.
  let column: String
  private let hops: [Hop]

  /// How one row leads to others.
  enum Link {
    /// By the row's own column.
    case reference(column: String)
    /// By a column of the others.
    case inverse(column: String)
    case join(table: String, owner: String, destination: String)
  }

  struct Hop {
    let link: Link
    let from: String
    let table: String
  }

  /// - Returns: nil where the store has not got what the derivation needs.
  init?(_ derivation: Derivation, in schema: StoreSchema) {
    guard let stored = schema.entities[derivation.entity], let column = stored.columns[derivation.slot] else {
      return nil
    }
    let hops = derivation.hops.map { Hop($0, in: schema) }
    guard hops.allSatisfy({ $0 != nil }) else { return nil }
    self.derivation = derivation
    self.schema = schema
    self.stored = stored
    self.column = SchemaStatements.quoted(column.name)
    self.hops = hops.compactMap { $0 }
  }

  var links: [Hop] { hops }

  /// The table whose rows have the attribute.
  var table: String { SchemaStatements.quoted(stored.table) }

  /// The rows that have the attribute, among those of the table.
  var numbers: String {
    "Z_ENT IN (\(derivation.entities.compactMap { schema.entities[$0].map { "\($0.number)" } }.joined(separator: ", ")))"
  }

  /// The column at the end of the path.
  var leafColumn: String? {
    derivation.leaf.flatMap { schema.entities[derivation.last]?.columns[$0] }.map { SchemaStatements.quoted($0.name) }
  }

  /// Computes the attribute of rows of the table anew.
  func update(where condition: String) -> String { "UPDATE \(table) SET \(column) = \(value) WHERE \(condition)" }

  /// The attribute's value, for a row of the table in whose statement it stands.
  private var value: String {
    switch derivation.form {
    case .now: return "NSCoreDataNow()"
    case .count: return "(SELECT COUNT(*) FROM \(joined(to: hops.count, isCount: true)))"
    case .sum: return converted("(SELECT IFNULL(SUM(\(leaf)), 0) FROM \(joined(to: hops.count)))")
    case .value: return converted(hops.isEmpty ? leaf : "(SELECT \(leaf) FROM \(joined(to: hops.count)))")
    case .text(let function):
      let call = "\(PredicateFunctions.name(function))(\(leaf))"
      return hops.isEmpty ? call : "(SELECT \(call) FROM \(joined(to: hops.count)))"
    }
  }

  private var leaf: String { hops.isEmpty ? leafColumn ?? "NULL" : "t\(hops.count).\(leafColumn ?? "NULL")" }

  /// A whole number is what is before the point.
  private func converted(_ value: String) -> String {
    guard derivation.type.isInteger, let leafType, !leafType.isInteger else { return value }
    return "CAST(\(value) AS INTEGER)"
  }

  /// The type of the attribute at the end of the path.
  var leafType: NSAttributeType? {
    guard let leaf = derivation.leaf,
      case .attribute(let type) = schema.model.entities[derivation.last].slots[leaf].kind
    else { return nil }
    return type
  }

  /// The tables of the path from a row of the statement, `t1` to the last, with the condition that they belong to it.
  private func joined(to count: Int, isCount: Bool = false) -> String {
    var tables: [String] = []
    var conditions: [String] = []
    for (place, hop) in hops.prefix(count).enumerated() {
      let before = place == 0 ? table : "t\(place)"
      let next = "t\(place + 1)"
      switch hop.link {
      case .reference(let column):
        tables.append("\(hop.table) AS \(next)")
        conditions.append("\(next).Z_PK = \(before).\(column)")
      case .inverse(let column):
        tables.append("\(hop.table) AS \(next)")
        conditions.append("\(next).\(column) = \(before).Z_PK")
      case .join(let join, let owner, let destination):
        tables.append("\(join) AS j\(place + 1)")
        conditions.append("j\(place + 1).\(owner) = \(before).Z_PK")
        // A count takes no row of the destinations.
        guard !(isCount && place == count - 1) else { continue }
        tables.append("\(hop.table) AS \(next)")
        conditions.append("\(next).Z_PK = j\(place + 1).\(destination)")
      }
    }
    return "\(tables.joined(separator: ", ")) WHERE \(conditions.joined(separator: " AND "))"
  }

  /// The rows from which some hops lead to a row, as a condition.
  ///
  /// - Parameter key: that row's primary key.
  func owners(of key: String, after count: Int) -> String {
    "Z_PK \(Self.equal(to: set(of: key, after: count))) AND \(numbers)"
  }

  /// - Returns: a primary key, or a `SELECT` of some.
  private func set(of key: String, after count: Int) -> String {
    guard count > 0 else { return key }
    let hop = hops[count - 1]
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

extension DerivedSource.Hop {
  fileprivate init?(_ hop: Derivation.Hop, in schema: StoreSchema) {
    guard let origin = schema.entities[hop.origin], let destination = schema.entities[hop.destination] else {
      return nil
    }
    let quoted = SchemaStatements.quoted
    from = quoted(origin.table)
    table = quoted(destination.table)
    guard hop.isToMany else {
      guard let column = origin.columns[hop.slot] else { return nil }
      link = .reference(column: quoted(column.name))
      return
    }
    switch origin.toMany[hop.slot] {
    case .inverse(let slot):
      guard let column = destination.columns[slot] else { return nil }
      link = .inverse(column: quoted(column.name))
    case .join(let side):
      link = .join(
        table: quoted(side.table), owner: quoted(side.ownerColumn), destination: quoted(side.destinationColumn))
    case nil: return nil
    }
  }
}
