import Foundation

/// A store that keeps rows in dictionaries. Its results equal those of the SQLite store, but every fetch reads every
/// row.
final class InMemoryRowStore: RowStore {
  let model: ModelLayout
  let isReadOnly: Bool

  private let constraints: [UniquenessConstraint]
  private let derivations: [Derivation]
  /// Nil once the store is closed.
  private let saved: Protected<InMemoryRows?>
  /// Nil if the store keeps no history. Its lock is taken while that of `saved` is held.
  private let history: Protected<InMemoryHistory?>

  init(
    model: NSManagedObjectModel, isReadOnly: Bool, derivations: [Derivation], history: InMemoryHistory? = nil
  ) {
    let layout = model.layout
    self.model = layout
    self.isReadOnly = isReadOnly
    self.derivations = derivations
    constraints = UniquenessConstraint.all(of: model)
    saved = Protected(InMemoryRows(model: layout))
    self.history = Protected(history)
  }

  func keys(matching query: RowQuery, groupedBy group: CompiledPath?) throws -> KeyList {
    let rows = try current()
    let keys = try rows.keys(matching: query)
    guard let group else { return KeyList(keys: keys) }
    var groups = KeyGroups()
    for key in keys {
      let value = rows.value(at: group, of: key)
      if let last = groups.last, EqualityKey(last.value) == EqualityKey(value) {
        groups.extend()
      } else {
        groups.begin(value)
      }
    }
    return KeyList(keys: keys, groups: groups)
  }

  func rows(matching query: RowQuery) throws -> [Row] {
    let rows = try current()
    return try rows.keys(matching: query).compactMap(rows.row)
  }

  func count(matching query: RowQuery) throws -> Int {
    try current().keys(matching: query).count
  }

  func row(for key: RowKey) throws -> Row? {
    try current().row(for: key)
  }

  func rows(for keys: [RowKey]) throws -> [Row?] {
    let rows = try current()
    return keys.map(rows.row)
  }

  func versions(of entity: EntityLayout) throws -> RowVersions {
    RowVersions(
      try current().rows(of: entity, includingSubentities: true).lazy.map {
        RowVersion(key: $0.key, version: $0.version)
      })
  }

  func values(at paths: [CompiledPath], for key: RowKey) throws -> [Value]? {
    let rows = try current()
    guard rows.row(for: key) != nil else { return nil }
    return paths.map { rows.value(at: $0, of: key) }
  }

  func related(_ slot: Int, of key: RowKey) throws -> [RowKey] {
    try current().related(slot, of: key)
  }

  func related(_ slot: Int, of keys: [RowKey]) throws -> [[RowKey]] {
    let rows = try current()
    return keys.map { rows.related(slot, of: $0) }
  }

  func save(_ changes: StoreChanges) throws -> StoreSaveResult {
    guard !isReadOnly else {
      throw NSError.coreData(
        CocoaError.fileWriteNoPermission.rawValue, "The store in memory was opened for reading only."
      )
    }
    return try saved.withLock { saved in
      guard let rows = saved else { throw Self.closed }
      var save = InMemorySave(of: changes, in: rows, constraints: constraints, derivations: derivations)
      let result = try save.run()
      record(changes, result, in: rows)
      saved = save.rows
      return result
    }
  }

  func allocateKeys(for entities: [EntityLayout]) throws -> [RowKey] {
    try saved.withLock { saved in
      guard var rows = saved else { throw Self.closed }
      let keys = try entities.map { try rows.nextKey(for: $0) }
      saved = rows
      return keys
    }
  }

  private func record(_ changes: StoreChanges, _ result: StoreSaveResult, in old: InMemoryRows) {
    history.withLock { history in
      guard let preserved = history?.preserved else { return }
      var tombstones: [RowKey: [Int: Value]] = [:]
      for deletion in changes.deleted {
        guard let slots = preserved[Int(deletion.key.entity)], let row = old.row(for: deletion.key) else { continue }
        tombstones[deletion.key] = Dictionary(uniqueKeysWithValues: slots.map { ($0, row[$0]) })
      }
      history?.record(
        changes.historyChanges(
          inserted: result.inserted.map(\.key), tombstones: tombstones, derived: result.derived, in: model),
        by: changes.origin, at: Date())
    }
  }

  func historySpan() throws -> HistorySpan? { history.withLock { $0?.span } }

  func history(after bound: HistoryBound?, withChanges: Bool) throws -> [HistoryTransaction] {
    history.withLock { $0?.transactions(after: bound, withChanges: withChanges) } ?? []
  }

  func deleteHistory(before bound: HistoryBound) throws -> Int {
    history.withLock { $0?.delete(before: bound) } ?? 0
  }

  /// Reads always see the newest saved state, so there is no read transaction to begin or end.
  func beginReading() {}

  func endReadTransaction() {}

  func close() {
    saved.withLock { $0 = nil }
  }

  private func current() throws -> InMemoryRows {
    guard let rows = saved.withLock({ $0 }) else { throw Self.closed }
    return rows
  }

  private static var closed: NSError {
    .coreData(NSPersistentStoreOperationError, "The store in memory was removed from its coordinator.")
  }
}
