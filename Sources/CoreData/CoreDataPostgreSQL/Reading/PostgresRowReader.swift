import CoreData
import Foundation

/// Makes rows of one entity, or of it and its subentities, from the columns of a result.
final class PostgresRowReader: Sendable {
  /// The SQL of the columns, in the order in which the reader expects them.
  let columns: [String]
  /// The statement for the rows with some primary keys.
  let byKeys: PostgresKeyStatement
  private let plans: [Plan]
  private let schema: StoreSchema

  /// The column readers for rows of one entity.
  private struct Plan: Sendable {
    let number: Int64
    let layout: EntityLayout
    let readers: ContiguousArray<PostgresColumnReader>
  }

  /// - Parameter entities: the entities that the result's rows may have, all of one table.
  init(entities: [Int], in schema: StoreSchema) throws {
    self.schema = schema
    let alias = TableJoins.root
    var selected = SelectedExpressions([TableJoins.rootKey, TableJoins.entity(of: alias), "\(alias).\"Z_OPT\""])
    plans = try entities.map { index in
      let stored = try schema.stored(index)
      var readers: ContiguousArray<PostgresColumnReader> = []
      for slot in stored.layout.slots.indices {
        guard let column = stored.columns[slot] else { continue }
        let number = try schema.entityNumberExpression(slot: slot, of: index, alias: alias)
        let place = selected.place(of: "\(alias).\(column.name.quotedIdentifier)")
        let reader = PostgresColumnReader(
          slot, of: stored.layout, column: place, entityColumn: number.map { selected.place(of: $0) })
        if let reader { readers.append(reader) }
      }
      return Plan(number: stored.number, layout: stored.layout, readers: readers)
    }
    columns = selected.expressions
    let table = try entities.first.map { try schema.stored($0).table } ?? ""
    let select = "SELECT \(columns.joined(separator: ", ")) FROM \(table.quotedIdentifier) AS \(alias)"
    byKeys = PostgresKeyStatement(TableJoins.rootKey, isUnique: true) { "\(select) WHERE \($0)" }
  }

  /// The row of a result at a place.
  func row(_ rows: PostgresRows, _ place: Int) throws -> Row {
    let primaryKey = rows.integer(place, 0)
    let plan = try plan(rows, place)
    let key = RowKey(entity: plan.layout.index, primaryKey: primaryKey)
    return try Row(key: key, version: rows.integer(place, 2), count: plan.layout.slots.count) { values in
      // A transient property of a stored object has its default value at first.
      for slot in plan.layout.transientSlots { values[slot] = plan.layout.slots[slot].defaultValue }
      for reader in plan.readers { values[reader.slot] = try reader.value(rows, place, schema) }
    }
  }

  private func plan(_ rows: PostgresRows, _ place: Int) throws -> Plan {
    let number = rows.integer(place, 1)
    for plan in plans where plan.number == number { return plan }
    throw StoredEntityNumbers.unknown(
      number, beside: plans.first?.layout.name ?? "", primaryKey: rows.integer(place, 0))
  }
}

/// The expressions of a `SELECT`, without duplicates.
struct SelectedExpressions {
  private(set) var expressions: [String] = []
  private var places: [String: Int] = [:]

  init(_ expressions: [String] = []) { for expression in expressions { _ = place(of: expression) } }

  mutating func place(of expression: String) -> Int {
    if let known = places[expression] { return known }
    places[expression] = expressions.count
    expressions.append(expression)
    return expressions.count - 1
  }
}

/// Reads the value at the end of one key path.
struct PostgresPathReader: Sendable {
  let column: Int
  private let reader: PostgresColumnReader?

  init(_ place: TableJoins.PathColumn, selected: inout SelectedExpressions, in schema: StoreSchema) {
    column = selected.place(of: place.expression)
    reader = PostgresColumnReader(
      place.slot, of: schema.model.entities[place.entity], column: column,
      entityColumn: place.entityNumber.map { selected.place(of: $0) })
  }

  func value(_ rows: PostgresRows, _ row: Int, _ schema: StoreSchema) throws -> Value {
    try reader?.value(rows, row, schema) ?? .null
  }
}
