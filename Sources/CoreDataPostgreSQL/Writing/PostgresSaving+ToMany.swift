import CoreData
import Foundation

extension PostgresSaving {
  /// Remembers which references of a written row lead to owners of ordered relationships.
  mutating func noteArrivals(with row: Row, _ plan: PostgresWriters.Plan) {
    for column in plan.columns {
      guard let orderName = column.orderName, case .reference(let owner) = row[column.slot] else { continue }
      arrivals.add(
        row.key.primaryKey,
        to: .init(
          table: plan.stored.table, column: column.name, orderName: orderName, primaryKey: owner.primaryKey))
    }
  }

  /// Writes what changed in a many-to-many relationship, or in an ordered one.
  mutating func write(_ change: StoreChanges.ToMany) throws {
    let owner = try permanent(change.owner)
    let stored = try schema.stored(Int(owner.entity))
    guard let place = stored.toMany[change.slot] else { return }
    switch place {
    case .inverse(let slot):
      guard let ordered = change.ordered,
        case .toMany(let relationship) = stored.layout.slots[change.slot].kind,
        let column = try schema.stored(relationship.destination).columns[slot], let orderName = column.orderName
      else { return }
      let children = OrderedArrivals.Owner(
        table: try schema.stored(relationship.destination).table, column: column.name, orderName: orderName,
        primaryKey: owner.primaryKey)
      try setOrder(try ordered.map { try permanent($0).primaryKey }, of: children, key: "Z_PK")
      arrivals.settle(children)
    case .join(let side): try write(change, owner: owner.primaryKey, side)
    }
  }

  /// Appends rows that came to an owner without a new order to its order.
  mutating func placeArrivals() throws {
    for owner in arrivals.owners {
      let present = try presentPlaces(of: owner, key: "Z_PK")
      let placed = present.filter { $0.value != nil }.sorted { ($0.value ?? 0, $0.key) < ($1.value ?? 0, $1.key) }
      let arrived = (arrivals.rows[owner] ?? []).filter { present[$0] == .some(nil) }
      try setOrder(placed.map(\.key) + arrived, of: owner, key: "Z_PK", present)
    }
  }

  private mutating func write(_ change: StoreChanges.ToMany, owner: Int64, _ side: JoinSide) throws {
    let table = side.table.quotedIdentifier
    let (ownerColumn, column) = (side.ownerColumn.quotedIdentifier, side.destinationColumn.quotedIdentifier)
    let removed = change.removed.filter { !$0.isTemporary }.map(\.primaryKey)
    if !removed.isEmpty {
      var parameters = PostgresParameters(owner)
      parameters.append(removed)
      commands.append(
        PostgresCommand(
          "DELETE FROM \(table) WHERE \(ownerColumn) = $1::int8 AND \(column) = \(PostgresKeyStatement.any(2))",
          parameters))
    }
    if !change.added.isEmpty {
      var parameters = PostgresParameters(owner)
      parameters.append(try change.added.map { try permanent($0).primaryKey })
      // Both sides may name the pair when both are ordered.
      commands.append(
        PostgresCommand(
          "INSERT INTO \(table) (\(ownerColumn), \(column)) SELECT $1::int8, unnest($2::int8[]) "
            + "ON CONFLICT DO NOTHING", parameters))
    }
    guard let ordered = change.ordered, let orderColumn = side.orderColumn else { return }
    let destinations = OrderedArrivals.Owner(
      table: side.table, column: side.ownerColumn, orderName: orderColumn, primaryKey: owner)
    try setOrder(
      try ordered.map { try permanent($0).primaryKey }, of: destinations, key: side.destinationColumn)
  }

  /// Numbers the destinations in the wanted order, and writes the numbers that changed.
  private mutating func setOrder(
    _ wanted: [Int64], of owner: OrderedArrivals.Owner, key: String, _ known: [Int64: Int64?]? = nil
  ) throws {
    let present = try known ?? presentPlaces(of: owner, key: key)
    let wanted = wanted.filter { present[$0] != nil }
    let old = wanted.map { present[$0] ?? nil }
    var (keys, places): ([Int64], [Int64]) = ([], [])
    for ((key, old), new) in zip(zip(wanted, old), OrderPlaces.assign(old)) where old != new {
      keys.append(key)
      places.append(new)
    }
    guard !keys.isEmpty else { return }
    var parameters = PostgresParameters(owner.primaryKey)
    parameters.append(keys)
    parameters.append(places)
    commands.append(
      PostgresCommand(
        """
        UPDATE \(owner.table.quotedIdentifier) AS d SET \(owner.orderName.quotedIdentifier) = new.place \
        FROM unnest($2::int8[], $3::int8[]) AS new (key, place) \
        WHERE d.\(owner.column.quotedIdentifier) = $1::int8 AND d.\(key.quotedIdentifier) = new.key
        """, parameters))
  }

  /// The numbers of an owner's destinations, with everything written that was to be.
  private mutating func presentPlaces(of owner: OrderedArrivals.Owner, key: String) throws -> [Int64: Int64?] {
    let rows = try flush([
      PostgresCommand(
        """
        SELECT \(key.quotedIdentifier), \(owner.orderName.quotedIdentifier) FROM \(owner.table.quotedIdentifier) \
        WHERE \(owner.column.quotedIdentifier) = $1::int8
        """, PostgresParameters(owner.primaryKey))
    ])
    guard let rows = rows.last else { return [:] }
    var places: [Int64: Int64?] = [:]
    for row in 0..<rows.count {
      places[rows.integer(row, 0)] = .some(rows.isNull(row, 1) ? nil : rows.integer(row, 1))
    }
    return places
  }
}
