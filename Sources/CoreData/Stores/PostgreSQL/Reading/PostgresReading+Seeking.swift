#if PostgreSQL
  extension PostgresReading {
    /// A way into an order, if one of the model's indexes gives its rows in turn.
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
      let key = TableJoins.rootKey
      let expressions = columns.enumerated().map { place, column in
        ("\(TableJoins.root).\(column.name.quotedIdentifier)", "$\(place + 1)::\(column.type)")
      }
      var terms = expressions[...]
      let isInGroup = order.group.map { _ in
        let group = terms.removeFirst()
        return "\(group.0) = \(group.1) AND "
      }
      let list = (terms.map(\.0) + [key]).joined(separator: ", ")
      let places = (terms.map(\.1) + ["$\(columns.count + 1)::int8"]).joined(separator: ", ")
      let turn = (terms.map { "\($0.0) ASC NULLS FIRST" } + [key]).joined(separator: ", ")
      return RowSeek(
        sql: "SELECT \(key) FROM \(stored.table.quotedIdentifier) AS \(TableJoins.root) "
          + "WHERE \(isInGroup ?? "")(\(list)) > (\(places)) ORDER BY \(turn) LIMIT \(RowSeek.rowLimit)")
    }

    /// The type of what a column is compared with where its values are in the same order here and there.
    private func seekableType(_ slot: Int, of entity: Int) -> String? {
      switch schema.postgresType(slot, of: entity) {
      case .int2, .int4, .int8: "int8"
      case .float8: "float8"
      case .text: "text"
      case .boolean, .numeric, .bytea, .uuid, nil: nil
      }
    }

    /// Looks for the first row that will do behind each of several places: all are asked for together.
    func firstRows(
      _ seek: RowSeek, after places: [RowSeek.Place], where accepts: (_ place: Int, _ primaryKey: Int64) -> Bool
    ) throws -> [RowSeek.Answer] {
      // A value that no column holds, as of an object that is not saved, is sought elsewhere.
      let commands = places.map { place in
        (try? Self.parameters(place.values + [.int(place.primaryKey)])).map { PostgresCommand(seek.sql, $0) }
      }
      var results = try connection.run(commands.compactMap { $0 })[...]
      return commands.enumerated().map { index, command in
        guard command != nil, let rows = results.popFirst() else { return .unknown }
        for row in 0..<rows.count where accepts(index, rows.integer(row, 0)) { return .row(rows.integer(row, 0)) }
        return rows.count < RowSeek.rowLimit ? .end : .unknown
      }
    }
  }
#endif
