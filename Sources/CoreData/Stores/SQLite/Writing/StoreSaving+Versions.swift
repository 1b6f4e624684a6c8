extension StoreSaving {
  /// Compares the rows that are to be changed with what the context saw of them.
  ///
  /// Each is looked up by its key, as the statement that changes it does right after: its page is read once.
  ///
  /// - Throws: `SaveConflicts` with every row that is at another version, or gone.
  func checkVersions() throws {
    var conflicting: [(key: RowKey, seen: Int64)] = []
    func check(_ key: RowKey, seen version: Int64) throws {
      if try statements.version(of: key) != version { conflicting.append((key, version)) }
    }
    for update in changes.updated { try check(update.row.key, seen: update.row.version) }
    for deletion in changes.deleted {
      if let version = deletion.version { try check(deletion.key, seen: version) }
    }
    guard !conflicting.isEmpty else { return }
    let conflicts = try conflicting.map { row in
      SaveConflicts.Conflict(key: row.key, seenVersion: row.seen, stored: try reading.row(for: row.key))
    }
    throw SaveConflicts(conflicts: conflicts)
  }
}
