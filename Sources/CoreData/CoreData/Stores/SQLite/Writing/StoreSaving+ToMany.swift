import Foundation

/// Writes relationships. `SQLSaving` decides what to write.
extension StoreSaving {
  /// Records the owners of ordered relationships that a written row refers to.
  mutating func noteArrivals(with row: Row, plan: RowWriters.Plan) {
    for reference in plan.orderedReferences {
      guard case .reference(let owner) = row[reference.slot] else { continue }
      let owners = OrderedArrivals.Owner(
        table: plan.stored.table, column: reference.name, orderName: reference.orderName,
        primaryKey: owner.primaryKey)
      arrivals.add(row.key.primaryKey, to: owners)
    }
  }

  func writePairs(of change: StoreChanges.ToMany, owner: Int64, _ side: JoinSide) throws {
    let table = side.table.quotedIdentifier
    let (ownerColumn, destinationColumn) = (side.ownerColumn.quotedIdentifier, side.destinationColumn.quotedIdentifier)
    for destination in change.removed where !destination.isTemporary {
      try write(
        "DELETE FROM \(table) WHERE \(ownerColumn) = ?1 AND \(destinationColumn) = ?2", owner, destination.primaryKey
      )
    }
    for destination in change.added {
      // The pair may exist already, because both sides list it if both are ordered.
      try write(
        "INSERT OR IGNORE INTO \(table) (\(ownerColumn), \(destinationColumn)) VALUES (?1, ?2)", owner,
        try permanent(destination).primaryKey
      )
    }
  }

  func write(_ places: [(key: Int64, place: Int64)], of owner: OrderedArrivals.Owner) throws {
    let sql =
      "UPDATE \(owner.table.quotedIdentifier) SET \(owner.orderName.quotedIdentifier) = ?1 "
      + "WHERE \(owner.column.quotedIdentifier) = ?2 AND \(owner.key.quotedIdentifier) = ?3"
    for (key, place) in places { try write(sql, place, owner.primaryKey, key) }
  }

  func presentPlaces(of owner: OrderedArrivals.Owner) throws -> [Int64: Int64?] {
    var places: [Int64: Int64?] = [:]
    let sql =
      "SELECT \(owner.key.quotedIdentifier), \(owner.orderName.quotedIdentifier) "
      + "FROM \(owner.table.quotedIdentifier) WHERE \(owner.column.quotedIdentifier) = ?1"
    try connection.withStatement(sql) { statement in
      try statement.bind(owner.primaryKey, at: 1)
      while try statement.step() {
        places[statement.integer(at: 0)] = .some(statement.isNull(at: 1) ? nil : statement.integer(at: 1))
      }
    }
    return places
  }
}
