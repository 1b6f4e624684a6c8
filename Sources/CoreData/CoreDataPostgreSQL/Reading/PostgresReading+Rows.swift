import CoreData
import Foundation

extension PostgresReading {
  func row(for key: RowKey) throws -> Row? {
    if let row = readAhead.rows[key] { return row }
    let reader = try plans.row(Int(key.entity))
    let rows = try connection.run(reader.byKeys.command(CollectionOfOne(key.primaryKey)))
    return rows.count > 0 ? try reader.row(rows, 0) : nil
  }

  /// The rows for some keys, in the order of the keys; nil for a row that is gone.
  func rows(for keys: [RowKey]) throws -> [Row?] {
    if let only = keys.first, keys.count == 1 { return [try row(for: only)] }
    if !readAhead.rows.isEmpty, keys.allSatisfy({ readAhead.rows[$0] != nil }) {
      return keys.map { readAhead.rows[$0] }
    }
    var result = [Row?](repeating: nil, count: keys.count)
    for places in byTable(keys) {
      let reader = try plans.row(Int(keys[places[0]].entity))
      var rest = places[...]
      while !rest.isEmpty {
        let chunk = rest.prefix(Self.largestChunk)
        let rows = try connection.run(reader.byKeys.command(chunk.map { keys[$0].primaryKey }))
        var found: [Int64: Row] = [:]
        found.reserveCapacity(rows.count)
        for place in 0..<rows.count {
          let row = try reader.row(rows, place)
          found[row.key.primaryKey] = row
        }
        for place in chunk { result[place] = found[keys[place].primaryKey] }
        rest = rest.dropFirst(Self.largestChunk)
      }
    }
    return result
  }

  /// The values at the paths for a key; nil when its row is gone.
  func values(at paths: [CompiledPath], for key: RowKey) throws -> [Value]? {
    do {
      let plan = try plans.values(at: paths, from: paths.first?.entity ?? Int(key.entity))
      let rows = try connection.run(plan.sql, PostgresParameters(key.primaryKey))
      return rows.count > 0 ? try plan.values(rows, schema) : nil
    } catch is TableJoins.Full {
      guard try row(for: key) != nil else { return nil }
      let cached = PostgresCache(self)
      return try paths.map { try $0.value(from: key, in: cached) }
    }
  }

  static let largestChunk = 10_000

  /// The version of every row of an entity and its subentities, by ascending primary key.
  func versions(of entity: EntityLayout) throws -> RowVersions {
    let stored = try schema.stored(entity.index)
    let numbers = entity.subtree.compactMap { schema.entities[$0].map { String($0.number) } }
    let rows = try connection.run(
      """
      SELECT "Z_PK", "Z_OPT", "Z_ENT" FROM \(stored.table.quotedIdentifier) \
      WHERE "Z_ENT" IN (\(numbers.joined(separator: ", "))) ORDER BY "Z_PK"
      """)
    var versions = RowVersions()
    for place in 0..<rows.count {
      let key = RowKey(
        entity: try self.entity(rows, place, column: 2, within: entity), primaryKey: rows.integer(place, 0))
      versions.append(RowVersion(key: key, version: rows.integer(place, 1)))
    }
    return versions
  }

  /// The entity whose number is in a `Z_ENT` column.
  ///
  /// - Throws: Cocoa error 259 if the model does not have the entity there.
  func entity(_ rows: PostgresRows, _ row: Int, column: Int, within entity: EntityLayout) throws -> Int {
    let number = rows.integer(row, column)
    guard let found = schema.entityIndices[number], entity.subtree.contains(found) else {
      throw StoredEntityNumbers.unknown(number, beside: entity.name, primaryKey: rows.integer(row, 0))
    }
    return found
  }
}
