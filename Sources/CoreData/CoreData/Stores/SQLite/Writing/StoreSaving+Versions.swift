extension StoreSaving {
  /// Checks whether updated and deleted rows have the versions that the context last saw.
  ///
  /// Each row is looked up by key, just before a statement changes it, so its page is read only once.
  ///
  /// - Throws: `SaveConflicts` with every row that has another version or no longer exists.
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
