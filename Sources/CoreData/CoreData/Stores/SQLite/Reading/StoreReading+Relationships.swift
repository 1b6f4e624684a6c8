import Foundation

extension StoreReading {
  /// The destinations of a to-many relationship, in its order when it has one, otherwise by primary key.
  func related(_ slot: Int, of key: RowKey) throws -> [RowKey] {
    try related(slot, of: [key])[0]
  }

  /// The destinations of the relationship for several owners, in the order of the owners.
  func related(_ slot: Int, of keys: [RowKey]) throws -> [[RowKey]] {
    var result = [[RowKey]](repeating: [], count: keys.count)
    // Usually all owners have one entity, but a subentity may store the relationship elsewhere.
    let byEntity = Dictionary(grouping: keys.indices) { keys[$0].entity }
    for (entity, places) in byEntity {
      let sql = try DestinationSQL(slot, of: Int(entity), in: schema)
      let (table, layout) = (sql.destination.table, sql.destination.layout)
      var placesByKey: [Int64: [Int]] = [:]
      for place in places { placesByKey[keys[place].primaryKey, default: []].append(place) }
      var numbers = EntityNumbers(layout, context: context)
      try forEachChunk(of: Array(placesByKey.keys), sql: sql.select, column: sql.owner, suffix: " \(sql.order)") {
        let primaryKey = try $0.primaryKey(at: 1, of: table)
        let entity =
          layout.subtree.count > 1 ? try numbers.entity($0, column: 2, primaryKey: primaryKey) : layout.index
        for place in placesByKey[$0.integer(at: 0)] ?? [] {
          result[place].append(RowKey(entity: entity, primaryKey: primaryKey))
        }
      }
    }
    return result
  }
}
