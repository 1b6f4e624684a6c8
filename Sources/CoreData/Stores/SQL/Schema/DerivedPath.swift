/// The tables and columns that a derivation is computed from, as they are written in statements.
package struct DerivedPath {
  package let derivation: Derivation
  let schema: StoreSchema
  let stored: StoredEntity
  /// The derived attribute's column.
  package let column: String
  package let hops: [Hop]
  private let quoted: (String) -> String

  /// The way from a row to the rows of the next table.
  package enum Link {
    /// By the row's own column.
    case reference(column: String)
    /// By a column of the next rows.
    case inverse(column: String)
    case join(table: String, owner: String, destination: String)
  }

  package struct Hop {
    package let link: Link
    package let from: String
    package let table: String
  }

  /// - Parameter quoted: writes a name into a statement.
  /// - Returns: nil where the store has not got what the derivation needs.
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

  /// The table whose rows have the attribute.
  package var table: String { quoted(stored.table) }

  /// The rows that have the attribute, among those of the table.
  package var numbers: String {
    let numbers = derivation.entities.compactMap { schema.entities[$0].map { "\($0.number)" } }
    return "\(quoted("Z_ENT")) IN (\(numbers.joined(separator: ", ")))"
  }

  /// The column at the end of the path.
  var leafColumn: String? {
    derivation.leaf.flatMap { schema.entities[derivation.last]?.columns[$0] }.map { quoted($0.name) }
  }

  /// That column where the tables of the path are joined.
  package var leaf: String { hops.isEmpty ? leafColumn ?? "NULL" : "t\(hops.count).\(leafColumn ?? "NULL")" }

  /// The type of the attribute at the end of the path.
  package var leafType: NSAttributeType? {
    guard let leaf = derivation.leaf,
      case .attribute(let type) = schema.model.entities[derivation.last].slots[leaf].kind
    else { return nil }
    return type
  }

  /// The tables of the path from a row of the statement, `t1` to the last, with the condition that they belong to it.
  ///
  /// - Parameter isCount: whether the rows at the end are only counted.
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
        // A count takes no row of the destinations, where these are there.
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
