import CoreData
import Foundation

extension PostgresSaving {
  /// Requests the keys of the new rows, locks the rows to be changed, and compares their versions with those that the
  /// context saw. Rows are locked by ascending keys, table by table, so that two saves seldom deadlock.
  ///
  /// - Throws: `SaveConflicts` with every row that has another version or is gone.
  mutating func begin() throws {
    var seen: [RowKey: Int64] = [:]
    var keys: [Int: Set<Int64>] = [:]
    func lock(_ key: RowKey) {
      if !key.isTemporary { keys[schema.model[key].root, default: []].insert(key.primaryKey) }
    }
    for update in changes.updated {
      seen[update.row.key] = update.row.version
      lock(update.row.key)
    }
    for deletion in changes.deleted {
      seen[deletion.key] = deletion.version
      lock(deletion.key)
    }
    // Lock the owner, so that only one save at a time changes the order of its destinations.
    for change in changes.toMany { lock(change.owner) }
    let tables = keys.sorted { $0.key < $1.key }
    let new = changes.inserted.filter(\.key.isTemporary)
    let newKeys = PostgresKeys(for: new.map { Int($0.key.entity) }, in: schema)
    let asking = try newKeys.commands(schema)
    var rows = try transaction.begin(
      try asking
        + tables.map { root, keys in
          let table = try schema.stored(root).table.quotedIdentifier
          return PostgresKeyStatement.command(keys.sorted(), of: "\"Z_PK\"", isUnique: true) {
            "SELECT \"Z_PK\", \"Z_OPT\" FROM \(table) WHERE \($0) ORDER BY \"Z_PK\" FOR UPDATE"
          }
        })
    permanentKeys.reserveCapacity(new.count)
    for (row, key) in zip(new, newKeys.keys(rows.prefix(asking.count))) {
      permanentKeys.add(RowKey(entity: Int(row.key.entity), primaryKey: key), for: row.key.primaryKey)
    }
    rows.removeFirst(asking.count)
    guard !seen.isEmpty else { return }
    var versions: [Int: [Int64: Int64]] = [:]
    for ((root, _), rows) in zip(tables, rows) {
      for place in 0..<rows.count { versions[root, default: [:]][rows.integer(place, 0)] = rows.integer(place, 1) }
    }
    let conflicting = seen.filter { versions[schema.model[$0.key].root]?[$0.key.primaryKey] != $0.value }
    guard !conflicting.isEmpty else { return }
    let order = changes.updated.map(\.row.key) + changes.deleted.map(\.key)
    let named = order.filter { conflicting[$0] != nil }
    let stored = try reading.rows(for: named)
    throw SaveConflicts(
      conflicts: zip(named, stored).map { key, row in
        SaveConflicts.Conflict(key: key, seenVersion: conflicting[key] ?? 0, stored: row)
      })
  }

  /// Raises the sequences, so that the next keys come after keys that were assigned elsewhere.
  mutating func raiseSequences() {
    for root in Set(changes.inserted.map { schema.model[$0.key].root }).sorted() {
      guard let table = schema.entities[root]?.table else { continue }
      let sequence = PostgresStatements.sequence(of: table, in: schema).quotedIdentifier
      commands.append(
        PostgresCommand(
          """
          SELECT setval(\(sequence.quotedLiteral), greatest( \
          (SELECT coalesce(max("Z_PK"), 0) + 1 FROM \(table.quotedIdentifier)), \
          (SELECT CASE WHEN is_called THEN last_value + 1 ELSE last_value END FROM \(sequence))), false)
          """))
    }
  }
}
