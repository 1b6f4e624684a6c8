import Foundation

/// An index from a row to the rows that refer to it through a to-one relationship. It is built for one saved state, at
/// the first use of each relationship.
final class InMemoryReferrers: Sendable {
  private struct Relationship: Hashable {
    let entity: Int
    let slot: Int
  }

  private let gathered = Protected<[Relationship: [Int64: [RowKey]]]>([:])

  /// - Parameters:
  ///   - key: the row whose referrers are wanted.
  ///   - slot: the to-one slot, in the layout of `entity`.
  ///   - entity: the entity of the referring rows, including subentities.
  ///   - rows: the saved state that this index belongs to.
  /// - Returns: the keys of the referring rows, in ascending order.
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
