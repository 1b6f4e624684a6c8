import Foundation

extension StoreReading {
  func row(for key: RowKey) throws -> Row? {
    let plan = try plans.row(Int(key.entity))
    return try connection.withStatement(plan.sqlByKey) { statement in
      try statement.bind(key.primaryKey, at: 1)
      return try statement.step() ? try plan.reader.row(statement) : nil
    }
  }

  /// The rows of the keys, in the order of the keys; nil where a row is gone.
  func rows(for keys: [RowKey]) throws -> [Row?] {
    if let only = keys.first, keys.count == 1 { return [try row(for: only)] }
    var rows = [Row?](repeating: nil, count: keys.count)
    for (root, places) in byTable(keys) {
      let plan = try plans.row(root)
      var found: [Int64: Row] = [:]
      found.reserveCapacity(places.count)
      try forEachChunk(of: places.map { keys[$0].primaryKey }, sql: plan.sql, column: "\(TableJoins.root).Z_PK") {
        let row = try plan.reader.row($0)
        found[row.key.primaryKey] = row
      }
      for place in places { rows[place] = found[keys[place].primaryKey] }
    }
    return rows
  }

  /// The values at the paths for a key; nil when its row is gone.
  func values(at paths: [CompiledPath], for key: RowKey) throws -> [Value]? {
    let plan = try plans.values(at: paths, from: paths.first?.entity ?? Int(key.entity))
    return try connection.withStatement(plan.sql) { statement in
      try statement.bind(key.primaryKey, at: 1)
      return try statement.step() ? try plan.values(statement, primaryKey: key.primaryKey) : nil
    }
  }

  /// The places of the keys by the root entity whose table holds them.
  func byTable(_ keys: [RowKey]) -> [Int: [Int]] {
    var places: [Int: [Int]] = [:]
    for (place, key) in keys.enumerated() { places[model[key].root, default: []].append(place) }
    return places
  }

  /// Selects rows by the values of a column, so many at a time that few different statements are made.
  ///
  /// - Parameters:
  ///   - sql: a `SELECT` without `WHERE`.
  ///   - suffix: what follows the condition.
  func forEachChunk(
    of keys: [Int64], sql: String, column: String, suffix: String = "", _ body: (Statement) throws -> Void
  ) throws {
    var start = 0
    while start < keys.count {
      let left = keys.count - start
      // Chunk sizes are few, so that the statements stay in the cache; a short last chunk repeats its last key.
      let size = Self.chunkSizes.first { left <= $0 } ?? Self.largestChunk
      let parameters = Array(repeating: "?", count: size).joined(separator: ",")
      try connection.withStatement("\(sql) WHERE \(column) IN (\(parameters))\(suffix)") { statement in
        for place in 0..<size {
          try statement.bind(keys[min(start + place, keys.count - 1)], at: Int32(place + 1))
        }
        while try statement.step() { try body(statement) }
      }
      start += size
    }
  }

  private static var chunkSizes: [Int] { [8, 32, 128] }
  private static var largestChunk: Int { 500 }
}
