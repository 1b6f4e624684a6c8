/// An index of unsaved removals from many-to-many relationships, by the removed object.
struct UnsavedRemovals {
  private var removers: [RowKey: [(object: NSManagedObject, slot: Int)]] = [:]

  /// - Complexity: O(changed objects and objects removed from them).
  init(_ pending: PendingChanges, _ model: ModelLayout) {
    for list in [pending.updated, pending.inserted, pending.deleted] {
      list.forEach { object in
        for (slot, known) in object.knownRelationships where !known.removed.isEmpty {
          guard case .toMany(let relationship) = object.layout.slots[slot].kind, let inverse = relationship.inverse,
            case .toMany = model.entities[relationship.destination].slots[inverse].kind
          else { continue }
          for key in known.removed { removers[key, default: []].append((object, slot)) }
        }
      }
    }
  }

  /// The objects that have removed a given object from their relationship in a slot.
  func removers(of key: RowKey, _ slot: Int) -> [NSManagedObject] {
    removers[key]?.filter { $0.slot == slot }.map(\.object) ?? []
  }
}
