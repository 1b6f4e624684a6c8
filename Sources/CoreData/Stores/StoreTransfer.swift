/// Everything that a store holds, as one save to another of the same model that holds nothing yet. Primary keys stay.
enum StoreTransfer {
  /// - Parameter entities: the indices of the entities that the store holds.
  /// - Complexity: O(rows) in time and memory.
  static func changes(of rows: any RowStore, _ entities: Set<Int>) throws -> StoreChanges {
    defer { rows.endReadTransaction() }
    var changes = StoreChanges()
    changes.hasForeignKeys = true
    for index in entities.sorted() {
      let entity = rows.model.entities[index]
      let own = try rows.rows(matching: RowQuery(entity: entity, includesSubentities: false))
      changes.inserted += own
      for slot in entity.toManySlots {
        guard case .toMany(let relationship) = entity.slots[slot].kind,
          rows.model.isWritten(slot, of: entity, relationship)
        else { continue }
        for (owner, destinations) in zip(own, try rows.related(slot, of: own.map(\.key))) where !destinations.isEmpty {
          changes.toMany.append(
            StoreChanges.ToMany(
              owner: owner.key, slot: slot, added: destinations, removed: [],
              ordered: relationship.isOrdered ? destinations : nil
            )
          )
        }
      }
    }
    return changes
  }
}
