/// The SQL that selects the destinations of a to-many relationship: the owner's key, the destination's key and its
/// `Z_ENT`.
package struct DestinationSQL {
  /// The `SELECT` without a `WHERE` clause.
  package let select: String
  /// The column of the owners' primary keys.
  package let owner: String
  /// The `ORDER BY` clause: by the relationship's order key, if it has one, then by primary key.
  package let order: String
  package let destination: StoredEntity

  /// - Throws: 134020 if the slot is not stored as a to-many relationship.
  package init(_ slot: Int, of entity: Int, in schema: StoreSchema) throws {
    let stored = try schema.stored(entity)
    guard let place = stored.toMany[slot], case .toMany(let relationship) = stored.layout.slots[slot].kind else {
      throw SchemaGap.error(
        "\(stored.layout.name).\(stored.layout.slots[slot].name) is not stored as a to-many relationship.")
    }
    destination = try schema.stored(relationship.destination)
    let table = destination.table.quotedIdentifier
    let from: String
    let orderColumn: String?
    switch place {
    case .inverse(let inverse):
      let column = try schema.storedColumn(inverse, of: relationship.destination)
      owner = "d.\(column.name.quotedIdentifier)"
      from = "\(table) AS d"
      orderColumn = column.orderName.map { "d.\($0.quotedIdentifier)" }
    case .join(let side):
      owner = "j.\(side.ownerColumn.quotedIdentifier)"
      // Join with the destination's table to skip pairs whose destination was deleted.
      from =
        "\(side.table.quotedIdentifier) AS j JOIN \(table) AS d "
        + "ON \(TableJoins.key(of: "d")) = j.\(side.destinationColumn.quotedIdentifier)"
      orderColumn = side.orderColumn.map { "j.\($0.quotedIdentifier)" }
    }
    select = "SELECT \(owner), \(TableJoins.key(of: "d")), \(TableJoins.entity(of: "d")) FROM \(from)"
    let terms = try orderColumn.map { [try schema.dialect.order($0, by: .binary, ascending: true)] } ?? []
    order = "ORDER BY " + (terms + [TableJoins.key(of: "d")]).joined(separator: ", ")
  }
}
