import CoreData

extension PostgresReading {
  /// The groups of a fetch, in any order; nil if SQL would compute them differently than memory does.
  func groups(_ query: GroupQuery) throws -> [RowGroup]? {
    do {
      return try groupsInSQL(query)
    } catch is TableJoins.Full {
      return nil
    } catch is PredicateSQL.Inexpressible {
      return nil
    }
  }

  private func groupsInSQL(_ query: GroupQuery) throws -> [RowGroup]? {
    let paths = query.keys + query.aggregates.compactMap(\.path)
    guard paths.allSatisfy({ !$0.slot(in: model).isTransient }),
      query.aggregates.allSatisfy({ $0.element == nil || $0.path != nil })
    else { return nil }
    let sql = try FetchSQL(query.rows, selecting: paths, isOrdered: false, in: schema)
    guard sql.residue == nil else { return nil }
    var selected = SelectedExpressions()
    var columns = sql.columns[...]
    let keys = try query.keys.map { _ in
      let column = columns.removeFirst()
      guard storage(of: column) != nil else { throw PredicateSQL.Inexpressible() }
      return PostgresPathReader(column, selected: &selected, in: schema)
    }
    let names = sql.columns.prefix(keys.count).map(\.expression)
    let aggregates = try query.aggregates.map { aggregate in
      try PostgresGroupColumn(aggregate, aggregate.path.map { _ in columns.removeFirst() }, self, &selected)
    }
    guard !selected.expressions.isEmpty else { return nil }
    let grouping = names.isEmpty ? "" : " GROUP BY \(names.joined(separator: ", "))"
    let rows = try self.query(
      "SELECT \(selected.expressions.joined(separator: ", ")) \(sql.text)\(grouping)", sql.bindings)
    return try (0..<rows.count).map { place in
      RowGroup(
        keys: try keys.map { try $0.value(rows, place, schema) },
        aggregates: try aggregates.map { try $0.value(rows, place, schema) })
    }
  }

  fileprivate func storage(of column: TableJoins.PathColumn) -> PostgresStorage? {
    // The entity number of a reference may differ within a group.
    guard column.entityNumber == nil else { return nil }
    switch schema.model.entities[column.entity].slots[column.slot].kind {
    case .attribute(let type): return PostgresStorage(type).flatMap { $0 == .data || $0 == .decimal ? nil : $0 }
    case .toOne: return .reference
    case .toMany: return nil
    }
  }
}

/// An aggregate function over the rows of a group.
private struct PostgresGroupColumn {
  private let place: Int
  private let kind: Kind

  private enum Kind {
    case whole
    case real
    case value(PostgresPathReader)
  }

  /// - Throws: `Inexpressible` if the server's result would differ from that of `Accumulator`.
  init(
    _ aggregate: GroupQuery.Aggregate, _ column: TableJoins.PathColumn?, _ reading: PostgresReading,
    _ selected: inout SelectedExpressions
  ) throws {
    guard let column else {
      guard aggregate.function == .count, !aggregate.isDistinct else { throw PredicateSQL.Inexpressible() }
      (place, kind) = (selected.place(of: "count(*)"), .whole)
      return
    }
    let storage = reading.storage(of: column)
    let argument = (aggregate.isDistinct ? "DISTINCT " : "") + column.expression
    switch aggregate.function {
    case .count where storage != nil: (place, kind) = (selected.place(of: "count(\(argument))"), .whole)
    // Only for small integers, because the sum of floating-point numbers depends on their order.
    case .sum where storage == .small:
      (place, kind) = (selected.place(of: "coalesce(sum(\(argument)), 0)::int8"), .whole)
    case .average where storage == .small:
      (place, kind) = (selected.place(of: "(sum(\(argument))::float8 / nullif(count(\(argument)), 0))"), .real)
    case .minimum where storage?.hasExtremes == true && storage != .boolean,
      .maximum where storage?.hasExtremes == true && storage != .boolean:
      let function = aggregate.function == .minimum ? "min" : "max"
      let extreme = TableJoins.PathColumn(
        expression: "\(function)(\(column.expression))", entityNumber: nil, entity: column.entity, slot: column.slot)
      let reader = PostgresPathReader(extreme, selected: &selected, in: reading.schema)
      (place, kind) = (reader.column, .value(reader))
    default: throw PredicateSQL.Inexpressible()
    }
  }

  func value(_ rows: PostgresRows, _ row: Int, _ schema: StoreSchema) throws -> Value {
    if rows.isNull(row, place) { return .null }
    switch kind {
    case .whole: return .int(rows.integer(row, place))
    case .real: return .double(rows.real(row, place))
    case .value(let reader): return try reader.value(rows, row, schema)
    }
  }
}
