import Foundation

/// A save to an in-memory store. It changes a copy of the saved state, which replaces that state on success.
struct InMemorySave {
  let changes: StoreChanges
  let derivations: [Derivation]
  private let constraints: [UniquenessConstraint]
  var rows: InMemoryRows
  /// The permanent keys of inserted rows, by temporary primary key. Temporary primary keys are unique in the process.
  private var permanentKeys: [Int64: RowKey] = [:]

  init(
    of changes: StoreChanges, in rows: InMemoryRows, constraints: [UniquenessConstraint], derivations: [Derivation]
  ) {
    self.changes = changes
    self.constraints = constraints
    self.derivations = derivations
    self.rows = rows.copy()
  }

  mutating func run() throws -> StoreSaveResult {
    try checkVersions()
    try allocateKeys()
    for deletion in changes.deleted { delete(deletion.key) }
    var result = StoreSaveResult()
    result.inserted = changes.inserted.map { write($0, version: changes.insertedVersion(of: $0.key)) }
    result.updated = changes.updated.map { write($0.row, version: $0.row.version + 1) }
    for change in changes.toMany { write(change) }
    try derive(&result)
    for constraint in constraints { try constraint.check(result.inserted + result.updated, in: rows) }
    return result
  }

  private func checkVersions() throws {
    let seen =
      changes.updated.map { ($0.row.key, $0.row.version) }
      + changes.deleted.compactMap { deletion in deletion.version.map { (deletion.key, $0) } }
    let conflicts = seen.compactMap { key, version -> SaveConflicts.Conflict? in
      let stored = rows.row(for: key)
      return stored?.version == version ? nil : .init(key: key, seenVersion: version, stored: stored)
    }
    if !conflicts.isEmpty { throw SaveConflicts(conflicts: conflicts) }
  }

  private mutating func allocateKeys() throws {
    for row in changes.inserted where row.key.isTemporary {
      permanentKeys[row.key.primaryKey] = try rows.nextKey(for: rows.model[row.key])
    }
  }

  private func permanent(_ key: RowKey) -> RowKey {
    key.isTemporary ? permanentKeys[key.primaryKey] ?? key : key
  }

  private mutating func delete(_ key: RowKey) {
    guard let row = rows.row(for: key) else { return }
    let layout = rows.model[row.key]
    for slot in layout.toManySlots {
      for destination in rows.links[rows.owner(row.key, slot)] ?? [] {
        removeLink(from: row.key, through: slot, to: destination)
      }
      rows.orders[rows.owner(row.key, slot)] = nil
    }
    rows.tables[layout.root][row.key.primaryKey] = nil
  }

  private mutating func write(_ row: Row, version: Int64) -> Row {
    let key = permanent(row.key)
    let layout = rows.model[key]
    var values = row.values
    for (slot, value) in values.enumerated() {
      if layout.slots[slot].isTransient {
        values[slot] = layout.slots[slot].defaultValue
      } else if case .reference(let destination) = value {
        values[slot] = .reference(permanent(destination))
      }
    }
    let written = Row(key: key, version: version, values: values)
    rows.tables[layout.root][key.primaryKey] = written
    rows.lastKeys[layout.root] = max(rows.lastKeys[layout.root], key.primaryKey)
    return written
  }

  private mutating func write(_ change: StoreChanges.ToMany) {
    let owner = permanent(change.owner)
    guard case .toMany(let relationship) = rows.model[owner].slots[change.slot].kind else { return }
    let order = change.ordered?.map(permanent)
    if relationship.hasToOneInverse(in: rows.model) {
      rows.orders[rows.owner(owner, change.slot)] = order
      return
    }
    for destination in change.removed { removeLink(from: owner, through: change.slot, to: permanent(destination)) }
    for destination in change.added { addLink(from: owner, through: change.slot, to: permanent(destination)) }
    if let order { rows.links[rows.owner(owner, change.slot)] = order }
  }

  private mutating func addLink(from owner: RowKey, through slot: Int, to destination: RowKey) {
    append(destination, to: rows.owner(owner, slot))
    if let inverse = inverse(of: slot, from: owner, to: destination) { append(owner, to: inverse) }
  }

  private mutating func removeLink(from owner: RowKey, through slot: Int, to destination: RowKey) {
    rows.links[rows.owner(owner, slot)]?.removeAll { $0.primaryKey == destination.primaryKey }
    guard let inverse = inverse(of: slot, from: owner, to: destination) else { return }
    rows.links[inverse]?.removeAll { $0.primaryKey == owner.primaryKey }
  }

  private mutating func append(_ key: RowKey, to owner: InMemoryRows.Owner) {
    if rows.links[owner]?.contains(where: { $0.primaryKey == key.primaryKey }) != true {
      rows.links[owner, default: []].append(key)
    }
  }

  private func inverse(of slot: Int, from owner: RowKey, to destination: RowKey) -> InMemoryRows.Owner? {
    guard case .toMany(let relationship) = rows.model[owner].slots[slot].kind else { return nil }
    return relationship.inverse.map { rows.owner(destination, $0) }
  }
}

extension InMemoryRows {
  /// A copy to be changed. It starts without cached referrers.
  fileprivate func copy() -> InMemoryRows {
    var copy = InMemoryRows(model: model)
    copy.tables = tables
    copy.lastKeys = lastKeys
    copy.links = links
    copy.orders = orders
    return copy
  }

  /// Assigns the next primary key of an entity's inheritance tree.
  mutating func nextKey(for entity: EntityLayout) throws -> RowKey {
    let (key, overflow) = lastKeys[entity.root].addingReportingOverflow(1)
    guard !overflow else {
      throw NSError.coreData(NSPersistentStoreSaveError, "The store has no primary keys left for \(entity.name).")
    }
    lastKeys[entity.root] = key
    return RowKey(entity: entity.index, primaryKey: key)
  }
}
