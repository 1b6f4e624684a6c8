/// Unsaved references to objects that are gone, and unsaved removals that were saved elsewhere, too.
extension UnsavedChanges {
  /// Takes objects that were deleted elsewhere out of all unsaved changes, those of objects deleted here included: they
  /// may be inserted again. What is saved was changed by the context that deleted them; its delete rules did not see
  /// the unsaved changes of this one.
  ///
  /// - Complexity: O(changed objects) where something was deleted that they may refer to.
  func dropReferences(to deleted: [RowKey]) {
    guard !deleted.isEmpty else { return }
    let gone = Set(deleted)
    let roots = Set(deleted.map { graph.model[$0].root })
    func leads(_ relationship: EntityLayout.Relationship) -> Bool {
      roots.contains(graph.model.entities[relationship.destination].root)
    }
    for object in pending.inserted.all + pending.updated.all + pending.deleted.all {
      guard object.state != nil else { continue }
      let layout = object.layout
      for slot in layout.toOneSlots {
        guard case .toOne(let relationship) = layout.slots[slot].kind, leads(relationship),
          case .reference(let key)? = object.unsavedValues?[slot], gone.contains(key)
        else { continue }
        // One that is saved is what the rule No Action leaves, or was not reported as changed.
        if case .reference(let saved)? = object.row?[slot], saved == key { continue }
        object.write(.null, slot)
        object.noteChange(slot, from: .reference(key))
      }
      for (slot, known) in object.knownRelationships {
        guard case .toMany(let relationship) = layout.slots[slot].kind, leads(relationship) else { continue }
        for key in known.named(among: gone) { object.drop(key, slot) }
      }
    }
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
        case .toMany = graph.model.entities[relationship.destination].slots[inverse].kind
      else { continue }
      let (known, entities) = (object.toMany(slot), graph.model.entities[relationship.destination].subtree)
      let gathered = removals ?? UnsavedRemovals(pending, graph.model)
      removals = gathered
      for other in gathered.removers(of: object.key, inverse)
      where other !== object && entities.contains(Int(other.entityIndex))
        && other.state?.relationships[inverse]?.change(of: object.key) == false && known.contains(other.key) == false
        && known.change(of: other.key) == nil
      {
        other.state?.relationships[inverse]?.settle(object.key, isDestination: false)
      }
    }
  }

  /// Reads what the context sees without making objects.
  var reader: ContextReader { ContextReader(changes: self) }

  /// The object of a key if it has unsaved changes. Complexity: O(1); nearly always without a look at the identity map.
  func changedObject(for key: RowKey) -> NSManagedObject? {
    guard pending.mayHold(key), let object = graph.entry(for: key), !object.flags.isDisjoint(with: .pending) else {
      return nil
    }
    return object
  }
}

extension NSManagedObject {
  /// Takes an object that is no more out of a to-many relationship.
  fileprivate final func drop(_ key: RowKey, _ slot: Int) {
    guard let known = state?.relationships[slot] else { return }
    let held = known.contains(key) == true
    let order = known.order
    state?.relationships[slot]?.drop(key)
    guard held else { return }
    noteToManyChange(slot) { log in
      if let order { log.noteOrder(order, slot) }
      log.note(key, slot, isAddition: false)
    }
  }
}
