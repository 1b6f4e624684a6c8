import CoreData

extension PostgresReading {
  /// A seek into an order, if one of the model's indexes has the rows in that order; otherwise nil.
  func seek(_ order: RowSeek.Order) throws -> RowSeek? {
    let isInByteOrder = order.terms.allSatisfy { $0.ascending && $0.collation == .binary && $0.path.hops.isEmpty }
    guard isInByteOrder, !order.terms.isEmpty, order.group?.hops.isEmpty != false else { return nil }
    let paths = [order.group].compactMap { $0 } + order.terms.map(\.path)
    let stored = try schema.stored(order.entity.index)
    var columns: [(name: String, type: String)] = []
    for path in paths {
      guard let column = stored.columns[path.last], let type = seekableType(path.last, of: order.entity.index) else {
        return nil
      }
      columns.append((column.name, type))
    }
    let names = columns.map(\.name)
    let isIndexed = plans.indexes[stored.table]?.contains { index in
      index.map(\.name) == names && index.allSatisfy { $0.isAscending != false }
    }
    guard isIndexed == true else { return nil }
    func sql(_ value: (Int) -> String, behind key: String) -> String {
      let expressions = columns.enumerated().map { ("\(TableJoins.root).\($1.name.quotedIdentifier)", value($0)) }
      var terms = expressions[...]
      let isInGroup = order.group.map { _ in
        let group = terms.removeFirst()
        return "\(group.0) = \(group.1) AND "
      }
      let list = (terms.map(\.0) + [TableJoins.rootKey]).joined(separator: ", ")
      let places = (terms.map(\.1) + [key]).joined(separator: ", ")
      let turn = (terms.map { "\($0.0) ASC NULLS FIRST" } + [TableJoins.rootKey]).joined(separator: ", ")
      return "SELECT \(TableJoins.rootKey) FROM \(stored.table.quotedIdentifier) AS \(TableJoins.root) "
        + "WHERE \(isInGroup ?? "")(\(list)) > (\(places)) ORDER BY \(turn) LIMIT \(RowSeek.rowLimit)"
    }
    let behind = sql({ "r.\(columns[$0].name.quotedIdentifier)::\(columns[$0].type)" }, behind: #"r."Z_PK""#)
    return RowSeek(
      sql: sql({ "$\($0 + 1)::\(columns[$0].type)" }, behind: "$\(columns.count + 1)::int8"),
      behindRow: .init(
        root: model.entities[order.entity.index].root, slots: paths.map(\.last),
        sql: "SELECT s.* FROM \(stored.table.quotedIdentifier) AS r CROSS JOIN LATERAL (\(behind)) AS s "
          + #"WHERE r."Z_PK" = $1::int8"#))
  }

  /// The parameter type for comparing a column, if memory and server sort its values alike; otherwise nil.
  private func seekableType(_ slot: Int, of entity: Int) -> String? {
    switch schema.postgresType(slot, of: entity) {
    case .int2, .int4, .int8: "int8"
    case .float8: "float8"
    case .text: "text"
    case .boolean, .numeric, .bytea, .uuid, nil: nil
    }
  }

  /// Finds the first accepted row after each of several places, with all queries in one round trip.
  func firstRows(
    _ seek: RowSeek, after places: [RowSeek.Place], where accepts: (_ place: Int, _ primaryKey: Int64) -> Bool
  ) throws -> [RowSeek.Answer] {
    plans.note(seek)
    let known = places.map { readAhead.keys(seek, behind: $0) }
    // A value that no column can store, such as a reference to an unsaved object, has no command; its answer is
    // unknown.
    let commands = zip(places, known).map { place, known in
      known != nil
        ? nil : (try? Self.parameters(place.values + [.int(place.primaryKey)])).map { PostgresCommand(seek.sql, $0) }
    }
    let asked = commands.compactMap { $0 }
    var results = (asked.isEmpty ? [] : try connection.run(asked))[...]
    return commands.indices.map { index in
      let rows = commands[index] == nil ? nil : results.popFirst()
      guard let keys = known[index] ?? rows.map({ rows in (0..<rows.count).map { rows.integer($0, 0) } }) else {
        return .unknown
      }
      if let first = keys.first(where: { accepts(index, $0) }) { return .row(first) }
      return keys.count < RowSeek.rowLimit ? .end : .unknown
    }
  }
}
