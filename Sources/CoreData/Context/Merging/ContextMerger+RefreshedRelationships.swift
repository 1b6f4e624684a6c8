import Foundation

/// Keeps both ends of relationships together while the unsaved changes of one object are forgotten.
///
/// Each end is as stored again where the object itself was changed. Unsaved changes of other objects stay: a member's
/// to-one end is the member's own change, so that its owner still shows it; so is what an insertion leads to, and what
/// a deletion took away.
extension ContextMerger {
  /// - Parameter forget: forgets the object's values and changes.
  func takeBackRelationships(of object: NSManagedObject, _ forget: () -> Void) {
    let taken = takeBackToOne(of: object) { _ in true }
    let kept = takeBackToMany(of: object)
    forget()
    if !kept.isEmpty {
      let state = object.ownerState()
      state.relationships.replace(by: kept)
      // They were reported: a rollback reports that they are undone.
      state.changes.announceOnly(SlotSet(kept.keys))
      object.lifeCycle.update()
      changes.pending.update(object)
    }
    letGo(object, of: taken)
  }

  /// The same for to-one relationships alone, of which some are taken back.
  func takeBackToOne(of object: NSManagedObject, _ slots: SlotSet, _ forget: () -> Void) {
    let taken = takeBackToOne(of: object, slots.contains)
    forget()
    letGo(object, of: taken)
  }

  /// Leaves it to the store whether an object is at the to-many ends that its row leads to, where it was put again when
  /// its deletion was taken back: the row that is read next may lead elsewhere.
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
    // Another object has it now, whose change stays.
    for (key, slot) in taken { object.forget(key, slot) }
    // The object may lead to something deleted again, which must let go of it, or take it along.
    changes.propagateDeletions()
  }

  /// Makes the other ends of to-one relationships as stored.
  ///
  /// - Returns: the stored destinations that belong to other objects by now.
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

  /// Makes a to-one end that leads to an object as stored; it leads nowhere where its stored destination has been
  /// related to another object, or was saved with nothing.
  private func letGo(_ other: NSManagedObject, _ inverse: Int, of object: NSManagedObject, _ slot: Int) {
    guard other.reference(inverse) == object.key else { return }
    guard let key = other.row?[inverse].reference, key != object.key, let former = graph.entry(for: key),
      former.flags.isDisjoint(with: [.deleted, .gone, .neverSaved]), former.row?[slot].reference == other.key,
      former.reference(slot) == nil
    else { return other.put(.null, inverse) }
    other.put(.reference(key), inverse)
    former.put(.reference(other.key), slot)
  }

  /// Makes the other ends of relationships from many to many as stored.
  ///
  /// - Returns: the unsaved changes that other objects made to the object's to-many relationships, by slot.
  private func takeBackToMany(of object: NSManagedObject) -> [Int: ToManyState] {
    var kept: [Int: ToManyState] = [:]
    for (slot, changed) in object.knownRelationships where changed.isChanged {
      guard case .toMany(let relationship) = object.layout.slots[slot].kind, let inverse = relationship.inverse else {
        continue
      }
      let isOfMembers = graph.model.entities[relationship.destination].isToOne(inverse)
      // The object's own end may have been restored with another's.
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
  /// Leaves it to the store again whether a to-many relationship leads to an object.
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

  /// Sets a to-one relationship at this end only.
  fileprivate final func put(_ value: Value, _ slot: Int) {
    let old = current(slot)
    if old.isSame(as: value) || flags.contains(.gone) { return }
    write(value, slot)
    noteChange(slot, from: old)
  }

  /// Whether a to-one relationship leads nowhere, or to the object.
  fileprivate final func isFree(_ slot: Int, for key: RowKey) -> Bool { reference(slot).map { $0 == key } ?? true }
}

extension EntityLayout {
  fileprivate func isToOne(_ slot: Int) -> Bool { if case .toOne = slots[slot].kind { true } else { false } }
}
