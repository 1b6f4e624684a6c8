import Foundation

/// The join table in which earlier versions of this package kept a to-many relationship without an inverse. Apple's
/// stores have a column in the destinations' table instead (see `ImpliedInverse`), which this store does not have yet.
package struct FormerJoin: Sendable {
  /// The table of the destinations, and the numbers of the destination entity and its subentities.
  package let table: String
  let numbers: [Int64]
  /// The columns to add to the destinations' table.
  package let column: StoredColumn
  /// The table of the owners.
  let ownerTable: String
  let join: JoinSide
  /// The declaring entity and the slot of the relationship.
  let relationship: JoinPlan.End

  /// The names of the columns to add.
  var columnNames: [String] { [column.name, column.entityName, column.orderName].compactMap { $0 } }

  /// The new name of the join table if it has to be kept, because some destinations had several owners.
  var keptName: String { "Z_FORMER\(join.table.dropFirst())" }

  /// Finds the join tables in a file whose relationships now have a column instead.
  ///
  /// - Parameter tableNames: the table of each root entity, by the entity's index.
  /// - Throws: a `SchemaProblem` if such a table lacks a column.
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

  /// A query of the pairs of existing objects: `a` is the owner's key, `b` the destination's key, and `p` its order
  /// key.
  private var pairs: String {
    let place = join.orderColumn.map { "j.\($0.quotedIdentifier)" } ?? "CAST(NULL AS BIGINT)"
    return "SELECT o.\("Z_PK".quotedIdentifier) AS a, d.\("Z_PK".quotedIdentifier) AS b, \(place) AS p "
      + "FROM \(join.table.quotedIdentifier) AS j "
      + "JOIN \(ownerTable.quotedIdentifier) AS o ON o.\("Z_PK".quotedIdentifier) = j.\(join.ownerColumn.quotedIdentifier) "
      + "JOIN \(table.quotedIdentifier) AS d "
      + "ON d.\("Z_PK".quotedIdentifier) = j.\(join.destinationColumn.quotedIdentifier)"
  }

  /// A query that returns each destination that had several owners.
  private var shared: String { "SELECT b FROM (\(pairs)) AS l GROUP BY b HAVING count(*) > 1" }

  /// The statements that add the columns and fill them. If a destination had several owners, the one with the highest
  /// key is kept.
  ///
  /// - Parameter type: the database's name for an integer type.
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

  /// The statement that drops the join table or renames it.
  private func removing(isKept: Bool) -> String {
    isKept
      ? "ALTER TABLE \(join.table.quotedIdentifier) RENAME TO \(keptName.quotedIdentifier)"
      : "DROP TABLE \(join.table.quotedIdentifier)"
  }

  /// Moves the pairs from the join table to the columns. The caller has opened a transaction.
  ///
  /// A destination that had several owners keeps the one with the highest key. The join table is then renamed instead
  /// of dropped, so that no pair is lost.
  ///
  /// - Parameters:
  ///   - type: the database's name for an integer type.
  ///   - index: the statement that creates the column's index.
  ///   - store: the store's name, for the log.
  ///   - count: runs a query that returns one number.
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

  /// The expressions that replace the missing columns if the table cannot be changed, with the columns' names. In them,
  /// `t` is the destination's row.
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

  /// Logs that some destinations had several owners, of which a column holds only one.
  private func logShared(_ count: Int, in store: String) {
    NSLog(
      "%@",
      "CoreData: \(count) objects of \(table) in \(store) had several owners by \(join.table). A relationship without an "
        + "inverse gives an object one owner at most: the last one has it. All pairs are kept in \(keptName).")
  }
}
