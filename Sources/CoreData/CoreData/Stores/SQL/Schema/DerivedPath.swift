/// The tables and columns that a derived attribute is computed from, as SQL.
package struct DerivedPath {
  package let derivation: Derivation
  let schema: StoreSchema
  let stored: StoredEntity
  /// The derived attribute's column.
  package let column: String
  package let hops: [Hop]
  private let quoted: (String) -> String

  /// The connection between a row and the rows of the next table.
  package enum Link {
    /// The row's own column refers to the next row.
    case reference(column: String)
    /// A column of the next rows refers to the row.
    case inverse(column: String)
    case join(table: String, owner: String, destination: String)
  }

  package struct Hop {
    package let link: Link
    package let from: String
    package let table: String
  }

  /// - Parameter quoted: quotes a name for a statement.
  /// - Returns: nil if the store lacks a column or table that the derivation needs.
  package init?(_ derivation: Derivation, in schema: StoreSchema, quoted: @escaping (String) -> String) {
    guard let stored = schema.entities[derivation.entity], let column = stored.columns[derivation.slot] else {
      return nil
    }
    let hops = derivation.hops.compactMap { Hop($0, in: schema, quoted) }
    guard hops.count == derivation.hops.count else { return nil }
    self.derivation = derivation
    self.schema = schema
    self.stored = stored
    self.column = quoted(column.name)
    self.hops = hops
    self.quoted = quoted
  }

  /// The quoted name of the table whose rows have the attribute.
  package var table: String { quoted(stored.table) }

  /// The condition that selects the rows that have the attribute.
  package var numbers: String {
    let numbers = derivation.entities.compactMap { schema.entities[$0].map { "\($0.number)" } }
    return "\(quoted("Z_ENT")) IN (\(numbers.joined(separator: ", ")))"
  }

  /// The quoted name of the column at the end of the path.
  var leafColumn: String? {
    derivation.leaf.flatMap { schema.entities[derivation.last]?.columns[$0] }.map { quoted($0.name) }
  }

  /// The same column in a statement that joins the tables of the path.
  package var leaf: String { hops.isEmpty ? leafColumn ?? "NULL" : "t\(hops.count).\(leafColumn ?? "NULL")" }

  /// The type of the attribute at the end of the path.
  package var leafType: NSAttributeType? {
    guard let leaf = derivation.leaf,
      case .attribute(let type) = schema.model.entities[derivation.last].slots[leaf].kind
    else { return nil }
    return type
  }

  /// The list of the path's joined tables, `t1` to the last, and a `WHERE` clause that ties them to a row of the
  /// statement.
  ///
  /// - Parameter isCount: whether the statement only counts the rows at the end.
  package func joined(isCount: Bool = false) -> String {
    let key = quoted("Z_PK")
    var tables: [String] = []
    var conditions: [String] = []
    for (place, hop) in hops.enumerated() {
      let before = place == 0 ? table : "t\(place)"
      let next = "t\(place + 1)"
      switch hop.link {
      case .reference(let column):
        tables.append("\(hop.table) AS \(next)")
        conditions.append("\(next).\(key) = \(before).\(column)")
      case .inverse(let column):
        tables.append("\(hop.table) AS \(next)")
        conditions.append("\(next).\(column) = \(before).\(key)")
      case .join(let join, let owner, let destination):
        tables.append("\(join) AS j\(place + 1)")
        conditions.append("j\(place + 1).\(owner) = \(before).\(key)")
        // A count needs only the join table, not the destinations' table.
        guard !isCount || place < hops.count - 1 else { continue }
        tables.append("\(hop.table) AS \(next)")
        conditions.append("\(next).\(key) = j\(place + 1).\(destination)")
      }
    }
    return "\(tables.joined(separator: ", ")) WHERE \(conditions.joined(separator: " AND "))"
  }
}

extension DerivedPath.Hop {
  fileprivate init?(_ hop: Derivation.Hop, in schema: StoreSchema, _ quoted: (String) -> String) {
    guard let origin = schema.entities[hop.origin], let destination = schema.entities[hop.destination] else {
      return nil
    }
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
