import CoreData
import Foundation

extension PostgresReading {
  /// The matching rows, in order and with their values.
  func rows(matching query: RowQuery) throws -> [Row] {
    do {
      let sql = try FetchSQL(query, in: schema)
      guard sql.residue == nil else { return try rows(for: Array(keysInMemory(query))).compactMap { $0 } }
      let entities = query.includesSubentities ? query.entity.subtree : query.entity.index..<query.entity.index + 1
      let reader = try plans.rows(of: entities)
      let rows = try run(sql, columns: reader.columns, query)
      return try (0..<rows.count).map { try reader.row(rows, $0) }
    } catch is TableJoins.Full {
      return try rows(for: Array(keysInMemory(query))).compactMap { $0 }
    }
  }

  func count(matching query: RowQuery) throws -> Int {
    do {
      let sql = try FetchSQL(query, isOrdered: false, in: schema)
      if sql.residue == nil, query.limit == 0, query.offset == 0 {
        return Int(try self.query("SELECT count(*) \(sql.text)", sql.bindings).integer(0, 0))
      }
    } catch is TableJoins.Full {}
    return try keys(matching: query, groupedBy: nil).keys.count
  }

  /// The keys of the matching rows, in order, with the runs of equal group values.
  func keys(matching query: RowQuery, groupedBy group: CompiledPath?) throws -> KeyList {
    do {
      let sql = try FetchSQL(query, selecting: group.map { [$0] } ?? [], in: schema)
      if sql.residue == nil { return try keys(sql, query) }
    } catch is TableJoins.Full {}
    let keys = try keysInMemory(query)
    guard let group else { return KeyList(keys: keys) }
    let cache = PostgresCache(self)
    try cache.prepare(Array(keys), for: nil, [group])
    var list = KeyList(keys: keys)
    for key in keys { list.add(try group.value(from: key, in: cache)) }
    return list
  }

  private func keys(_ sql: FetchSQL, _ query: RowQuery) throws -> KeyList {
    var selected = SelectedExpressions(keyColumns(query))
    let hasEntity = selected.expressions.count > 1
    let group = sql.columns.first.map { PostgresPathReader($0, selected: &selected, in: schema) }
    let rows = try run(sql, columns: selected.expressions, query)
    var list = KeyList()
    list.keys.reserveCapacity(rows.count)
    var runs = PostgresGroupRuns(group)
    for place in 0..<rows.count {
      let entity = hasEntity ? try entity(rows, place, column: 1, within: query.entity) : query.entity.index
      list.keys.append(RowKey(entity: entity, primaryKey: rows.integer(place, 0)))
      try runs.add(rows, place, schema)
    }
    list.groups = runs.groups
    return list
  }

  private func run(_ sql: FetchSQL, columns: [String], _ query: RowQuery) throws -> PostgresRows {
    var text = "SELECT \(columns.joined(separator: ", ")) \(sql.text)"
    var bindings = sql.bindings
    if query.limit > 0 {
      bindings.append(.int(Int64(query.limit)))
      text += " LIMIT $\(bindings.count)::int8"
    }
    if query.offset > 0 {
      bindings.append(.int(Int64(query.offset)))
      text += " OFFSET $\(bindings.count)::int8"
    }
    return try self.query(text, bindings)
  }

  /// The keys of the matching rows, in order, if SQL cannot express all of the predicate or the order. The part that it
  /// can express narrows the rows. These are read and evaluated together, some thousands at a time.
  func keysInMemory(_ query: RowQuery) throws -> ContiguousArray<RowKey> {
    let narrowed = try narrowedKeys(query)
    let cache = PostgresCache(self)
    var keys = narrowed.keys
    if let residue = narrowed.residue {
      var kept: [RowKey] = []
      var rest = keys[...]
      let isInOrder = narrowed.isOrdered
      // Offset or limit may be the greatest integer.
      let (end, isBeyond) = query.offset.addingReportingOverflow(query.limit)
      let wanted = isInOrder && query.limit > 0 && !isBeyond ? end : Int.max
      while !rest.isEmpty, kept.count < wanted {
        let chunk = Array(rest.prefix(Self.evaluatedChunk))
        try cache.prepare(chunk, for: residue, [])
        let answers = NestedAnswers()
        kept += try chunk.filter { try residue.matches($0, in: cache, remembering: answers) }
        cache.forget()
        rest = rest.dropFirst(chunk.count)
      }
      keys = kept
    }
    if !narrowed.isOrdered {
      try cache.prepare(keys, for: nil, query.order.paths)
      keys = try query.order.sorted(keys, in: cache)
    }
    let window = keys.dropFirst(query.offset)
    return ContiguousArray(query.limit > 0 ? window.prefix(query.limit) : window)
  }

  private static let evaluatedChunk = 2000

  /// The keys of rows that may match, in order if SQL can express it, and the rest of the predicate, to be evaluated in
  /// memory.
  private func narrowedKeys(
    _ query: RowQuery
  ) throws -> (keys: [RowKey], residue: CompiledPredicate?, isOrdered: Bool) {
    var plain = query
    (plain.limit, plain.offset) = (0, 0)
    do {
      let sql = try FetchSQL(plain, in: schema)
      return (Array(try keys(sql, plain).keys), sql.residue, true)
    } catch is TableJoins.Full {}
    plain.order = .byIdentity
    do {
      let sql = try FetchSQL(plain, in: schema)
      return (Array(try keys(sql, plain).keys), sql.residue, false)
    } catch is TableJoins.Full {}
    plain.predicate = nil
    return (Array(try keys(try FetchSQL(plain, in: schema), plain).keys), query.predicate, false)
  }

  /// The primary key column, and the entity column if the rows may have several entities.
  private func keyColumns(_ query: RowQuery) -> [String] {
    let isOfOne = !query.includesSubentities || query.entity.subtree.count == 1
    return isOfOne ? [TableJoins.rootKey] : [TableJoins.rootKey, TableJoins.entity(of: TableJoins.root)]
  }
}

extension KeyList {
  /// Adds the group value of the next key.
  fileprivate mutating func add(_ value: Value) {
    if let last = groups.last, EqualityKey(last.value) == EqualityKey(value) {
      groups.extend()
    } else {
      groups.begin(value)
    }
  }
}

/// Groups adjacent rows with the same value in a column into runs. It compares the bytes that the server sent with
/// those of the previous row, so that a value is decoded only once for each run.
struct PostgresGroupRuns {
  private(set) var groups = KeyGroups()
  private let reader: PostgresPathReader?
  private var last: (row: Int, isNull: Bool)?

  /// - Parameter reader: reads the group's value; nil if the rows are not grouped.
  init(_ reader: PostgresPathReader?) { self.reader = reader }

  mutating func add(_ rows: PostgresRows, _ place: Int, _ schema: StoreSchema) throws {
    guard let reader else { return }
    let isNull = rows.isNull(place, reader.column)
    defer { last = (place, isNull) }
    if let last, last.isNull == isNull,
      isNull || KeyGroups.areEqual(rows.bytes(last.row, reader.column), rows.bytes(place, reader.column))
    {
      groups.extend()
      return
    }
    let value = try reader.value(rows, place, schema)
    if isSameNumber(value) { groups.extend() } else { groups.begin(value) }
  }

  /// A number may have several binary forms: 0 and -0, 1.5 and 1.50.
  private func isSameNumber(_ value: Value) -> Bool {
    guard value.valueClass == .number, let last = groups.last else { return false }
    return EqualityKey(last.value) == EqualityKey(value)
  }
}
