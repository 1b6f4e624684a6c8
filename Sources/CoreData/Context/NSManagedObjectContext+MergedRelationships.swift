import Foundation

/// Keeps both ends of relationships with unsaved changes together while others' saves are merged: what this context
/// changed stays, and nothing leads to what is no more.
extension NSManagedObjectContext {
  /// Takes objects that were deleted elsewhere out of all unsaved changes. What is saved was changed by whoever deleted
  /// them, whose delete rules did not see these.
  ///
  /// - Complexity: O(changed objects) where something was deleted that they may refer to.
  func dropReferences(to deleted: [RowKey]) {
    guard !deleted.isEmpty else { return }
    let gone = Set(deleted)
    let roots = Set(deleted.map { model[$0].root })
    func leads(_ relationship: EntityLayout.Relationship) -> Bool {
      roots.contains(model.entities[relationship.destination].root)
    }
    for object in pending.inserted.all + pending.updated.all {
      guard let state = object.state else { continue }
      let layout = object.layout
      for slot in layout.toOneSlots {
        guard case .toOne(let relationship) = layout.slots[slot].kind, leads(relationship),
          case .reference(let key)? = state.values?[slot], gone.contains(key)
        else { continue }
        // One that is saved is what the rule No Action leaves, or was not said to have changed.
        if case .reference(let saved)? = object.row?[slot], saved == key { continue }
        object.write(.null, slot)
        object.noteChange(slot, from: .reference(key))
      }
      for (slot, known) in state.toMany {
        guard case .toMany(let relationship) = layout.slots[slot].kind, leads(relationship) else { continue }
        for key in known.named(among: gone) { object.drop(key, slot) }
      }
    }
  }

  /// Makes the to-many ends of merged to-one relationships agree with them: where this context relates an object to
  /// somebody else, those to whom others related it let go of it; elsewhere nothing unsaved is left to say of it.
  func settle(_ relations: MergedRelations) {
    for relation in relations.settled {
      for (owner, isDestination) in [(relation.old, false), (relation.new, true)] {
        guard let owner, isDestination || owner != relation.new else { continue }
        registry.object(for: owner)?.state?.toMany[relation.inverse]?.settle(relation.key, isDestination: isDestination)
      }
    }
    for relation in relations.refused {
      let destination = object(for: relation.destination)
      guard destination.flags.isDisjoint(with: [.deleted, .gone]) else { continue }
      destination.forget(relation.object, relation.inverse)
    }
  }

  /// Has to-many relationships read again; what was added and removed here stays.
  func forgetStoredDestinations(of object: NSManagedObject, _ slot: Int? = nil) {
    guard let state = object.state else { return }
    for known in state.toMany.keys where slot == nil || known == slot {
      if state.toMany[known]?.order != nil {
        let stored = object.flags.contains(.neverSaved) ? [] : storedDestinations(known, of: object)
        state.toMany[known]?.rebase(onto: stored)
      } else {
        state.toMany[known]?.setStored(nil)
        if state.toMany[known]?.isChanged == false { state.toMany[known] = nil }
      }
    }
  }
}

/// What merged rows say of to-one relationships.
struct MergedRelations {
  /// An object that this context relates to somebody else, whom another context related it to, and the inverse there.
  private(set) var refused: [(object: NSManagedObject, destination: RowKey, inverse: Int)] = []
  /// An object, whom it was related to and whom it is related to now, and the inverse there.
  private(set) var settled: [(key: RowKey, old: RowKey?, new: RowKey?, inverse: Int)] = []

  /// - Parameters:
  ///   - object: the row's object, if there is one, which has taken the row.
  ///   - old: the object's row before, if it is known.
  mutating func note(_ row: Row, of object: NSManagedObject?, since old: Row?, _ layout: EntityLayout) {
    for slot in layout.toOneSlots where old.map({ !$0[slot].isSame(as: row[slot]) }) ?? true {
      guard case .toOne(let relationship) = layout.slots[slot].kind, let inverse = relationship.inverse else {
        continue
      }
      let new = row[slot].reference
      if let object, let current = object.state?.values?[slot], !current.isSame(as: row[slot]) {
        if let new { refused.append((object, new, inverse)) }
      } else {
        settled.append((row.key, old?[slot].reference, new, inverse))
      }
    }
  }
}

extension Value {
  /// The destination of a to-one relationship.
  var reference: RowKey? { if case .reference(let key) = self { key } else { nil } }
}

extension NSManagedObject {
  /// Takes an object that is no more out of a to-many relationship.
  fileprivate final func drop(_ key: RowKey, _ slot: Int) {
    guard let known = state?.toMany[slot] else { return }
    let held = known.contains(key) == true
    let order = known.order
    state?.toMany[slot]?.drop(key)
    guard held else { return }
    noteToManyChange(slot) { log in
      if let order { log.noteOrder(order, slot) }
      log.note(key, slot, isAddition: false)
    }
  }
}
