#if PostgreSQL
  import Foundation

  extension PostgresReading {
    func related(_ slot: Int, of key: RowKey) throws -> [RowKey] { try related(slot, of: [key])[0] }

    /// The destinations for several owners at once, in the order of the owners.
    func related(_ slot: Int, of keys: [RowKey]) throws -> [[RowKey]] {
      var result = [[RowKey]](repeating: [], count: keys.count)
      for (entity, places) in Dictionary(grouping: keys.indices, by: { keys[$0].entity }) {
        let plan = try relationship(slot, of: Int(entity))
        var placesByKey: [Int64: [Int]] = [:]
        for place in places { placesByKey[keys[place].primaryKey, default: []].append(place) }
        var parameters = PostgresParameters()
        parameters.append(Array(placesByKey.keys))
        let rows = try connection.run(plan.sql, parameters)
        for row in 0..<rows.count {
          let primaryKey = rows.integer(row, 1)
          let number = rows.integer(row, 2)
          guard let entity = schema.entityIndices[number], plan.destination.subtree.contains(entity) else {
            throw PostgresReadingError.unknownEntity(number, beside: plan.destination.name, primaryKey)
          }
          for place in placesByKey[rows.integer(row, 0)] ?? [] {
            result[place].append(RowKey(entity: entity, primaryKey: primaryKey))
          }
        }
      }
      return result
    }

    /// How the destinations of a to-many relationship are selected: owner, destination, the destination's `Z_ENT`.
    private func relationship(_ slot: Int, of entity: Int) throws -> (sql: String, destination: EntityLayout) {
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
        let order = column.orderName.map { "d.\($0.quotedIdentifier) NULLS FIRST, " } ?? ""
        return (
          "SELECT \(owner), d.\"Z_PK\", d.\"Z_ENT\" FROM \(table) AS d WHERE \(owner) = ANY ($1::int8[]) "
            + "ORDER BY \(order)d.\"Z_PK\"", destination.layout
        )
      case .join(let side):
        let owner = "j.\(side.ownerColumn.quotedIdentifier)"
        let order = side.orderColumn.map { "j.\($0.quotedIdentifier) NULLS FIRST, " } ?? ""
        return (
          "SELECT \(owner), d.\"Z_PK\", d.\"Z_ENT\" FROM \(side.table.quotedIdentifier) AS j JOIN \(table) AS d "
            + "ON d.\"Z_PK\" = j.\(side.destinationColumn.quotedIdentifier) WHERE \(owner) = ANY ($1::int8[]) "
            + "ORDER BY \(order)d.\"Z_PK\"", destination.layout
        )
      }
    }
  }
#endif
