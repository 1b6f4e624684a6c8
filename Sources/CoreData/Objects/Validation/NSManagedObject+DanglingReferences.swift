import Foundation

/// Relationships that a save would leave leading to nothing: where there is no inverse, or its rule says so, a deletion
/// takes the object out of none of them.
extension NSManagedObject {
  /// A reference set to an object that this save deletes, or that was deleted before it was ever saved.
  final func danglingError(_ slot: Int) -> NSError? {
    // An implied reference is taken back with its owner, or the rule Deny of the owner reports it.
    guard !layout.slots[slot].isImplied, let values = unsavedValues, case .reference(let key) = values[slot] else {
      return nil
    }
    // A reference that was there before the deletion is what the rule No Action leaves.
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

  /// To-many relationships to which something was added that was deleted before it was ever saved.
  final var danglingMemberErrors: [NSError] {
    guard let state, !state.relationships.isEmpty else { return [] }
    return layout.toManySlots.compactMap { slot in
      guard case .toMany(let relationship) = layout.slots[slot].kind, isLeftByDeletion(relationship),
        let known = state.relationships[slot], known.added.contains(where: { isLost($0) })
      else { return nil }
      return lostError(slot)
    }
  }

  /// Whether the deletion of a destination leaves this end as it is.
  private func isLeftByDeletion(_ relationship: EntityLayout.Relationship) -> Bool {
    guard let inverse = relationship.inverse, let registry else { return true }
    switch registry.layout.entities[relationship.destination].slots[inverse].kind {
    case .toOne(let back), .toMany(let back):
      return back.deleteRule == .noActionDeleteRule || back.deleteRule == .denyDeleteRule
    case .attribute: return false
    }
  }

  /// Whether a key is that of an object which was deleted before it was ever saved. No store can have it. A parent has
  /// objects with such keys, and passes over what it does not have.
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
