import Foundation

/// Deletion and its rules.
extension NSManagedObjectContext {
  func markDeleted(_ object: NSManagedObject) {
    requireQueue()
    guard object.registry === registry, !object.flags.contains(.withdrawn) else {
      fatalError("\(object.objectName) is not in this context: only the context of an object can delete it.")
    }
    guard !object.flags.contains(.deleted) else { return }
    object.prepareForDeletion()
    guard !object.flags.contains(.deleted) else { return }
    let wasInserted = object.flags.contains(.inserted)
    pending.inserted.remove(object)
    pending.updated.remove(object)
    events.updated.remove(object)
    if wasInserted {
      // Never saved: there is nothing to delete, and nothing to tell unless it was told of.
      if !events.inserted.remove(object) { events.deleted.insert(object) }
    } else {
      pending.deleted.insert(object)
      // An insertion waits to be told only when a deletion that was told of has been taken back.
      if !events.inserted.remove(object) { events.deleted.insert(object) }
    }
    object.flags.subtract([.inserted, .updated])
    object.flags.formUnion([.deleted, .awaitsPropagation])
    pending.awaitingPropagation.append(object)
    noteActivity()
    if !propagatesDeletesAtEndOfEvent { propagateDeletions() }
  }

  /// Applies the delete rules of what was deleted, and of what that deletes.
  func propagateDeletions() {
    while !pending.awaitingPropagation.isEmpty {
      let objects = pending.awaitingPropagation
      pending.awaitingPropagation = []
      for object in objects where object.flags.contains(.awaitsPropagation) {
        object.flags.remove(.awaitsPropagation)
        propagateDeletion(of: object)
        if object.flags.contains(.neverSaved), !events.deleted.contains(object) { withdraw(object) }
      }
    }
  }

  private func propagateDeletion(of object: NSManagedObject) {
    let layout = object.layout
    for slot in layout.toOneSlots + layout.toManySlots {
      let relationship: EntityLayout.Relationship
      let destinations: [RowKey]
      switch layout.slots[slot].kind {
      case .toOne(let found):
        relationship = found
        guard relationship.deleteRule != .noActionDeleteRule else { continue }
        destinations = object.reference(slot).map { [$0] } ?? []
      case .toMany(let found):
        relationship = found
        guard relationship.deleteRule != .noActionDeleteRule else { continue }
        destinations = object.toMany(slot).current
      case .attribute: continue
      }
      switch relationship.deleteRule {
      case .cascadeDeleteRule:
        fill(destinations)
        for key in destinations {
          let destination = self.object(for: key)
          if !destination.flags.contains(.deleted) { markDeleted(destination) }
        }
      case .nullifyDeleteRule:
        guard let inverse = relationship.inverse else { continue }
        if case .toOne = layout.slots[slot].kind {} else { fill(destinations) }
        for key in destinations {
          let destination = self.object(for: key)
          if !destination.flags.contains(.deleted) { destination.forget(object, inverse) }
        }
      default: break
      }
    }
  }
}
