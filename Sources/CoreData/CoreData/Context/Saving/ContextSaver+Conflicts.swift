import Foundation

/// Rows that another context, coordinator or process changed since this context read them.
extension ContextSaver {
  /// Lets the merge policy resolve the conflicts of a save.
  ///
  /// - Parameter settled: receives the objects whose values the policy replaced.
  /// - Throws: 133020 (`NSManagedObjectMergeError`) if the policy does not resolve them.
  func resolve(_ conflicts: SaveConflicts, _ settled: inout ObjectList) throws {
    let found = conflicts.conflicts.compactMap { conflict in
      graph.entry(for: conflict.key).map { NSMergeConflict($0, conflict) }
    }
    let policy = context.mergePolicy as? NSMergePolicy ?? .error
    guard found.count == conflicts.conflicts.count, !found.isEmpty else {
      throw NSError.coreData(
        NSManagedObjectMergeError, "Nothing was saved: another context or process changed the same rows."
      )
    }
    try policy.resolve(mergeConflicts: found)
    if let open = found.first(where: { !$0.isSettled }) {
      // A custom policy changed the objects itself. Their values replace the stored ones.
      guard policy.mergeType != .errorMergePolicyType else {
        throw NSError.coreData(
          NSManagedObjectMergeError, "The merge policy settled nothing for \(open.sourceObject.objectName).",
          details: [NSPersistentStoreSaveConflictsErrorKey: found]
        )
      }
      for conflict in found where !conflict.isSettled {
        settle(conflict, as: .mergeByPropertyObjectTrumpMergePolicyType)
      }
    }
    for conflict in found { settled.insert(conflict.sourceObject) }
  }

  func settle(_ conflict: NSMergeConflict, as type: NSMergePolicyType) {
    let object = conflict.sourceObject
    changes.pending.forgetReferences()
    let favoursStore = type == .mergeByPropertyStoreTrumpMergePolicyType || type == .rollbackMergePolicyType
    guard let stored = conflict.stored else { return settleDeletedElsewhere(object, favoursStore: favoursStore) }
    if object.flags.contains(.deleted) {
      object.content.take(stored)
      if favoursStore {
        object.mutableState().unsaved.forget()
        changes.undelete(object)
      }
      return
    }
    let seen = object.row?.values ?? stored.values
    let current = object.unsavedValues ?? seen
    switch type {
    case .rollbackMergePolicyType:
      merger.takeBackRelationships(of: object) {
        object.state?.unsaved.forget()
        object.state?.relationships.removeAll()
        object.content.take(stored)
      }
    case .overwriteMergePolicyType:
      object.content.take(stored)
      object.mutableState().unsaved.replace(by: current)
    default:
      var values = stored.values
      var dropped = SlotSet()
      let layout = object.layout
      // A composite attribute is one property, so all its elements are taken from the same side.
      let changed = layout.completed(SlotSet(values.indices.filter { !current[$0].isSame(as: seen[$0]) }))
      for slot in changed.slots {
        let parts = layout.parts(of: layout.property(of: slot))
        if favoursStore, parts.contains(where: { !layout.slots[$0].keepsAlike(stored[$0], seen[$0]) }) {
          dropped.insert(slot)
        } else {
          values[slot] = current[slot]
        }
      }
      merger.takeBackToOne(of: object, dropped) {
        object.content.take(stored)
        object.mutableState().unsaved.replace(by: values)
      }
    }
    forgetStoredOwners(of: object, seen, stored)
    object.state?.relationships.forgetStored()
  }

  /// Makes the to-many relationships be read again at the owners that the stored row refers to, and at those that it
  /// no longer refers to.
  private func forgetStoredOwners(of object: NSManagedObject, _ seen: ContiguousArray<Value>, _ stored: Row) {
    for slot in object.layout.toOneSlots where !seen[slot].isSame(as: stored[slot]) {
      guard case .toOne(let relationship) = object.layout.slots[slot].kind, let inverse = relationship.inverse else {
        continue
      }
      for case let owner? in [seen[slot].reference, stored[slot].reference].map({ $0.flatMap(graph.registry.object) }) {
        if owner.state?.relationships[inverse] != nil { merger.forgetStoredDestinations(of: owner, inverse) }
      }
    }
  }

  private func settleDeletedElsewhere(_ object: NSManagedObject, favoursStore: Bool) {
    if object.flags.contains(.deleted) {
      // Both sides deleted the object.
      object.lifeCycle.loseDeleted()
    } else if favoursStore {
      changes.pending.forget(object)
      object.lifeCycle.lose()
      changes.event.noteDeletion(of: object)
    } else {
      let values = object.unsavedValues ?? object.row?.values ?? object.kind.defaults
      object.mutableState().unsaved = UnsavedValues(values, formerVersion: object.formerVersion)
      object.content.take(nil)
      object.lifeCycle.insertInstead()
      changes.pending.insertInstead(object)
    }
  }
}
