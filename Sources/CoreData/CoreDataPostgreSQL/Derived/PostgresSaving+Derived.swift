import CoreData
import Foundation

/// The rows of a save after their derived attributes were computed.
struct PostgresDerived {
  var inserted: [Row]
  var updated: [Row]
  /// Rows that the caller did not write, but whose derived attributes changed.
  var affected: [Row] = []
  /// The changes of these rows for the history.
  var history: [HistoryChange] = []
}

extension PostgresSaving {
  /// Computes the derived attributes of all rows that the save affects, after all other writes.
  ///
  /// - Parameter former: see `formerOwners`.
  /// - Complexity: O(affected rows, and rows from which their attributes are computed).
  mutating func derive(
    inserted: [Row], updated: [Row], _ former: FormerOwners
  ) throws -> PostgresDerived {
    var derived = PostgresDerived(inserted: inserted, updated: updated)
    // Rows copied from another store already have their derived values.
    guard !store.derivations.all.isEmpty, !changes.hasForeignKeys else { return derived }
    let seeds = try derivedSeeds(former)
    let isTimed = (inserted + updated).contains { store.derivations.hasDerived[Int($0.key.entity)] }
    guard isTimed || !seeds.isEmpty else { return derived }
    try flush()
    var changed: [RowKey: Set<Int>] = [:]
    try noteTime(of: inserted + updated)
    try lock(seeds)
    try recompute(seeds.keys, &changed)
    let written = Set((inserted + updated).map(\.key))
    let affected = changed.keys.filter { !written.contains($0) }.sorted { $0.precedesByIdentity($1) }
    if changes.wantsInsertedValues { derived.inserted = try stored(inserted) }
    derived.updated = try stored(updated)
    derived.affected = try reading.rows(for: affected).compactMap { $0 }
    derived.history = affected.map { HistoryChange(kind: .update, key: $0, slots: (changed[$0] ?? []).sorted()) }
    return derived
  }

  private func noteTime(of rows: [Row]) throws {
    let now = Value.date(Date().timeIntervalSinceReferenceDate)
    for derivation in store.derivations.all where derivation.derivation.form == .now {
      let keys = rows.map(\.key).filter { derivation.derivation.entities.contains(Int($0.entity)) }
      guard !keys.isEmpty else { continue }
      var parameters = PostgresParameters()
      parameters.append(keys.map(\.primaryKey))
      try parameters.append(now, as: derivation.type)
      try connection.run(derivation.writingOne, parameters)
    }
  }

  private func lock(_ seeds: PostgresDerivedSeeds) throws {
    func commands(_ tables: [Int: Set<Int64>], _ strength: String) throws -> [PostgresCommand] {
      try tables.sorted { $0.key < $1.key }.map { root, keys in
        let table = try schema.stored(root).table.quotedIdentifier
        return PostgresKeyStatement.command(keys.sorted(), of: "\"Z_PK\"", isUnique: true) {
          "SELECT 1 FROM \(table) WHERE \($0) ORDER BY \"Z_PK\" FOR \(strength)"
        }
      }
    }
    try connection.run(try commands(seeds.locked, "UPDATE") + commands(seeds.shared, "SHARE"))
  }

  /// Finds the rows affected by changes and computes their attributes, then attributes that are derived from these.
  ///
  /// - Parameter seeds: the keys of changed rows, by derivation and level.
  private func recompute(_ seeds: [[Set<Int64>]], _ changed: inout [RowKey: Set<Int>]) throws {
    var seeds = seeds
    let all = store.derivations.all
    // The number of rounds is limited, so that circular dependencies end, too.
    for _ in all {
      try ascend(&seeds)
      let written = try write(seeds.map { $0[0] })
      guard !written.isEmpty else { return }
      seeds = PostgresDerivedSeeds(store.derivations).keys
      for (derivation, keys) in written {
        let slot = all[derivation].derivation.slot
        for key in keys {
          changed[key, default: []].insert(slot)
          for part in store.derivations.parts[Int(key.entity)] {
            if case .leaf(slot) = part.kind { seeds[part.derivation][part.level].insert(key.primaryKey) }
          }
        }
      }
    }
  }

  /// Adds the rows of level 0 whose paths lead to the seeds.
  private func ascend(_ seeds: inout [[Set<Int64>]]) throws {
    let all = store.derivations.all
    for level in stride(from: all.map(\.last).max() ?? 0, to: 0, by: -1) {
      // Several attributes of an entity often have the same path, so combine equal steps.
      var steps: [Step: [Int]] = [:]
      for (place, derivation) in all.enumerated() where derivation.last >= level && !seeds[place][level].isEmpty {
        let step = Step(query: derivation.ascents[level - 1], keys: seeds[place][level])
        steps[step, default: []].append(place)
      }
      let sorted = steps.sorted { $0.key.query < $1.key.query }
      let results = try connection.run(sorted.map { step, _ in step.query.command(step.keys.sorted()) })
      for ((_, places), rows) in zip(sorted, results) {
        let keys = (0..<rows.count).map { rows.integer($0, 0) }
        for place in places { seeds[place][level - 1].formUnion(keys) }
      }
    }
  }

  private struct Step: Hashable {
    let query: PostgresKeyStatement
    let keys: Set<Int64>
  }

  /// Computes attributes, and writes those that changed.
  ///
  /// - Parameter keys: the keys of the rows, by derivation.
  /// - Returns: the rows that changed, by derivation.
  private func write(_ keys: [Set<Int64>]) throws -> [(derivation: Int, keys: [RowKey])] {
    let places = keys.indices.filter { !keys[$0].isEmpty }
    let all = store.derivations.all
    let results = try connection.run(places.map { all[$0].reading.command(keys[$0].sorted()) })
    var written: [(Int, [RowKey])] = []
    var commands: [PostgresCommand] = []
    for (place, rows) in zip(places, results) {
      let changes = try all[place].changes(in: rows, schema)
      guard !changes.keys.isEmpty else { continue }
      written.append((place, changes.keys))
      commands.append(changes.command)
    }
    try connection.run(commands)
    return written
  }

  private func stored(_ rows: [Row]) throws -> [Row] {
    let keys = rows.map(\.key).filter { store.derivations.hasDerived[Int($0.entity)] }
    guard !keys.isEmpty else { return rows }
    let read = Dictionary(
      try reading.rows(for: keys).compactMap { row in row.map { ($0.key, $0) } },
      uniquingKeysWith: { first, _ in first })
    return rows.map { read[$0.key] ?? $0 }
  }
}

extension PostgresDerivation {
  /// Compares the rows that `reading` returned with the values that they should have, and makes the command that writes
  /// the new values.
  func changes(in rows: PostgresRows, _ schema: StoreSchema) throws -> (keys: [RowKey], command: PostgresCommand) {
    var keys: [RowKey] = []
    var values: [Value] = []
    for row in 0..<rows.count {
      let (current, new) = try self.values(rows, row, in: schema)
      guard !current.isSame(as: new), let entity = schema.entityIndices[rows.integer(row, 1)] else { continue }
      keys.append(RowKey(entity: entity, primaryKey: rows.integer(row, 0)))
      values.append(new)
    }
    var parameters = PostgresParameters()
    parameters.append(keys.map(\.primaryKey))
    try parameters.append(values, as: type)
    return (keys, PostgresCommand(writing, parameters))
  }
}
