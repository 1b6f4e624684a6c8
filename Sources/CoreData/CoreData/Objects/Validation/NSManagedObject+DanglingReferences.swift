import Foundation

/// Relationships that would refer to a nonexistent object after a save. A deletion does not remove the object from a
/// relationship that has no inverse, or whose inverse has the rule No Action or Deny.
extension NSManagedObject {
  /// The error for a changed reference to an object that this save deletes, or that was deleted before it was ever
  /// saved.
  final func danglingError(_ slot: Int) -> NSError? {
    // The deletion of the owner clears an implied reference, or the owner's rule Deny reports it.
    guard !layout.slots[slot].isImplied, let values = unsavedValues, case .reference(let key) = values[slot] else {
      return nil
    }
    // A reference that existed before the deletion is one that the rule No Action leaves.
    if case .reference(let saved)? = row?[slot], saved == key { return nil }
    if isLost(key) { return lostError(slot) }
    guard let other = registry?.object(for: key), other.flags.contains(.deleted), !other.flags.contains(.gone) else {
      return nil
    }
    return .validation(
      NSManagedObjectValidationError,
      "\(kind.layout.slots[slot].name) of \(objectName) leads to \(other.objectName), which is being deleted.",
      object: self, key: kind.layout.slots[slot].name, value: other
    )
  }

  /// The errors of to-many relationships with an added object that was deleted before it was ever saved.
  final var danglingMemberErrors: [NSError] {
    guard let state, !state.relationships.isEmpty else { return [] }
    return layout.toManySlots.compactMap { slot in
      guard case .toMany(let relationship) = layout.slots[slot].kind, isLeftByDeletion(relationship),
        let known = state.relationships[slot], known.added.contains(where: { isLost($0) })
      else { return nil }
      return lostError(slot)
    }
  }

  /// Whether deleting a destination leaves this end unchanged.
  private func isLeftByDeletion(_ relationship: EntityLayout.Relationship) -> Bool {
    guard let inverse = relationship.inverse, let registry else { return true }
    switch registry.layout.entities[relationship.destination].slots[inverse].kind {
    case .toOne(let back), .toMany(let back):
      return back.deleteRule == .noActionDeleteRule || back.deleteRule == .denyDeleteRule
    case .attribute: return false
    }
  }

  /// Whether a key belongs to an object that was deleted before it was ever saved. No store can have such a key. If
  /// the context has a parent, the parent may have the object, and it ignores keys that it does not have.
  private func isLost(_ key: RowKey) -> Bool {
    guard key.isTemporary, let context = liveContext, !context.hasParent else { return false }
    return registry?.object(for: key)?.flags.contains(.inserted) != true
  }

  private func lostError(_ slot: Int) -> NSError {
    .validation(
      NSManagedObjectValidationError,
      "\(kind.layout.slots[slot].name) of \(objectName) leads to an object that was deleted before it was ever saved.",
      object: self, key: kind.layout.slots[slot].name
    )
  }
}
