import Foundation

/// Keeps both ends of relationships with unsaved changes together while saves from elsewhere are merged: what this
/// context changed stays, and nothing leads to what is no more.
extension NSManagedObjectContext {
  /// Takes objects that were deleted elsewhere out of all unsaved changes, those of objects deleted here included: they
  /// may be inserted again. What is saved was changed by the context that deleted them; its delete rules did not see
  /// the unsaved changes of this one.
  ///
  /// - Complexity: O(changed objects) where something was deleted that they may refer to.
  func dropReferences(to deleted: [RowKey]) {
    guard !deleted.isEmpty else { return }
    let gone = Set(deleted)
    let roots = Set(deleted.map { model[$0].root })
    func leads(_ relationship: EntityLayout.Relationship) -> Bool {
      roots.contains(model.entities[relationship.destination].root)
    }
    for object in pending.inserted.all + pending.updated.all + pending.deleted.all {
      guard let state = object.state else { continue }
      let layout = object.layout
      for slot in layout.toOneSlots {
        guard case .toOne(let relationship) = layout.slots[slot].kind, leads(relationship),
          case .reference(let key)? = state.values?[slot], gone.contains(key)
        else { continue }
        // One that is saved is what the rule No Action leaves, or was not reported as changed.
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

  /// Leaves the to-many ends of merged to-one relationships to the store where nothing of them is unsaved here.
  func settle(_ relations: MergedRelations) {
    for relation in relations.settled {
      for (owner, isDestination) in [(relation.old, false), (relation.new, true)] {
        guard let owner, isDestination || owner != relation.new else { continue }
        registry.object(for: owner)?.state?.toMany[relation.inverse]?.settle(relation.key, isDestination: isDestination)
      }
    }
  }

  /// Makes the other ends of unsaved to-one references agree with them: what this context relates to another object
  /// stays there, and the objects that the merged save related it to let go of it.
  ///
  /// - Parameter merged: what was saved elsewhere; nil where it may be anything.
  /// - Complexity: O(merged objects, and changed ones that are related to them), beside what `referrers(to:)` takes;
  ///   O(changed objects) where `merged` is nil.
  func insistOnReferences(merged: [RowKey]?) {
    let keys = merged.map { Set($0) }
    func isMerged(_ key: RowKey?) -> Bool { key.map { keys?.contains($0) ?? true } ?? false }
    var changes: [(object: NSManagedObject, slot: Int, inverse: Int)] = []
    var ends: [RowKey] = []
    for object in merged.map(changedObjects) ?? pending.updated.all + pending.deleted.all {
      guard let values = object.state?.values, let row = object.row else { continue }
      for slot in object.layout.toOneSlots where !values[slot].isSame(as: row[slot]) {
        guard case .toOne(let relationship) = object.layout.slots[slot].kind, let inverse = relationship.inverse else {
          continue
        }
        let (current, saved) = (values[slot].reference, row[slot].reference)
        guard isMerged(object.key) || isMerged(current) || isMerged(saved) else { continue }
        changes.append((object, slot, inverse))
        ends += [saved, current].compactMap { $0 }
      }
    }
    // The rows behind them are read together.
    fill(ends)
    for (object, slot, inverse) in changes {
      guard let value = object.state?.values?[slot], let row = object.row, !value.isSame(as: row[slot]) else {
        continue
      }
      if let saved = row[slot].reference, let owner = objectToLeave(saved) { owner.forget(object.key, inverse) }
      // Nothing is related to what is no more.
      guard !object.flags.contains(.deleted), let current = value.reference, let owner = livingObject(current),
        !owner.leads(to: object.key, inverse)
      else { continue }
      owner.link(object, inverse)
    }
  }

  /// The objects with unsaved changes among some, and those whose unsaved to-one relationships may lead to them, or
  /// away from them.
  func changedObjects(around keys: [RowKey]) -> ContiguousArray<NSManagedObject> {
    var found = ObjectList()
    for key in keys {
      for candidate in [key] + pending.referrers(to: key) {
        guard let object = registry.object(for: candidate), !object.flags.isDisjoint(with: [.updated, .deleted]),
          object.flags.isDisjoint(with: [.gone, .neverSaved])
        else { continue }
        found.insert(object)
      }
    }
    return found.all
  }

  /// The object of a key that is to let go of another. One that is deleted here, too: it does not take along what it
  /// has lost.
  private func objectToLeave(_ key: RowKey) -> NSManagedObject? {
    if let known = registry.object(for: key), known.flags.contains(.deleted),
      known.flags.isDisjoint(with: [.gone, .withdrawn])
    {
      return known
    }
    return livingObject(key)
  }

  /// Leaves it to the store whether other objects lead to one deleted here, where its deletion took it from them and
  /// another context or process has saved the same: inserted again, it will not lead to them, and what is saved later
  /// shall be at both ends.
  ///
  /// - Parameter removals: gathered for the first object that needs them, and used for all.
  /// - Complexity: O(removals of the object), beside the gathering.
  func forgetLosses(
    of object: NSManagedObject, among removals: inout UnsavedRemovals?,
    where isConcerned: (Int) -> Bool = { _ in true }
  ) {
    for slot in object.layout.toManySlots where isConcerned(slot) {
      guard case .toMany(let relationship) = object.layout.slots[slot].kind, let inverse = relationship.inverse,
        case .toMany = model.entities[relationship.destination].slots[inverse].kind
      else { continue }
      let (known, entities) = (object.toMany(slot), model.entities[relationship.destination].subtree)
      let gathered = removals ?? UnsavedRemovals(pending, model)
      removals = gathered
      for other in gathered.removers(of: object.key, inverse)
      where other !== object && entities.contains(Int(other.entityIndex))
        && other.state?.toMany[inverse]?.change(of: object.key) == false && known.contains(other.key) == false
        && known.change(of: other.key) == nil
      {
        other.state?.toMany[inverse]?.settle(object.key, isDestination: false)
      }
    }
  }

  /// Has to-many relationships read again; what was added and removed here stays.
  func forgetStoredDestinations(of object: NSManagedObject, _ slot: Int? = nil) {
    guard let state = object.state else { return }
    for known in state.toMany.keys where slot == nil || known == slot {
      state.toMany[known]?.forgetStoredOrder()
      if state.toMany[known]?.order != nil {
        // Where they cannot be read, what is known stays.
        guard let stored = object.flags.contains(.neverSaved) ? [] : readDestinations(known, of: object) else {
          continue
        }
        state.toMany[known]?.rebase(onto: stored)
      } else {
        state.toMany[known]?.setStored(nil)
        if state.toMany[known]?.isChanged == false { state.toMany[known] = nil }
      }
    }
  }
}

/// Changes of to-one references by merged rows, except where this context keeps an unsaved value of its own.
struct MergedRelations {
  /// An object, the one that it was related to, the one that it is related to now, and the inverse there.
  private(set) var settled: [(key: RowKey, old: RowKey?, new: RowKey?, inverse: Int)] = []
  /// The unsaved removals from many-to-many relationships in this context; gathered when first needed.
  var removals: UnsavedRemovals?

  /// - Parameters:
  ///   - object: the row's object, if there is one, which has taken the row.
  ///   - old: the object's row before, if it is known.
  ///   - isFault: whether the other ends may not have followed what the old row holds: it may have been fetched since.
  mutating func note(
    _ row: Row, of object: NSManagedObject?, since old: Row?, isFault: Bool, _ layout: EntityLayout
  ) {
    for slot in layout.toOneSlots where isFault || old.map({ !$0[slot].isSame(as: row[slot]) }) ?? true {
      guard case .toOne(let relationship) = layout.slots[slot].kind, let inverse = relationship.inverse else {
        continue
      }
      let owner = old?[slot].reference
      if let current = object?.state?.values?[slot], !current.isSame(as: row[slot]) {
        // It left that owner here as well, which need not insist on it any more.
        if let owner, owner != row[slot].reference { settled.append((row.key, owner, nil, inverse)) }
      } else {
        settled.append((row.key, owner, row[slot].reference, inverse))
      }
    }
  }
}

extension EntityLayout {
  /// Whether a to-one relationship has an inverse, so that a row decides about other objects' relationships.
  var hasInverseOfToOne: Bool {
    toOneSlots.contains {
      if case .toOne(let relationship) = slots[$0].kind { relationship.inverse != nil } else { false }
    }
  }
}

extension Value {
  /// The destination of a to-one relationship.
  var reference: RowKey? { if case .reference(let key) = self { key } else { nil } }
}

extension NSManagedObject {
  /// Whether a relationship surely leads to an object.
  fileprivate final func leads(to key: RowKey, _ slot: Int) -> Bool {
    if case .toMany = layout.slots[slot].kind { return state?.toMany[slot]?.contains(key) == true }
    return reference(slot) == key
  }

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
