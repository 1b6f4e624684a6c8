extension StoreSaving {
  /// Compares the rows that are to be changed with what the context saw of them.
  ///
  /// - Throws: `SaveConflicts` with every row that is at another version, or gone.
  func checkVersions() throws {
    let seen =
      changes.updated.map { ($0.row.key, $0.row.version) }
      + changes.deleted.compactMap { deletion in deletion.version.map { (deletion.key, $0) } }
    let keys = seen.map(\.0)
    var conflicting: [Int] = []
    for places in reading.byTable(keys) {
      let table = try schema.stored(Int(keys[places[0]].entity)).table.quotedIdentifier
      var versions: [Int64: Int64] = [:]
      versions.reserveCapacity(places.count)
      try reading.forEachChunk(
        of: places.map { keys[$0].primaryKey }, sql: "SELECT Z_PK, Z_OPT FROM \(table)", column: "Z_PK"
      ) { versions[$0.integer(at: 0)] = $0.integer(at: 1) }
      conflicting += places.filter { versions[keys[$0].primaryKey] != seen[$0].1 }
    }
    guard !conflicting.isEmpty else { return }
    let conflicts = try conflicting.sorted().map { place in
      SaveConflicts.Conflict(
        key: keys[place], seenVersion: seen[place].1, stored: try reading.row(for: keys[place])
      )
    }
    throw SaveConflicts(conflicts: conflicts)
  }
}
