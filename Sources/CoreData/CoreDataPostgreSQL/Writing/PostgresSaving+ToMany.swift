import CoreData
import Foundation

/// Writes to-many relationships. `SQLSaving` decides what is written.
extension PostgresSaving {
  /// Records the references of a written row to owners of ordered relationships.
  mutating func noteArrivals(with row: Row, _ plan: PostgresWriters.Plan) {
    for column in plan.columns {
      guard let orderName = column.orderName, case .reference(let owner) = row[column.slot] else { continue }
      arrivals.add(
        row.key.primaryKey,
        to: .init(
          table: plan.stored.table, column: column.name, orderName: orderName, primaryKey: owner.primaryKey))
    }
  }

  mutating func writePairs(of change: StoreChanges.ToMany, owner: Int64, _ side: JoinSide) throws {
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
      // If both sides are ordered, both may insert the pair.
      commands.append(
        PostgresCommand(
          "INSERT INTO \(table) (\(ownerColumn), \(column)) SELECT $1::int8, unnest($2::int8[]) "
            + "ON CONFLICT DO NOTHING", parameters))
    }
  }

  mutating func write(_ places: [(key: Int64, place: Int64)], of owner: OrderedArrivals.Owner) {
    var parameters = PostgresParameters(owner.primaryKey)
    parameters.append(places.map(\.key))
    parameters.append(places.map(\.place))
    commands.append(
      PostgresCommand(
        """
        UPDATE \(owner.table.quotedIdentifier) AS d SET \(owner.orderName.quotedIdentifier) = new.place \
        FROM unnest($2::int8[], $3::int8[]) AS new (key, place) \
        WHERE d.\(owner.column.quotedIdentifier) = $1::int8 AND d.\(owner.key.quotedIdentifier) = new.key
        """, parameters))
  }

  mutating func presentPlaces(of owner: OrderedArrivals.Owner) throws -> [Int64: Int64?] {
    let rows = try flush([
      PostgresCommand(
        """
        SELECT \(owner.key.quotedIdentifier), \(owner.orderName.quotedIdentifier) FROM \(owner.table.quotedIdentifier) \
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
