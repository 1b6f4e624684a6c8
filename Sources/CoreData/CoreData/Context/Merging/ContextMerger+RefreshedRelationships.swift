import Foundation

/// Keeps both ends of relationships consistent while the unsaved changes of one object are discarded.
///
/// The ends that the object itself changed return to the stored state. Unsaved changes of other objects stay: those
/// of a member's to-one relationship, so that its owner still contains it, and those of inserted and deleted objects.
extension ContextMerger {
  /// - Parameter forget: discards the object's values and changes.
  func takeBackRelationships(of object: NSManagedObject, _ forget: () -> Void) {
    let taken = takeBackToOne(of: object) { _ in true }
    let kept = takeBackToMany(of: object)
    forget()
    if !kept.isEmpty {
      let state = object.ownerState()
      state.relationships.replace(by: kept)
      // These changes were reported before. A later rollback must report that they are undone.
      state.changes.announceOnly(SlotSet(kept.keys))
      object.lifeCycle.update()
      changes.pending.update(object)
    }
    letGo(object, of: taken)
  }

  /// Does the same for some to-one relationships only.
  func takeBackToOne(of object: NSManagedObject, _ slots: SlotSet, _ forget: () -> Void) {
    let taken = takeBackToOne(of: object, slots.contains)
    forget()
    letGo(object, of: taken)
  }

  /// Resets the membership of an object in the to-many relationships of its stored owners, if undoing its deletion
  /// added it there. The row that is read next may refer to another owner.
  func leaveOwnersToStore(_ object: NSManagedObject) {
    guard let row = object.row else { return }
    for slot in object.layout.toOneSlots {
      guard case .toOne(let relationship) = object.layout.slots[slot].kind, let inverse = relationship.inverse,
        let key = row[slot].reference, let owner = graph.entry(for: key),
        owner.state?.relationships[inverse]?.change(of: object.key) == true
      else { continue }
      owner.restoreStored(object.key, inverse)
    }
  }

  private func letGo(_ object: NSManagedObject, of taken: [(key: RowKey, slot: Int)]) {
    // Another object now has this destination, and its change stays.
    for (key, slot) in taken { object.forget(key, slot) }
    // The object may refer to a deleted object again. That object's delete rules must be applied to it.
    changes.propagateDeletions()
  }

  /// Resets the other ends of to-one relationships to the stored state.
  ///
  /// - Returns: the stored destinations that now belong to other objects.
  private func takeBackToOne(of object: NSManagedObject, _ isTakenBack: (Int) -> Bool) -> [(key: RowKey, slot: Int)] {
    var taken: [(key: RowKey, slot: Int)] = []
    guard let values = object.unsavedValues, let row = object.row else { return [] }
    for slot in object.layout.toOneSlots where isTakenBack(slot) && !values[slot].isSame(as: row[slot]) {
      guard case .toOne(let relationship) = object.layout.slots[slot].kind, let inverse = relationship.inverse else {
        continue
      }
      if let key = values[slot].reference, let other = graph.entry(for: key) {
        if case .toOne = other.layout.slots[inverse].kind {
          letGo(other, inverse, of: object, slot)
        } else {
          other.restoreStored(object.key, inverse)
        }
      }
      guard let key = row[slot].reference, let other = graph.entry(for: key) else { continue }
      if case .toOne = other.layout.slots[inverse].kind {
        if !other.isFree(inverse, for: object.key) { taken.append((key, slot)) }
        if other.reference(inverse) == nil { other.put(.reference(object.key), inverse) }
      } else {
        other.restoreStored(object.key, inverse)
      }
      if other.flags.contains(.deleted), other.flags.isDisjoint(with: [.gone, .awaitsPropagation]) {
        other.lifeCycle.begin(.awaitsPropagation)
        changes.pending.awaitPropagation(of: other)
      }
    }
    return taken
  }

  /// Resets the to-one inverse at another object. It becomes nil if its stored destination was related to another
  /// object since, or has no saved reference to it.
  private func letGo(_ other: NSManagedObject, _ inverse: Int, of object: NSManagedObject, _ slot: Int) {
    guard other.reference(inverse) == object.key else { return }
    guard let key = other.row?[inverse].reference, key != object.key, let former = graph.entry(for: key),
      former.flags.isDisjoint(with: [.deleted, .gone, .neverSaved]), former.row?[slot].reference == other.key,
      former.reference(slot) == nil
    else { return other.put(.null, inverse) }
    other.put(.reference(key), inverse)
    former.put(.reference(other.key), slot)
  }

  /// Resets the other ends of many-to-many relationships to the stored state.
  ///
  /// - Returns: the unsaved changes of the object's to-many relationships that other objects made, by slot.
  private func takeBackToMany(of object: NSManagedObject) -> [Int: ToManyState] {
    var kept: [Int: ToManyState] = [:]
    for (slot, changed) in object.knownRelationships where changed.isChanged {
      guard case .toMany(let relationship) = object.layout.slots[slot].kind, let inverse = relationship.inverse else {
        continue
      }
      let isOfMembers = graph.model.entities[relationship.destination].isToOne(inverse)
      // Resetting another object's end may have reset this one.
      guard var known = object.state?.relationships[slot] else { continue }
      var keptKeys = Set<RowKey>()
      for key in known.added.union(known.removed) {
        guard let other = graph.entry(for: key) else { continue }
        if !other.flags.isDisjoint(with: [.neverSaved, .deleted]) || isOfMembers && other.hasUnsavedValue(inverse) {
          keptKeys.insert(key)
        } else if other !== object, !isOfMembers {
          other.restoreStored(object.key, inverse)
        }
      }
      known.rollBack(keeping: keptKeys.contains)
      if known.isChanged { kept[slot] = known }
    }
    return kept
  }
}

extension NSManagedObject {
  /// Makes the store decide again whether a to-many relationship contains an object.
  fileprivate final func restoreStored(_ key: RowKey, _ slot: Int) {
    guard var known = state?.relationships[slot], !flags.contains(.gone) else { return }
    let old = known
    known.restore(key)
    state?.relationships[slot] = known
    guard known.contains(key) != old.contains(key) || known.order != old.order else { return }
    if flags.contains(.deleted) { return }
    noteToManyChange(slot) { log in
      if let order = old.order { log.noteOrder(order, slot) }
      if let was = old.contains(key) { log.note(key, slot, isAddition: !was) }
    }
  }

  /// Sets a to-one relationship without its inverse.
  fileprivate final func put(_ value: Value, _ slot: Int) {
    let old = current(slot)
    if old.isSame(as: value) || flags.contains(.gone) { return }
    write(value, slot)
    noteChange(slot, from: old)
  }

  /// Whether a to-one relationship is nil or refers to the given object.
  fileprivate final func isFree(_ slot: Int, for key: RowKey) -> Bool { reference(slot).map { $0 == key } ?? true }
}

extension EntityLayout {
  fileprivate func isToOne(_ slot: Int) -> Bool { if case .toOne = slots[slot].kind { true } else { false } }
}
