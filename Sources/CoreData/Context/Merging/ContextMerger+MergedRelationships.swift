/// Keeps both ends of relationships with unsaved changes together while saves from elsewhere are merged: what this
/// context changed stays, and nothing leads to what is no more.
extension ContextMerger {
  /// Leaves the to-many ends of merged to-one relationships to the store where nothing of them is unsaved here.
  func settle(_ relations: MergedRelations) {
    for relation in relations.settled {
      for (owner, isDestination) in [(relation.old, false), (relation.new, true)] {
        guard let owner, isDestination || owner != relation.new else { continue }
        graph.entry(for: owner)?.state?.relationships[relation.inverse]?.settle(
          relation.key, isDestination: isDestination)
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
    // The rows behind them are read together.
    graph.fill(ends)
    for (object, slot, inverse) in moves {
      guard let value = object.unsavedValues?[slot], let row = object.row, !value.isSame(as: row[slot]) else {
        continue
      }
      if let saved = row[slot].reference, let owner = objectToLeave(saved) { owner.forget(object.key, inverse) }
      // Nothing is related to what is no more.
      guard !object.flags.contains(.deleted), let current = value.reference, let owner = graph.livingObject(current),
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
      for candidate in [key] + changes.pending.referrers(to: key) {
        guard let object = graph.entry(for: candidate), !object.flags.isDisjoint(with: [.updated, .deleted]),
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
    if let known = graph.entry(for: key), known.flags.contains(.deleted),
      known.flags.isDisjoint(with: [.gone, .withdrawn])
    {
      return known
    }
    return graph.livingObject(key)
  }

  /// Has to-many relationships read again; what was added and removed here stays.
  func forgetStoredDestinations(of object: NSManagedObject, _ slot: Int? = nil) {
    guard let state = object.state else { return }
    for known in state.relationships.slots where slot == nil || known == slot {
      state.relationships[known]?.forgetStoredOrder()
      if state.relationships[known]?.order != nil {
        // Where they cannot be read, what is known stays.
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
  /// Whether a relationship surely leads to an object.
  fileprivate final func leads(to key: RowKey, _ slot: Int) -> Bool {
    if case .toMany = layout.slots[slot].kind { return state?.relationships[slot]?.contains(key) == true }
    return reference(slot) == key
  }
}
