/// Keeps both ends of relationships with unsaved changes consistent while saves of other contexts and processes are
/// merged. This context's changes stay, and no relationship refers to a deleted object.
extension ContextMerger {
  /// Lets the stored rows decide the to-many ends of merged to-one relationships, unless this context has unsaved
  /// changes of them.
  func settle(_ relations: MergedRelations) {
    for relation in relations.settled {
      for (owner, isDestination) in [(relation.old, false), (relation.new, true)] {
        guard let owner, isDestination || owner != relation.new else { continue }
        graph.entry(for: owner)?.state?.relationships[relation.inverse]?.settle(
          relation.key, isDestination: isDestination)
      }
    }
  }

  /// Updates the inverses of unsaved to-one references: the object stays at the destination that this context has
  /// set, and is removed from the destination that the merged save has set.
  ///
  /// - Parameter merged: the keys that were saved elsewhere; nil if they are unknown.
  /// - Complexity: O(merged objects, and changed ones that are related to them), plus the cost of `referrers(to:)`;
  ///   O(changed objects) if `merged` is nil.
  func insistOnReferences(merged: [RowKey]?) {
    let keys = merged.map { Set($0) }
    func isMerged(_ key: RowKey?) -> Bool { key.map { keys?.contains($0) ?? true } ?? false }
    var moves: [(object: NSManagedObject, slot: Int, inverse: Int)] = []
    var ends: [RowKey] = []
    for object in merged.map(changedObjects) ?? changes.pending.updated.all + changes.pending.deleted.all {
      guard let values = object.unsavedValues, let row = object.row else { continue }
      for slot in object.layout.toOneSlots where !values[slot].isSame(as: row[slot]) {
        guard case .toOne(let relationship) = object.layout.slots[slot].kind, let inverse = relationship.inverse else {
          continue
        }
        let (current, saved) = (values[slot].reference, row[slot].reference)
        guard isMerged(object.key) || isMerged(current) || isMerged(saved) else { continue }
        moves.append((object, slot, inverse))
        ends += [saved, current].compactMap { $0 }
      }
    }
    // The rows of the destinations are read together.
    graph.fill(ends)
    for (object, slot, inverse) in moves {
      guard let value = object.unsavedValues?[slot], let row = object.row, !value.isSame(as: row[slot]) else {
        continue
      }
      if let saved = row[slot].reference, let owner = objectToLeave(saved) { owner.forget(object.key, inverse) }
      // No relationship may refer to a deleted object.
      guard !object.flags.contains(.deleted), let current = value.reference, let owner = graph.livingObject(current),
        !owner.leads(to: object.key, inverse)
      else { continue }
      owner.link(object, inverse)
    }
  }

  /// The objects with unsaved changes among some keys, and those whose unsaved to-one changes concern one of the
  /// keys.
  func changedObjects(around keys: [RowKey]) -> ContiguousArray<NSManagedObject> {
    var found = ObjectList()
    for key in keys {
      for candidate in [key] + changes.pending.referrers(to: key) {
        guard let object = graph.entry(for: candidate), !object.flags.isDisjoint(with: [.updated, .deleted]),
          object.flags.isDisjoint(with: [.gone, .neverSaved])
        else { continue }
        found.insert(object)
      }
    }
    return found.all
  }

  /// The object of a key, from whose relationship another object is to be removed. Also an object that is deleted
  /// here, because its delete rules must not affect an object that it has lost.
  private func objectToLeave(_ key: RowKey) -> NSManagedObject? {
    if let known = graph.entry(for: key), known.flags.contains(.deleted),
      known.flags.isDisjoint(with: [.gone, .withdrawn])
    {
      return known
    }
    return graph.livingObject(key)
  }

  /// Makes to-many relationships be read again on their next use. Unsaved additions and removals stay.
  func forgetStoredDestinations(of object: NSManagedObject, _ slot: Int? = nil) {
    guard let state = object.state else { return }
    for known in state.relationships.slots where slot == nil || known == slot {
      state.relationships[known]?.forgetStoredOrder()
      if state.relationships[known]?.order != nil {
        // If the destinations cannot be read, the loaded ones stay.
        guard let stored = object.flags.contains(.neverSaved) ? [] : graph.readDestinations(known, of: object) else {
          continue
        }
        state.relationships[known]?.rebase(onto: stored)
      } else {
        state.relationships[known]?.setStored(nil)
        if state.relationships[known]?.isChanged == false { state.relationships[known] = nil }
      }
    }
  }
}

extension NSManagedObject {
  /// Whether a relationship is known to contain, or to refer to, an object.
  fileprivate final func leads(to key: RowKey, _ slot: Int) -> Bool {
    if case .toMany = layout.slots[slot].kind { return state?.relationships[slot]?.contains(key) == true }
    return reference(slot) == key
  }
}
