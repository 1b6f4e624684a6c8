import CoreData
import Foundation

extension PostgresReading {
  func related(_ slot: Int, of key: RowKey) throws -> [RowKey] { try related(slot, of: [key])[0] }

  /// The destinations for several owners at once, in the order of the owners.
  func related(_ slot: Int, of keys: [RowKey]) throws -> [[RowKey]] {
    var result = [[RowKey]](repeating: [], count: keys.count)
    for (entity, places) in Dictionary(grouping: keys.indices, by: { keys[$0].entity }) {
      let sql = try DestinationSQL(slot, of: Int(entity), in: schema)
      let destination = sql.destination.layout
      var placesByKey: [Int64: [Int]] = [:]
      for place in places { placesByKey[keys[place].primaryKey, default: []].append(place) }
      let rows = try connection.run(
        PostgresKeyStatement.command(placesByKey.keys, of: sql.owner, isUnique: false) {
          "\(sql.select) WHERE \($0) \(sql.order)"
        })
      for row in 0..<rows.count {
        let primaryKey = rows.integer(row, 1)
        let number = rows.integer(row, 2)
        guard let entity = schema.entityIndices[number], destination.subtree.contains(entity) else {
          throw StoredEntityNumbers.unknown(number, beside: destination.name, primaryKey: primaryKey)
        }
        for place in placesByKey[rows.integer(row, 0)] ?? [] {
          result[place].append(RowKey(entity: entity, primaryKey: primaryKey))
        }
      }
    }
    return result
  }
}
