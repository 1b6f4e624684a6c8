import Foundation

extension InMemorySave {
  /// Computes the derived attributes that depend on rows of the entities that the save changed.
  ///
  /// - Complexity: O(rows of the entities with such attributes), because each is compared.
  mutating func derive(_ result: inout StoreSaveResult) throws {
    guard !derivations.isEmpty else { return }
    var changed: [RowKey: Row] = [:]
    noteTime(of: result.inserted + result.updated, &changed)
    let ordinary = derivations.filter { $0.form != .now }
    var roots = touchedRoots(result)
    // An attribute may be derived from a derived one. The number of rounds is limited, so that a cycle ends too.
    for _ in ordinary where !roots.isEmpty {
      var next: Set<Int> = []
      for derivation in ordinary where !derivation.roots(in: rows.model).isDisjoint(with: roots) {
        let root = rows.model.entities[derivation.entity].root
        if try derive(derivation, &changed) { next.insert(root) }
      }
      roots = next
    }
    let written = Set((result.inserted + result.updated).map(\.key))
    result.inserted = result.inserted.map { changed[$0.key] ?? $0 }
    result.updated = result.updated.map { changed[$0.key] ?? $0 }
    result.derived = changed.values.filter { !written.contains($0.key) }.sorted { $0.key.precedesByIdentity($1.key) }
  }

  private func touchedRoots(_ result: StoreSaveResult) -> Set<Int> {
    let toMany = changes.toMany.flatMap { [$0.owner] + $0.added + $0.removed }
    let keys = (result.inserted + result.updated).map(\.key) + changes.deleted.map(\.key) + toMany
    return Set(keys.map { rows.model[$0].root })
  }

  private mutating func noteTime(of written: [Row], _ changed: inout [RowKey: Row]) {
    let now = Value.date(Date().timeIntervalSinceReferenceDate)
    for derivation in derivations where derivation.form == .now {
      for row in written where derivation.entities.contains(Int(row.key.entity)) {
        set(now, derivation.slot, of: rows.row(for: row.key) ?? row, &changed)
      }
    }
  }

  /// - Returns: whether a value changed.
  private mutating func derive(_ derivation: Derivation, _ changed: inout [RowKey: Row]) throws -> Bool {
    let entity = rows.model.entities[derivation.entity]
    var isChanged = false
    for row in rows.rows(of: entity, includingSubentities: true)
    where derivation.entities.contains(Int(row.key.entity)) {
      let value = try derivation.stored(rows.derived(derivation, of: row.key), in: rows.model)
      guard !row[derivation.slot].isSame(as: value) else { continue }
      set(value, derivation.slot, of: row, &changed)
      isChanged = true
    }
    return isChanged
  }

  private mutating func set(_ value: Value, _ slot: Int, of row: Row, _ changed: inout [RowKey: Row]) {
    var values = row.values
    values[slot] = value
    let new = Row(key: row.key, version: row.version, values: values)
    rows.tables[rows.model[row.key].root][row.key.primaryKey] = new
    changed[row.key] = new
  }
}

extension InMemoryRows {
  /// The value of a derivation's expression for a row.
  fileprivate func derived(_ derivation: Derivation, of key: RowKey) -> Value {
    var keys = [key]
    for (place, hop) in derivation.hops.enumerated() {
      if derivation.form == .count, place == derivation.hops.count - 1 {
        return .int(Int64(keys.reduce(0) { $0 + related(hop.slot, of: $1).count }))
      }
      keys = keys.flatMap { key -> [RowKey] in
        if hop.isToMany { return related(hop.slot, of: key) }
        guard case .reference(let next) = value(hop.slot, of: key), row(for: next) != nil else { return [] }
        return [next]
      }
    }
    guard let leaf = derivation.leaf else { return .null }
    switch derivation.form {
    case .sum:
      var sum = Accumulator(.sum)
      for key in keys { sum.add(value(leaf, of: key)) }
      return sum.result
    case .text(let function): return keys.first.map { function.apply(value(leaf, of: $0)) } ?? .null
    default: return keys.first.map { value(leaf, of: $0) } ?? .null
    }
  }
}
