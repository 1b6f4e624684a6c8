extension StoreReading {
  /// Prepares seeking in an order; nil if no index of the file contains the rows in this order.
  ///
  /// SQLite's query plan decides. Seeking takes O(log rows) only if an index is searched by the group and the values,
  /// and if no rows have to be sorted.
  func seek(_ order: RowSeek.Order) throws -> RowSeek? {
    let isInByteOrder = order.terms.allSatisfy { $0.ascending && $0.collation == .binary && $0.path.hops.isEmpty }
    guard isInByteOrder, !order.terms.isEmpty, order.group?.hops.isEmpty != false else { return nil }
    var joins = try TableJoins(of: order.entity, in: schema)
    func column(_ path: CompiledPath) throws -> String? {
      let place = try joins.column(at: path)
      return schema.isComparable(place.slot, of: place.entity) ? place.expression : nil
    }
    let key = "\(TableJoins.root).Z_PK"
    let columns = try order.terms.compactMap { try column($0.path) } + [key]
    let group = try order.group.map { try column($0) }
    guard columns.count == order.terms.count + 1, group != .some(nil) else { return nil }
    let list = columns.joined(separator: ", ")
    let parameters = columns.map { _ in "?" }.joined(separator: ", ")
    let isInGroup = group?.map { "\($0) = ? AND " } ?? ""
    let sql = """
      SELECT \(key) \(joins.fromClause) WHERE \(isInGroup)(\(list)) > (\(parameters)) \
      ORDER BY \(list)
      """
    return try isAnsweredByIndex(sql, hasGroup: group != nil) ? RowSeek(sql: sql) : nil
  }

  private func isAnsweredByIndex(_ sql: String, hasGroup: Bool) throws -> Bool {
    var steps: [String] = []
    try connection.withStatement("EXPLAIN QUERY PLAN " + sql) { statement in
      while try statement.step() { steps.append(statement.text(at: 3)) }
    }
    guard let step = steps.first, steps.count == 1 else { return false }
    return step.hasPrefix("SEARCH") && step.contains(" INDEX ") && step.contains(">")
      && (!hasGroup || step.contains("=?"))
  }

  /// Finds, after each of several places, the first row that is accepted, with one statement. It is fastest if the
  /// places are near each other in the order.
  ///
  /// - Complexity: O(log rows) for each place, and O(1) for each row that is not accepted.
  func firstRows(
    _ seek: RowSeek, after places: [RowSeek.Place], where accepts: (_ place: Int, _ primaryKey: Int64) -> Bool
  ) throws -> [RowSeek.Answer] {
    try connection.withStatement(seek.sql) { statement in
      var answers: [RowSeek.Answer] = []
      answers.reserveCapacity(places.count)
      for (index, place) in places.enumerated() {
        if index > 0 { statement.rewind() }
        answers.append(try firstRow(statement, after: place) { accepts(index, $0) })
      }
      return answers
    }
  }

  private func firstRow(
    _ statement: Statement, after place: RowSeek.Place, where accepts: (Int64) -> Bool
  ) throws -> RowSeek.Answer {
    try statement.bind(place.values)
    try statement.bind(place.primaryKey, at: Int32(place.values.count + 1))
    for _ in 0..<RowSeek.rowLimit {
      guard try statement.step() else { return .end }
      let primaryKey = statement.integer(at: 0)
      if accepts(primaryKey) { return .row(primaryKey) }
    }
    return .unknown
  }
}
