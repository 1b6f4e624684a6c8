import CoreData
import Foundation

/// Rewrites the history of a migrated store, so that its changes name the new entities and properties. Changes of
/// objects whose entity was removed are deleted; transactions and their numbers stay.
struct PostgresMigratedHistory {
  let tables: MigrationTables

  func run(on connection: PostgresConnection) throws {
    for statement in tables.historyDeletions { try connection.run(statement) }
    for (former, stored) in tables.keptEntities {
      try rewriteColumns(former, stored, on: connection)
      try renameTombstones(former, stored, on: connection)
    }
    if let statement = tables.historyRenumbering { try connection.run(statement) }
  }

  /// Rewrites the bits for changed properties.
  private func rewriteColumns(
    _ former: StoredEntity, _ stored: StoredEntity, on connection: PostgresConnection
  ) throws {
    let origins = tables.mapping.slots[stored.layout.index]
    let rows = try connection.run(
      "SELECT DISTINCT \"ZCOLUMNS\" FROM \"ACHANGE\" WHERE \"ZENTITY\" = $1::int8 AND \"ZCOLUMNS\" IS NOT NULL",
      PostgresParameters(former.number))
    let bits = (0..<rows.count).map { row -> (old: Data, new: Data) in
      let old = rows.data(row, 0)
      let changed = Set(HistoryBits.byName.slots(in: old, of: former.layout))
      let slots = origins.indices.filter { origins[$0].map(changed.contains) ?? false }
      return (old, HistoryBits.byName.bits(of: slots, in: stored.layout))
    }.filter { $0.old != $0.new }
    guard !bits.isEmpty else { return }
    var parameters = PostgresParameters(former.number)
    parameters.append(bits.map(\.old))
    parameters.append(bits.map(\.new))
    // In one statement, because the new bits of one change may equal the former bits of another.
    try connection.run(
      """
      UPDATE "ACHANGE" AS c SET "ZCOLUMNS" = b.new FROM unnest($2::bytea[], $3::bytea[]) AS b (old, new) \
      WHERE c."ZENTITY" = $1::int8 AND c."ZCOLUMNS" = b.old
      """, parameters)
  }

  /// Rewrites tombstones, whose values are stored by attribute name.
  private func renameTombstones(
    _ former: StoredEntity, _ stored: StoredEntity, on connection: PostgresConnection
  ) throws {
    let origins = tables.mapping.slots[stored.layout.index]
    let wanted = tables.mapping.destination.preservedSlots[stored.layout.index] ?? []
    let places = wanted.map { slot in (new: slot, old: origins[slot]) }
    let isSame = places.allSatisfy { place in
      guard let old = place.old else { return false }
      let (formerSlot, slot) = (former.layout.slots[old], stored.layout.slots[place.new])
      return formerSlot.name == slot.name && slot.hasType(of: formerSlot)
    }
    guard !isSame || wanted.count != tables.mapping.source.preservedSlots[former.layout.index]?.count else { return }
    let rows = try connection.run(
      "SELECT \"Z_PK\", \"ZTOMBSTONE\" FROM \"ACHANGE\" WHERE \"ZENTITY\" = $1::int8 AND \"ZTOMBSTONE\" IS NOT NULL",
      PostgresParameters(former.number))
    guard rows.count > 0 else { return }
    var (keys, lists): ([Int64], [Data?]) = ([], [])
    for row in 0..<rows.count {
      let values = PostgresTombstone.values(rows.data(row, 1), of: former.layout)
      let renamed = places.compactMap { place -> (Int, Value)? in
        guard let old = place.old, let value = values[old] else { return nil }
        let (formerSlot, slot) = (former.layout.slots[old], stored.layout.slots[place.new])
        // Convert a value to the type of its new attribute.
        guard !slot.hasType(of: formerSlot), case .attribute(let type) = slot.kind else { return (place.new, value) }
        return (place.new, value.converted(to: type))
      }
      keys.append(rows.integer(row, 0))
      lists.append(try PostgresTombstone.data(Dictionary(uniqueKeysWithValues: renamed), of: stored.layout))
    }
    var parameters = PostgresParameters()
    parameters.append(keys)
    parameters.append(lists)
    try connection.run(
      """
      UPDATE "ACHANGE" AS c SET "ZTOMBSTONE" = t.list FROM unnest($1::int8[], $2::bytea[]) AS t (key, list) \
      WHERE c."Z_PK" = t.key
      """, parameters)
  }
}
