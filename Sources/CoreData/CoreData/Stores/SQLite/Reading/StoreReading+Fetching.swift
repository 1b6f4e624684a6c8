import Foundation

extension StoreReading {
  /// The rows that match a query, in its order, with their values.
  func rows(matching query: RowQuery) throws -> [Row] {
    try saying {
      try rowsInSQL(query)
    } orElse: {
      try rows(for: Array(keysInMemory(query))).compactMap { $0 }
    }
  }

  private func rowsInSQL(_ query: RowQuery) throws -> [Row] {
    let sql = try FetchSQL(query, in: schema)
    let reader = try plans.rowReader(query.entity.index, includesSubentities: query.includesSubentities)
    var rows: [Row] = []
    try forEach(sql, columns: reader.columns, query: query) { statement in
      rows.append(try reader.row(statement))
    }
    try requireOnce(rows.lazy.map(\.key.primaryKey), of: query)
    return rows
  }

  /// - Throws: 259, naming table and key, if two rows have the same key.
  private func requireOnce(_ keys: some RandomAccessCollection<Int64>, of query: RowQuery) throws {
    guard let repeated = RepeatedKey.find(in: keys) else { return }
    throw ReadingError.repeatedKey(repeated, table: try schema.stored(query.entity.index).table)
  }

  func count(matching query: RowQuery) throws -> Int {
    try saying {
      try countInSQL(query)
    } orElse: {
      try keysInMemory(query).count
    }
  }

  private func countInSQL(_ query: RowQuery) throws -> Int {
    let sql = try FetchSQL(query, isOrdered: false, in: schema)
    if sql.residue == nil, query.limit == 0, query.offset == 0 {
      return try connection.withStatement("SELECT count(*) \(sql.text)") { statement in
        try statement.bind(sql.bindings)
        return try statement.step() ? Int(statement.integer(at: 0)) : 0
      }
    }
    var count = 0
    try forEach(sql, columns: keyColumns(query), query: query) { _ in count += 1 }
    return count
  }

  /// The keys of the matching rows in order and, for a grouped query, their groups.
  func keys(matching query: RowQuery, groupedBy group: CompiledPath?) throws -> KeyList {
    try saying {
      try keysInSQL(query, groupedBy: group)
    } orElse: {
      let keys = try keysInMemory(query)
      return KeyList(keys: keys, groups: try group.map { try groups(of: keys, by: $0) } ?? KeyGroups())
    }
  }

  func keysInSQL(_ query: RowQuery, groupedBy group: CompiledPath?) throws -> KeyList {
    let sql = try FetchSQL(query, selecting: group.map { [$0] } ?? [], in: schema)
    var selected = SelectedColumns(keyColumns(query))
    let hasEntity = selected.expressions.count > 1
    let reader = sql.columns.first.map { PathReader($0, selected: &selected, context: context) }
    let table = try schema.stored(query.entity.index).table
    var list = KeyList()
    var runs = GroupRuns(reader)
    var entities = EntityNumbers(query.entity, context: context)
    try forEach(sql, columns: selected.expressions, query: query) { statement in
      let primaryKey = try statement.primaryKey(at: 0, of: table)
      let entity = hasEntity ? try entities.entity(statement, column: 1, primaryKey: primaryKey) : query.entity.index
      list.keys.append(RowKey(entity: entity, primaryKey: primaryKey))
      try runs.add(statement, primaryKey: primaryKey)
    }
    list.groups = runs.groups
    try requireOnce(list.keys.lazy.map(\.primaryKey), of: query)
    return list
  }

  /// Iterates over the rows of a fetch. It evaluates the residue of the predicate in memory, and then applies offset
  /// and limit.
  func forEach(
    _ sql: FetchSQL, columns: [String], query: RowQuery, _ body: (Statement) throws -> Void
  ) throws {
    var text = "SELECT \(columns.joined(separator: ", ")) \(sql.text)"
    guard let residue = sql.residue else {
      let hasWindow = query.limit > 0 || query.offset > 0
      if hasWindow { text += " LIMIT ? OFFSET ?" }
      return try connection.withStatement(text) { statement in
        try statement.bind(sql.bindings)
        if hasWindow {
          try statement.bind(Int64(query.limit > 0 ? query.limit : -1), at: Int32(sql.bindings.count + 1))
          try statement.bind(Int64(max(0, query.offset)), at: Int32(sql.bindings.count + 2))
        }
        while try statement.step() { try body(statement) }
      }
    }
    // The residue reads further properties of the row, so it needs the row's entity.
    var selected = SelectedColumns(columns)
    let entityColumn = selected.place(of: "\(TableJoins.root).Z_ENT")
    text = "SELECT \(selected.expressions.joined(separator: ", ")) \(sql.text)"
    var entities = EntityNumbers(query.entity, context: context)
    let answers = NestedAnswers()
    let table = try schema.stored(query.entity.index).table
    var skipped = 0
    var taken = 0
    try connection.withStatement(text) { statement in
      try statement.bind(sql.bindings)
      while query.limit == 0 || taken < query.limit, try statement.step() {
        let primaryKey = try statement.primaryKey(at: 0, of: table)
        let entity = try entities.entity(statement, column: entityColumn, primaryKey: primaryKey)
        let key = RowKey(entity: entity, primaryKey: primaryKey)
        guard try residue.matches(key, in: self, remembering: answers) else { continue }
        if skipped < query.offset {
          skipped += 1
          continue
        }
        taken += 1
        try body(statement)
      }
    }
  }

  /// The columns of the primary key and, if rows may have several entities, of the entity number. Without the entity
  /// number, an index alone can answer the fetch.
  private func keyColumns(_ query: RowQuery) -> [String] {
    let alias = TableJoins.root
    let isOfOne = !query.includesSubentities || query.entity.subtree.count == 1
    return isOfOne ? ["\(alias).Z_PK"] : ["\(alias).Z_PK", "\(alias).Z_ENT"]
  }
}

/// Maps entity numbers to entities, and caches the last one, because adjacent rows usually have the same entity.
struct EntityNumbers {
  private let entity: EntityLayout
  private let context: ReadingContext
  private var lastNumber: Int64?
  private var lastEntity = 0

  init(_ entity: EntityLayout, context: ReadingContext) {
    self.entity = entity
    self.context = context
  }

  mutating func entity(_ statement: Statement, column: Int32, primaryKey: Int64) throws -> Int {
    let number = statement.integer(at: column)
    if number == lastNumber { return lastEntity }
    // A number of another entity hierarchy is an error. With its entity, the key would identify a row of another table.
    guard let found = context.schema.entityIndices[number], entity.subtree.contains(found) else {
      throw StoredEntityNumbers.unknown(number, beside: entity.name, primaryKey: primaryKey)
    }
    (lastNumber, lastEntity) = (number, found)
    return found
  }
}
