import CoreData

/// The rows where the search for affected derived attributes begins, by derivation and level.
///
/// A derived value changes if its path changes. Up to the first changed link, the path is the same before and after the
/// save. So it is enough to begin at both ends of each old and each new link, and to follow the paths as they are after
/// the save.
struct PostgresDerivedSeeds {
  private(set) var keys: [[Set<Int64>]]
  /// The rows whose link to another row was added or removed, by root entity. They are locked, so that changes of
  /// concurrent saves come before or after this save.
  private(set) var locked: [Int: Set<Int64>] = [:]
  /// The rows to which a new link leads, by root entity. A concurrent save that follows a change of one of them must
  /// wait.
  private(set) var shared: [Int: Set<Int64>] = [:]

  init(_ derivations: PostgresDerivations) {
    keys = derivations.all.map { Array(repeating: [], count: $0.last + 1) }
  }

  var isEmpty: Bool { keys.allSatisfy { $0.allSatisfy(\.isEmpty) } }

  mutating func add(_ key: Int64, _ derivation: Int, _ level: Int) { keys[derivation][level].insert(key) }

  mutating func lock(_ key: Int64, of root: Int) { locked[root, default: []].insert(key) }

  mutating func share(_ key: Int64, of root: Int) { shared[root, default: []].insert(key) }
}

extension PostgresSaving {
  /// The rows that led to a row, by the query that finds them and by that row's key.
  typealias FormerOwners = [PostgresKeyStatement: [Int64: [Int64]]]

  /// Reads the owners of rows that are about to change.
  func formerOwners() throws -> FormerOwners {
    var asked: [PostgresKeyStatement: Set<Int64>] = [:]
    for update in changes.updated {
      for part in store.derivations.parts[Int(update.row.key.entity)] {
        if case .inverse(let slot, let query) = part.kind, update.slots.contains(slot) {
          asked[query, default: []].insert(update.row.key.primaryKey)
        }
      }
    }
    for deletion in changes.deleted {
      for part in store.derivations.parts[Int(deletion.key.entity)] {
        switch part.kind {
        case .inverse(_, let query), .member(_, let query):
          asked[query, default: []].insert(deletion.key.primaryKey)
        case .row, .reference, .owner, .leaf: break
        }
      }
    }
    guard !asked.isEmpty else { return [:] }
    let queries = asked.sorted { $0.key < $1.key }
    let results = try connection.run(queries.map { $0.command($1.sorted()) })
    var owners: FormerOwners = [:]
    for ((query, _), rows) in zip(queries, results) {
      for row in 0..<rows.count where !rows.isNull(row, 1) {
        owners[query, default: [:]][rows.integer(row, 0), default: []].append(rows.integer(row, 1))
      }
    }
    return owners
  }

  func derivedSeeds(_ former: FormerOwners) throws -> PostgresDerivedSeeds {
    var seeds = PostgresDerivedSeeds(store.derivations)
    for row in changes.inserted { try seed(&seeds, inserted: row) }
    for update in changes.updated { try seed(&seeds, update, former) }
    for deletion in changes.deleted { seed(&seeds, deleted: deletion.key, former) }
    for change in changes.toMany { try seed(&seeds, change) }
    return seeds
  }

  private func seed(_ seeds: inout PostgresDerivedSeeds, inserted row: Row) throws {
    let parts = store.derivations.parts[Int(row.key.entity)]
    guard !parts.isEmpty else { return }
    let key = try permanent(row.key).primaryKey
    for part in parts {
      switch part.kind {
      // Only a row that already had a permanent key could be the destination of a link.
      case .row: if part.level == 0 || !row.key.isTemporary { seeds.add(key, part.derivation, part.level) }
      case .reference(let slot): try seed(&seeds, key, leadingTo: row[slot], part)
      case .inverse(let slot, _): try seed(&seeds, owner: row[slot], part)
      case .owner, .member, .leaf: break
      }
    }
  }

  private func seed(
    _ seeds: inout PostgresDerivedSeeds, _ update: StoreChanges.Update, _ former: FormerOwners
  ) throws {
    let key = update.row.key
    for part in store.derivations.parts[Int(key.entity)] {
      switch part.kind {
      case .reference(let slot) where update.slots.contains(slot):
        try seed(&seeds, key.primaryKey, leadingTo: update.row[slot], part)
      case .inverse(let slot, let query) where update.slots.contains(slot):
        try seed(&seeds, owner: update.row[slot], part)
        seed(&seeds, formerOwnersOf: key.primaryKey, former[query], part)
      case .leaf(let slot) where update.slots.contains(slot):
        seeds.add(key.primaryKey, part.derivation, part.level)
      default: break
      }
    }
  }

  private func seed(
    _ seeds: inout PostgresDerivedSeeds, deleted key: RowKey, _ former: FormerOwners
  ) {
    for part in store.derivations.parts[Int(key.entity)] {
      switch part.kind {
      // Links to this row lead nowhere now.
      case .row: if part.level > 0 { seeds.add(key.primaryKey, part.derivation, part.level) }
      case .inverse(_, let query), .member(_, let query):
        seed(&seeds, formerOwnersOf: key.primaryKey, former[query], part)
      case .reference, .owner, .leaf: break
      }
    }
  }

  private func seed(_ seeds: inout PostgresDerivedSeeds, _ change: StoreChanges.ToMany) throws {
    let owner = try permanent(change.owner)
    let members = try (change.added + change.removed).map { try permanent($0) }
    for part in store.derivations.parts[Int(owner.entity)] {
      if case .owner(let slot) = part.kind, slot == change.slot {
        seeds.add(owner.primaryKey, part.derivation, part.level)
        for member in members { seeds.share(member.primaryKey, of: schema.model[member].root) }
      }
      if case .member(let inverse, _) = part.kind, inverse == change.slot {
        for member in members {
          seeds.add(member.primaryKey, part.derivation, part.level - 1)
          seeds.lock(member.primaryKey, of: schema.model[member].root)
        }
      }
    }
  }

  private func seed(
    _ seeds: inout PostgresDerivedSeeds, _ key: Int64, leadingTo value: Value, _ part: PostgresDerivations.Part
  ) throws {
    seeds.add(key, part.derivation, part.level)
    guard case .reference(let reference) = value else { return }
    let destination = try permanent(reference)
    seeds.share(destination.primaryKey, of: schema.model[destination].root)
  }

  private func seed(
    _ seeds: inout PostgresDerivedSeeds, owner value: Value, _ part: PostgresDerivations.Part
  ) throws {
    guard case .reference(let reference) = value else { return }
    let owner = try permanent(reference)
    seeds.add(owner.primaryKey, part.derivation, part.level - 1)
    seeds.lock(owner.primaryKey, of: schema.model[owner].root)
  }

  private func seed(
    _ seeds: inout PostgresDerivedSeeds, formerOwnersOf key: Int64, _ former: [Int64: [Int64]]?,
    _ part: PostgresDerivations.Part
  ) {
    let origin = store.derivations.all[part.derivation].derivation.hops[part.level - 1].origin
    for owner in former?[key] ?? [] {
      seeds.add(owner, part.derivation, part.level - 1)
      seeds.lock(owner, of: schema.model.entities[origin].root)
    }
  }
}
