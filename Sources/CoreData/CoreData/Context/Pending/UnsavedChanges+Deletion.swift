import Foundation

/// Deletion and delete rules.
extension UnsavedChanges {
  /// Marks an object as deleted. Its own delete rules are applied later.
  ///
  /// - Parameter owner: the deleted object whose delete rule deletes this one; nil if the program deletes it.
  func markDeleted(_ object: NSManagedObject, with owner: NSManagedObject? = nil) {
    guard object.registry === graph.registry, !object.flags.contains(.withdrawn) else {
      fatalError("\(object.objectName) is not in this context: only the context of an object can delete it.")
    }
    guard !object.flags.contains(.deleted) else { return }
    object.prepareForDeletion()
    // The callback may have reset the context, deleted the object, or undone the deletion of the owner.
    guard object.registry === graph.registry, object.flags.isDisjoint(with: [.deleted, .withdrawn]) else { return }
    if let owner, !owner.flags.contains(.deleted) { return }
    pending.delete(object, hasRow: !object.flags.contains(.inserted))
    event.noteDeletionByProgram(of: object)
    object.lifeCycle.delete()
    object.lifeCycle.begin(.awaitsPropagation)
    scheduler.noteActivity()
  }

  /// Applies the delete rules of deleted objects, and of the objects that these rules delete.
  func propagateDeletions() {
    if pending.awaitingPropagation.isEmpty || isPropagating { return }
    isPropagating = true
    defer { isPropagating = false }
    while !pending.awaitingPropagation.isEmpty {
      let objects = pending.takeAwaitingPropagation()
      let unread = objects.filter { $0.flags.contains(.fault) && $0.row == nil }
      if unread.count > 1 { graph.fill(unread.map(\.key)) }
      for object in objects where object.flags.contains(.awaitsPropagation) {
        object.lifeCycle.end(.awaitsPropagation)
        propagateDeletion(of: object)
        if object.flags.contains(.neverSaved), !event.deleted.contains(object) { withdraw(object) }
      }
    }
  }

  private func propagateDeletion(of object: NSManagedObject) {
    let layout = object.layout
    for slot in layout.toOneSlots {
      guard object.flags.contains(.deleted), case .toOne(let relationship) = layout.slots[slot].kind,
        relationship.isPropagated, let key = object.reference(slot)
      else { continue }
      propagateDeletion(of: object, to: key, relationship)
    }
    for slot in layout.toManySlots {
      guard object.flags.contains(.deleted), case .toMany(let relationship) = layout.slots[slot].kind,
        relationship.isPropagated
      else { continue }
      let destinations = object.toMany(slot).current
      graph.fill(destinations)
      for key in destinations where object.flags.contains(.deleted) {
        propagateDeletion(of: object, to: key, relationship)
      }
    }
  }

  private func propagateDeletion(
    of object: NSManagedObject, to key: RowKey, _ relationship: EntityLayout.Relationship
  ) {
    guard let destination = graph.objectUnlessGone(key), !destination.flags.contains(.deleted) else { return }
    if relationship.deleteRule == .cascadeDeleteRule {
      markDeleted(destination, with: object)
    } else if let inverse = relationship.inverse {
      destination.forget(object.key, inverse)
    }
  }
}

extension EntityLayout.Relationship {
  /// Whether the deletion of an object changes the destinations of the relationship.
  fileprivate var isPropagated: Bool {
    switch deleteRule {
    case .cascadeDeleteRule: true
    case .nullifyDeleteRule: inverse != nil
    // The program does not see an implied inverse and cannot set it to nil, so it is nullified here.
    case .noActionDeleteRule: hasImpliedInverse
    default: false
    }
  }
}
