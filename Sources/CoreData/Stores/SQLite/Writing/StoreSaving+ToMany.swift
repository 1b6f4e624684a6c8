import Foundation

extension StoreSaving {
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
      let table = try schema.stored(relationship.destination).table
      let wanted = try ordered.map { try permanent($0).primaryKey }
      let children = OrderedArrivals.Owner(
        table: table, column: column.name, orderName: orderName, primaryKey: owner.primaryKey)
      try setOrder(wanted, in: orderColumn(of: children))
      arrivals.settle(children)
    case .join(let side):
      try write(change, owner: owner.primaryKey, side: side)
    }
  }

  /// Appends rows that came to an owner without a new order to its order.
  mutating func placeArrivals() throws {
    for owner in arrivals.owners {
      let column = orderColumn(of: owner)
      let present = try presentPlaces(in: column)
      let placed = present.filter { $0.value != nil }.sorted { ($0.value ?? 0, $0.key) < ($1.value ?? 0, $1.key) }
      let arrived = (arrivals.rows[owner] ?? []).filter { present[$0] == .some(nil) }
      try setOrder(placed.map(\.key) + arrived, in: column)
    }
  }

  /// Remembers which references of a written row lead to owners of ordered relationships.
  mutating func noteArrivals(with row: Row, plan: RowWriters.Plan) {
    for reference in plan.orderedReferences {
      guard case .reference(let owner) = row[reference.slot] else { continue }
      let owners = OrderedArrivals.Owner(
        table: plan.stored.table, column: reference.name, orderName: reference.orderName,
        primaryKey: owner.primaryKey)
      arrivals.add(row.key.primaryKey, to: owners)
    }
  }

  private func write(_ change: StoreChanges.ToMany, owner: Int64, side: JoinSide) throws {
    let table = side.table.quotedIdentifier
    let (ownerColumn, destinationColumn) = (side.ownerColumn.quotedIdentifier, side.destinationColumn.quotedIdentifier)
    for destination in change.removed where !destination.isTemporary {
      try write(
        "DELETE FROM \(table) WHERE \(ownerColumn) = ?1 AND \(destinationColumn) = ?2", owner, destination.primaryKey
      )
    }
    for destination in change.added {
      // Both sides may name the pair when both are ordered.
      try write(
        "INSERT OR IGNORE INTO \(table) (\(ownerColumn), \(destinationColumn)) VALUES (?1, ?2)", owner,
        try permanent(destination).primaryKey
      )
    }
    guard let ordered = change.ordered, let orderColumn = side.orderColumn else { return }
    let column = OrderColumn(
      table: side.table, key: side.destinationColumn, owner: side.ownerColumn, order: orderColumn, ownerKey: owner
    )
    try setOrder(try ordered.map { try permanent($0).primaryKey }, in: column)
  }

  /// The column that keeps the order of one owner's destinations.
  private struct OrderColumn {
    let table: String
    /// The column of the destinations' primary keys.
    let key: String
    let owner: String
    let order: String
    let ownerKey: Int64
  }

  private func orderColumn(of owner: OrderedArrivals.Owner) -> OrderColumn {
    OrderColumn(
      table: owner.table, key: "Z_PK", owner: owner.column, order: owner.orderName, ownerKey: owner.primaryKey)
  }

  /// Numbers the destinations in the wanted order, and writes the numbers that changed.
  private func setOrder(_ wanted: [Int64], in column: OrderColumn) throws {
    let present = try presentPlaces(in: column)
    let wanted = wanted.filter { present[$0] != nil }
    let old = wanted.map { present[$0] ?? nil }
    let sql =
      "UPDATE \(column.table.quotedIdentifier) SET \(column.order.quotedIdentifier) = ?1 "
      + "WHERE \(column.owner.quotedIdentifier) = ?2 AND \(column.key.quotedIdentifier) = ?3"
    for ((key, old), new) in zip(zip(wanted, old), OrderPlaces.assign(old)) where old != new {
      try write(sql, new, column.ownerKey, key)
    }
  }

  /// The numbers of an owner's destinations.
  private func presentPlaces(in column: OrderColumn) throws -> [Int64: Int64?] {
    var places: [Int64: Int64?] = [:]
    let sql =
      "SELECT \(column.key.quotedIdentifier), \(column.order.quotedIdentifier) "
      + "FROM \(column.table.quotedIdentifier) WHERE \(column.owner.quotedIdentifier) = ?1"
    try connection.withStatement(sql) { statement in
      try statement.bind(column.ownerKey, at: 1)
      while try statement.step() {
        places[statement.integer(at: 0)] = .some(statement.isNull(at: 1) ? nil : statement.integer(at: 1))
      }
    }
    return places
  }
}
