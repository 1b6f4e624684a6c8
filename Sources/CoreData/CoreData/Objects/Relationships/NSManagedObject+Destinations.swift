import Foundation

/// The loading and recording of relationship destinations.
extension NSManagedObject {
  /// The state in which to record a to-many relationship, created if there is none. The registry records that the
  /// object may have loaded relationships.
  final func ownerState() -> ObjectState {
    let state = mutableState()
    // An object without a context may be used on any thread. Its relationships are discarded when it is inserted.
    if state.relationships.isEmpty, liveContext != nil { registry?.noteOwner(self) }
    return state
  }

  final func hasUnreadDestinations(_ slot: Int) -> Bool {
    switch kind.layout.slots[slot].kind {
    case .attribute: return false
    case .toOne:
      if flags.contains(.fault) { return true }
      guard let key = reference(slot) else { return false }
      return registry?.object(for: key)?.isFault ?? true
    case .toMany:
      if flags.contains(.neverSaved) { return false }
      let known = state?.relationships[slot]
      return known?.stored == nil && known?.order == nil
    }
  }

  final func destinationIDs(_ slot: Int) -> [NSManagedObjectID] {
    requireQueue()
    guard let context = liveContext else { return [] }
    switch kind.layout.slots[slot].kind {
    case .attribute: fatalError("\(propertyName(slot)) is no relationship.")
    case .toOne: return reference(slot).map { [context.objectID(for: $0)] } ?? []
    case .toMany: return toMany(slot).current.map { context.objectID(for: $0) }
    }
  }

  final var hasToManyChanges: Bool { state?.relationships.hasChanges ?? false }

  /// Whether a save would write a change of the object.
  final var hasSavableValues: Bool { !changedSlots(transient: false).isEmpty || hasToManyChanges }

  /// Whether the object differs from its saved row only in implied references: hidden references to the owners of
  /// to-many relationships without an inverse. The program changes the relationship at its owner, so it is not
  /// notified of this change.
  final var differsOnlyInImplied: Bool {
    let implied = kind.layout.impliedSlots
    guard !implied.isEmpty, flags.contains(.updated), !hasToManyChanges else { return false }
    let slots = changedSlots(transient: true)
    return !slots.isEmpty && slots.allSatisfy(implied.contains)
  }

  /// Records that a to-many relationship was changed.
  final func noteToManyChange(_ slot: Int, _ log: (inout DestinationLog) -> Void) {
    guard let context = liveContext, !flags.contains(.awakening) else { return }
    let state = mutableState()
    state.changes.noteToMany(slot)
    if !flags.contains(.inserted) || flags.contains(.announced) { state.changes.log(log) }
    context.noteUpdated(self)
  }
}
