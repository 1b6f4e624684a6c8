import Foundation

extension StoreReading {
  func row(for key: RowKey) throws -> Row? {
    let plan = try plans.row(Int(key.entity))
    return try connection.withStatement(plan.sqlByKey) { statement in
      try statement.bind(key.primaryKey, at: 1)
      return try statement.step() ? try plan.reader.row(statement) : nil
    }
  }

  /// The rows with the given keys, in the order of the keys; nil for a row that does not exist.
  func rows(for keys: [RowKey]) throws -> [Row?] {
    if let only = keys.first, keys.count == 1 { return [try row(for: only)] }
    var rows = [Row?](repeating: nil, count: keys.count)
    for places in byTable(keys) {
      let plan = try plans.row(Int(keys[places[0]].entity))
      var places = places
      // Sort many keys, so that neighbouring rows of the file are read together.
      if places.count > Self.largestChunk { places.sort { keys[$0].primaryKey < keys[$1].primaryKey } }
      var rest = places[...]
      while !rest.isEmpty {
        let size = Self.chunkSize(for: rest.count)
        try read(rest.prefix(size), of: keys, plan.selection(ofKeys: size), plan.reader, into: &rows)
        rest = rest.dropFirst(size)
      }
    }
    return rows
  }

  /// Reads the rows whose keys have the given indices.
  ///
  /// The statement joins a list of the keys with the table. SQLite returns the rows in the list's order, but SQL does
  /// not guarantee it, so each row's index is searched from the previous one on. `IN` would make SQLite sort the keys
  /// into a temporary table, which takes a quarter of the whole read.
  private func read(
    _ places: ArraySlice<Int>, of keys: [RowKey], _ sql: String, _ reader: RowReader, into rows: inout [Row?]
  ) throws {
    try connection.withStatement(sql) { statement in
      // Unused parameters stay NULL, which equals no key.
      for (offset, place) in places.enumerated() { try statement.bind(keys[place].primaryKey, at: Int32(offset + 1)) }
      var next = places.startIndex
      while try statement.step() {
        let row = try reader.row(statement)
        let key = row.key.primaryKey
        guard
          let found = places[next...].firstIndex(where: { keys[$0].primaryKey == key })
            ?? places[..<next].firstIndex(where: { keys[$0].primaryKey == key })
        else { continue }
        rows[places[found]] = row
        next = found + 1
      }
    }
  }

  /// The values at the paths for a key; nil if its row does not exist.
  func values(at paths: [CompiledPath], for key: RowKey) throws -> [Value]? {
    // A column of the row itself needs no fallback, because the fallback reads it in the same way.
    if paths.count == 1, paths[0].hops.isEmpty { return try valuesInSQL(at: paths, for: key) }
    return try saying {
      try valuesInSQL(at: paths, for: key)
    } orElse: {
      try valuesInSteps(at: paths, for: key)
    }
  }

  private func valuesInSQL(at paths: [CompiledPath], for key: RowKey) throws -> [Value]? {
    let plan = try plans.values(at: paths, from: paths.first?.entity ?? Int(key.entity))
    return try connection.withStatement(plan.sql) { statement in
      try statement.bind(key.primaryKey, at: 1)
      return try statement.step() ? try plan.values(statement, primaryKey: key.primaryKey) : nil
    }
  }

  /// Passes a closure that reads values with one prepared statement.
  func withValues<Result>(
    at paths: [CompiledPath], _ body: (_ values: (RowKey) throws -> [Value]?) throws -> Result
  ) throws -> Result {
    guard let entity = paths.first?.entity else { return try body { try values(at: paths, for: $0) } }
    let plan: ValuePlan
    do {
      plan = try plans.values(at: paths, from: entity)
    } catch is TableJoins.Full {
      return try body { try valuesInSteps(at: paths, for: $0) }
    }
    return try connection.withStatement(plan.sql) { statement in
      try body { key in
        try statement.bind(key.primaryKey, at: 1)
        defer { statement.reset() }
        return try statement.step() ? try plan.values(statement, primaryKey: key.primaryKey) : nil
      }
    }
  }

  /// Selects rows by the values of a column in chunks. There are few chunk sizes, so that few statements are prepared,
  /// and they fit common batch sizes exactly.
  ///
  /// - Parameters:
  ///   - sql: a `SELECT` without a `WHERE` clause.
  ///   - suffix: the SQL to append after the condition.
  func forEachChunk(
    of keys: [Int64], sql: String, column: String, suffix: String = "", _ body: (Statement) throws -> Void
  ) throws {
    var start = 0
    while start < keys.count {
      let left = keys.count - start
      // The last chunk is filled up with its last key.
      let size = Self.chunkSize(for: left)
      try connection.withStatement("\(sql) WHERE \(column) IN (\(Self.parameters[size] ?? ""))\(suffix)") { statement in
        for place in 0..<size {
          try statement.bind(keys[min(start + place, keys.count - 1)], at: Int32(place + 1))
        }
        while try statement.step() { try body(statement) }
      }
      start += size
    }
  }

  /// The smallest sufficient chunk size. There are few, so that the statements stay in the cache.
  private static func chunkSize(for count: Int) -> Int { chunkSizes.first { count <= $0 } ?? largestChunk }

  static let chunkSizes = [5, 10, 20, 50, 100, 200, largestChunk]
  private static let largestChunk = 500
  /// The parameter list `?,?,…` for each chunk size.
  private static let parameters = Dictionary(
    uniqueKeysWithValues: chunkSizes.map { ($0, Array(repeating: "?", count: $0).joined(separator: ",")) }
  )
}
