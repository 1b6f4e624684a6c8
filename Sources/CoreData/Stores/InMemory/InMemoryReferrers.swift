import Foundation

/// The rows that refer to a row through a to-one relationship, gathered for one saved state at the first use.
final class InMemoryReferrers: Sendable {
  private struct Relationship: Hashable {
    let entity: Int
    let slot: Int
  }

  private let gathered = Protected<[Relationship: [Int64: [RowKey]]]>([:])

  /// - Parameters:
  ///   - key: the row that is referred to.
  ///   - slot: the to-one slot, in the layout of `entity`.
  ///   - entity: the entity whose rows refer, subentities included.
  ///   - rows: the saved state that this belongs to.
  /// - Returns: the rows that refer to it, in the order of their keys.
  func keys(referringTo key: RowKey, through slot: Int, of entity: EntityLayout, in rows: InMemoryRows) -> [RowKey] {
    gathered.withLock { gathered in
      let relationship = Relationship(entity: entity.index, slot: slot)
      if let known = gathered[relationship] { return known[key.primaryKey] ?? [] }
      var found: [Int64: [RowKey]] = [:]
      for row in rows.rows(of: entity, includingSubentities: true) {
        if case .reference(let destination) = row[slot] { found[destination.primaryKey, default: []].append(row.key) }
      }
      gathered[relationship] = found
      return found[key.primaryKey] ?? []
    }
  }
}
