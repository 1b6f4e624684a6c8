import Foundation

extension StoreReading {
  /// The destinations of a to-many relationship, in its order when it has one, otherwise by primary key.
  func related(_ slot: Int, of key: RowKey) throws -> [RowKey] {
    try related(slot, of: [key])[0]
  }

  /// The destinations for several owners at once, in the order of the owners.
  func related(_ slot: Int, of keys: [RowKey]) throws -> [[RowKey]] {
    var result = [[RowKey]](repeating: [], count: keys.count)
    // Owners of one fetch are mostly of one entity, yet a subentity may keep the relationship elsewhere.
    let byEntity = Dictionary(grouping: keys.indices) { keys[$0].entity }
    for (entity, places) in byEntity {
      let plan = try relationship(slot, of: Int(entity))
      var placesByKey: [Int64: [Int]] = [:]
      for place in places { placesByKey[keys[place].primaryKey, default: []].append(place) }
      try forEachChunk(of: Array(placesByKey.keys), sql: plan.sql, column: plan.ownerColumn, suffix: plan.suffix) {
        let primaryKey = try $0.primaryKey(at: 1, of: plan.table)
        let entity = try plan.entity($0, context: context, primaryKey: primaryKey)
        for place in placesByKey[$0.integer(at: 0)] ?? [] {
          result[place].append(RowKey(entity: entity, primaryKey: primaryKey))
        }
      }
    }
    return result
  }

  /// How the destinations of a to-many relationship are selected: owner, destination, the destination's `Z_ENT`.
  private struct RelationshipPlan {
    let sql: String
    let ownerColumn: String
    let suffix: String
    let table: String
    let destination: EntityLayout

    func entity(_ statement: Statement, context: ReadingContext, primaryKey: Int64) throws -> Int {
      guard destination.subtree.count > 1 else { return destination.index }
      var numbers = EntityNumbers(destination, context: context)
      return try numbers.entity(statement, column: 2, primaryKey: primaryKey)
    }
  }

  private func relationship(_ slot: Int, of entity: Int) throws -> RelationshipPlan {
    let stored = try schema.stored(entity)
    guard let place = stored.toMany[slot], case .toMany(let relationship) = stored.layout.slots[slot].kind else {
      throw SchemaGap.error(
        "\(stored.layout.name).\(stored.layout.slots[slot].name) is not stored as a to-many relationship.")
    }
    let destination = try schema.stored(relationship.destination)
    let table = destination.table.quotedIdentifier
    switch place {
    case .inverse(let inverse):
      let column = try schema.storedColumn(inverse, of: relationship.destination)
      let owner = "d.\(column.name.quotedIdentifier)"
      let order = column.orderName.map { "d.\($0.quotedIdentifier), " } ?? ""
      return RelationshipPlan(
        sql: "SELECT \(owner), d.Z_PK, d.Z_ENT FROM \(table) AS d", ownerColumn: owner,
        suffix: " ORDER BY \(order)d.Z_PK", table: destination.table, destination: destination.layout
      )
    case .join(let side):
      let owner = "j.\(side.ownerColumn.quotedIdentifier)"
      let order = side.orderColumn.map { "j.\($0.quotedIdentifier), " } ?? ""
      // Joined with the destination's table, so that a row whose destination is gone leads nowhere.
      return RelationshipPlan(
        sql: "SELECT \(owner), d.Z_PK, d.Z_ENT FROM \(side.table.quotedIdentifier) AS j "
          + "JOIN \(table) AS d ON d.Z_PK = j.\(side.destinationColumn.quotedIdentifier)",
        ownerColumn: owner, suffix: " ORDER BY \(order)d.Z_PK", table: destination.table,
        destination: destination.layout
      )
    }
  }
}
