import Foundation

/// One context's save to one store: what is written, and whose objects it is.
struct StoreSave {
  let store: NSPersistentStore
  private(set) var changes = StoreChanges()
  /// In the order of `changes.inserted`.
  private(set) var inserted: ContiguousArray<NSManagedObject> = []
  /// In the order of `changes.updated`.
  private(set) var updated: ContiguousArray<NSManagedObject> = []
  /// Changed in what has no column of their own: to-many relationships, transient attributes.
  private(set) var touched: ContiguousArray<NSManagedObject> = []
  private(set) var deleted: ContiguousArray<NSManagedObject> = []

  init(to store: NSPersistentStore) {
    self.store = store
  }

  mutating func insert(_ object: NSManagedObject) {
    inserted.append(object)
    changes.inserted.append(Row(key: object.key, version: 0, values: object.state?.values ?? object.kind.defaults))
    addToMany(of: object)
  }

  mutating func update(_ object: NSManagedObject, isLocked: Bool = false) {
    let slots = object.changedSlots(transient: false)
    if let row = object.row, isLocked || !slots.isEmpty {
      let values = object.state?.values ?? row.values
      updated.append(object)
      changes.updated.append(
        StoreChanges.Update(row: Row(key: object.key, version: row.version, values: values), slots: slots)
      )
    } else {
      touched.append(object)
    }
    addToMany(of: object)
  }

  mutating func delete(_ object: NSManagedObject) {
    deleted.append(object)
    guard !object.flags.contains(.gone) else { return }
    changes.deleted.append(StoreChanges.Deletion(key: object.key, version: object.row?.version))
  }

  private mutating func addToMany(of object: NSManagedObject) {
    guard let state = object.state, !state.toMany.isEmpty else { return }
    let layout = object.layout
    for (slot, toMany) in state.toMany.sorted(by: { $0.key < $1.key }) where toMany.isChanged {
      guard case .toMany(let relationship) = layout.slots[slot].kind else { continue }
      let side = RelationshipSide(slot: slot, of: layout, relationship, in: store.rows.model)
      guard side.isWritten else { continue }
      var added = toMany.added
      var removed = toMany.removed
      if side.isReflexive {
        // Both ends have the pair in the same relationship: the smaller key names it.
        let key = object.key
        added = added.filter { $0 == key || key.precedesByIdentity($0) }
        removed = removed.filter { $0 == key || key.precedesByIdentity($0) }
      }
      let ordered = relationship.isOrdered ? toMany.current : nil
      guard ordered != nil || !added.isEmpty || !removed.isEmpty else { continue }
      changes.toMany.append(
        StoreChanges.ToMany(
          owner: object.key, slot: slot, added: added.sorted { $0.precedesByIdentity($1) },
          removed: removed.sorted { $0.precedesByIdentity($1) }, ordered: ordered
        )
      )
    }
  }
}

/// Which end of a to-many relationship a save names.
private struct RelationshipSide {
  /// Whether this end is written. An unordered one-to-many relationship is in its destinations' rows; of two unordered
  /// ends one is written, of an ordered and an unordered one the ordered, of two ordered ones both.
  let isWritten: Bool
  /// Whether the relationship is its own inverse.
  let isReflexive: Bool

  init(slot: Int, of layout: EntityLayout, _ relationship: EntityLayout.Relationship, in model: ModelLayout) {
    guard let inverse = relationship.inverse else {
      isWritten = true
      isReflexive = false
      return
    }
    let destination = model.entities[relationship.destination]
    guard case .toMany(let back) = destination.slots[inverse].kind else {
      isWritten = relationship.isOrdered
      isReflexive = false
      return
    }
    let here = (Self.declaringEntity(of: slot, layout, model), slot)
    let there = (Self.declaringEntity(of: inverse, destination, model), inverse)
    isReflexive = here == there && !relationship.isOrdered
    isWritten = relationship.isOrdered || (!back.isOrdered && here <= there)
  }

  private static func declaringEntity(of slot: Int, _ layout: EntityLayout, _ model: ModelLayout) -> Int {
    var layout = layout
    while let parent = layout.parent, model.entities[parent].slots.count > slot { layout = model.entities[parent] }
    return layout.index
  }
}
