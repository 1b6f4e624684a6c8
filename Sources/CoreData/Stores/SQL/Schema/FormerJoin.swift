import Foundation

/// The table in which earlier versions of this package kept a to-many relationship without an inverse, and which is not
/// replaced by the column yet that Apple's stores have for it, see `ImpliedInverse`.
package struct FormerJoin: Sendable {
  /// The table of the destinations, and the number of the column's entity and those below it.
  package let table: String
  let numbers: [Int64]
  /// The columns that the destinations' table is to have.
  package let column: StoredColumn
  /// The table of the owners.
  let ownerTable: String
  let join: JoinSide
  /// The entity and the slot of the relationship.
  let relationship: JoinPlan.End

  /// The names of the columns that the destinations' table lacks.
  var columnNames: [String] { [column.name, column.entityName, column.orderName].compactMap { $0 } }

  /// The table of the pairs that have no place in a column: those of a destination that had several owners.
  var keptName: String { "Z_FORMER\(join.table.dropFirst())" }

  /// - Parameter tableNames: the table of each root entity, by its index.
  /// - Throws: a `SchemaProblem` where such a table is not complete.
  package static func all(_ plan: SchemaPlan, in file: FileSchema, tableNames: [Int: String]) throws -> [FormerJoin] {
    var search = JoinSearch(file, entityTables: Set(tableNames.values))
    let layout = plan.model.layout
    return try plan.implied.compactMap { reference in
      guard let column = plan.columns[reference.entity][reference.slot],
        let table = tableNames[reference.table], let there = file.columns[table], !there.contains(column.name),
        case .toOne(let owner) = layout.entities[reference.entity].slots[reference.slot].kind,
        let slot = owner.inverse, let number = plan.numbers[owner.destination],
        let destinationNumber = plan.numbers[reference.entity],
        let ownerTable = tableNames[layout.entities[owner.destination].root]
      else { return nil }
      let end = JoinPlan.End(entity: owner.destination, slot: slot)
      let planned = JoinPlan.table(
        of: end, nil, in: layout, number: number, destinationNumber: destinationNumber,
        nameLimit: plan.dialect.nameLimit)
      guard file.columns[planned.name] != nil else { return nil }
      let found = try search.find(planned, in: layout).get()
      return FormerJoin(
        table: table, numbers: layout.entities[reference.entity].subtree.compactMap { plan.numbers[$0] },
        column: column, ownerTable: ownerTable, join: found.side, relationship: end)
    }
  }

  /// A query of the pairs whose objects are both there: `a` is the owner's key, `b` the destination's, `p` its place.
  private var pairs: String {
    let place = join.orderColumn.map { "j.\($0.quotedIdentifier)" } ?? "CAST(NULL AS BIGINT)"
    return "SELECT o.\("Z_PK".quotedIdentifier) AS a, d.\("Z_PK".quotedIdentifier) AS b, \(place) AS p "
      + "FROM \(join.table.quotedIdentifier) AS j "
      + "JOIN \(ownerTable.quotedIdentifier) AS o ON o.\("Z_PK".quotedIdentifier) = j.\(join.ownerColumn.quotedIdentifier) "
      + "JOIN \(table.quotedIdentifier) AS d "
      + "ON d.\("Z_PK".quotedIdentifier) = j.\(join.destinationColumn.quotedIdentifier)"
  }

  /// A query that has a row for each destination that had several owners.
  private var shared: String { "SELECT b FROM (\(pairs)) AS l GROUP BY b HAVING count(*) > 1" }

  /// The statements that make the columns and fill them. The last of several owners has the destination.
  ///
  /// - Parameter type: how the database calls a whole number.
  private func filling(type: String) -> [String] {
    let key = "Z_PK".quotedIdentifier
    var sets = ["\(column.name.quotedIdentifier) = l.a"]
    if let name = column.entityName {
      sets.append(
        "\(name.quotedIdentifier) = (SELECT o.\("Z_ENT".quotedIdentifier) FROM \(ownerTable.quotedIdentifier) AS o "
          + "WHERE o.\(key) = l.a)")
    }
    if let name = column.orderName { sets.append("\(name.quotedIdentifier) = l.p") }
    let name = table.quotedIdentifier
    return columnNames.map { "ALTER TABLE \(name) ADD COLUMN \($0.quotedIdentifier) \(type)" } + [
      "UPDATE \(name) SET \(sets.joined(separator: ", ")) FROM (SELECT a, b, p, "
        + "ROW_NUMBER() OVER (PARTITION BY b ORDER BY a DESC) AS n FROM (\(pairs)) AS k) AS l "
        + "WHERE l.n = 1 AND \(name).\(key) = l.b"
    ]
  }

  /// The statements that remove the table, or keep it under another name.
  private func removing(isKept: Bool) -> String {
    isKept
      ? "ALTER TABLE \(join.table.quotedIdentifier) RENAME TO \(keptName.quotedIdentifier)"
      : "DROP TABLE \(join.table.quotedIdentifier)"
  }

  /// Moves the pairs to the columns, in an open transaction.
  ///
  /// A destination that had several owners keeps the last one. The table then stays under another name, so that nothing
  /// is lost.
  ///
  /// - Parameters:
  ///   - type: how the database calls a whole number.
  ///   - index: the statement that makes the column's index.
  ///   - store: the store's name, for the log.
  ///   - count: runs a query of one number.
  ///   - execute: runs a statement.
  package func convert(
    type: String, index: String, in store: String, count: (String) throws -> Int64, execute: (String) throws -> Void
  ) throws {
    for statement in filling(type: type) { try execute(statement) }
    let sharedCount = try count("SELECT count(*) FROM (\(shared)) AS s")
    try execute(removing(isKept: sharedCount > 0))
    try execute(index)
    if sharedCount > 0 { logShared(Int(sharedCount), in: store) }
  }

  /// The expressions that stand for the columns where the table cannot be changed, each with its name; `t` is the row.
  var substitutes: [(name: String, value: String)] {
    func last(_ value: String) -> String {
      "(SELECT \(value) FROM main.\(join.table.quotedIdentifier) AS j "
        + "JOIN main.\(ownerTable.quotedIdentifier) AS o ON o.\("Z_PK".quotedIdentifier) = "
        + "j.\(join.ownerColumn.quotedIdentifier) "
        + "WHERE j.\(join.destinationColumn.quotedIdentifier) = t.\("Z_PK".quotedIdentifier) "
        + "ORDER BY o.\("Z_PK".quotedIdentifier) DESC LIMIT 1)"
    }
    var values = [(name: column.name, value: last("o.\("Z_PK".quotedIdentifier)"))]
    if let name = column.entityName { values.append((name, last("o.\("Z_ENT".quotedIdentifier)"))) }
    if let name = column.orderName {
      values.append((name, last(join.orderColumn.map { "j.\($0.quotedIdentifier)" } ?? "NULL")))
    }
    return values
  }

  /// Says that destinations had several owners, which a column cannot hold.
  private func logShared(_ count: Int, in store: String) {
    NSLog(
      "%@",
      "CoreData: \(count) objects of \(table) in \(store) had several owners by \(join.table). A relationship without an "
        + "inverse gives an object one owner at most: the last one has it. All pairs are kept in \(keptName).")
  }
}
