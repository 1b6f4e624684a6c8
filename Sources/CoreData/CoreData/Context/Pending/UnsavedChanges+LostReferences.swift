/// Unsaved references to objects that are gone, and unsaved removals that another context or process has also saved.
extension UnsavedChanges {
  /// Removes objects that were deleted elsewhere from all unsaved changes, also from those of objects deleted here,
  /// which may be inserted again. The context that deleted the objects updated the saved references, but its delete
  /// rules did not see the unsaved changes of this context.
  ///
  /// - Complexity: O(changed objects) if anything was deleted.
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
        // A saved reference is one that the rule No Action leaves, or its change was not reported.
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

  /// Lets the store decide again whether other objects refer to an object deleted here, if its deletion removed it
  /// from their many-to-many relationships and another context or process has saved the same removals. If the object
  /// is inserted again, it will not refer to these objects, and later saves must take effect at both ends.
  ///
  /// - Parameter removals: the index of removals. It is created for the first object that needs it, and used for all.
  /// - Complexity: O(removals of the object), plus the creation of the index.
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

  /// Reads values as the context sees them, without creating objects.
  var reader: ContextReader { ContextReader(changes: self) }

  /// The object of a key if it has unsaved changes. Complexity: O(1), nearly always without a lookup in the identity
  /// map.
  func changedObject(for key: RowKey) -> NSManagedObject? {
    guard pending.mayHold(key), let object = graph.entry(for: key), !object.flags.isDisjoint(with: .pending) else {
      return nil
    }
    return object
  }
}

extension NSManagedObject {
  /// Removes an object that no longer exists from a to-many relationship.
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
