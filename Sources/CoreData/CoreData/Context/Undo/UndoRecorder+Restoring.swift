import Foundation

/// Undoing an event.
extension UndoRecorder {
  /// Undoes the changes of an event.
  ///
  /// Deleted objects are inserted again first, so that relationships can refer to them. Inserted objects are removed
  /// last, when no relationship refers to them any more. Delete rules are not applied, because their effects are part
  /// of the event.
  ///
  /// - Parameter isAwaited: returns whether the deletion of an object is still to be delivered.
  func restore(_ step: UndoStep, isAwaited: (NSManagedObject) -> Bool) {
    for former in step.deleted.reversed() { bringBack(former, isAwaited) }
    // Checked again before each object, because filling a fault calls `awakeFromFetch`, in which the program may
    // reset the context or delete an object of the step.
    let formers = (step.changed + step.deleted).filter { isHere($0.object) }
    for former in formers { restoreValues(former) }
    for former in formers where isHere(former.object) { restoreLists(former) }
    let inserted = step.inserted.filter(isHere)
    for object in inserted.reversed() where isHere(object) { takeOut(object) }
    for former in step.deleted { former.object.awake(fromSnapshotEvents: .undoDeletion) }
    for former in step.changed where isHere(former.object) && !former.isOnlyImplied {
      former.object.awake(fromSnapshotEvents: .undoUpdate)
    }
    for object in inserted { object.awake(fromSnapshotEvents: .undoInsertion) }
    changes.propagateDeletions()
  }

  private func isHere(_ object: NSManagedObject) -> Bool {
    guard object.registry === graph.registry, !object.flags.contains(.withdrawn) else { return false }
    object.fireIfFault()
    return object.flags.isDisjoint(with: [.deleted, .gone])
  }

  /// Inserts a deleted object again. If it was never saved, it gets its former ID again.
  private func bringBack(_ former: UndoStep.Former, _ isAwaited: (NSManagedObject) -> Bool) {
    let object = former.object
    guard object.registry === graph.registry, !object.flags.contains(.gone) else { return }
    guard object.flags.contains(.withdrawn) else {
      if object.flags.contains(.deleted) { changes.undelete(object) }
      return
    }
    if !object.flags.contains(.neverSaved) { changes.renewID(of: object, isAwaited) }
    var values = object.kind.defaults
    for case (let slot, .value(let value)) in former.values { values[slot] = value }
    object.content.start(with: ObjectState(UnsavedValues(values, formerVersion: object.formerVersion)))
    changes.enterInserted(object)
  }

  /// Sets the values and relationships of an object in the context to those before the event.
  private func restoreValues(_ former: UndoStep.Former) {
    let object = former.object
    for (slot, held) in former.values where isHere(object) {
      switch (held, object.layout.slots[slot].kind) {
      case (.value(let value), .attribute): object.setCurrent(value, slot)
      case (.destination(let destination), .toOne(let relationship)):
        object.setDestination(destination.flatMap { isHere($0) ? $0 : nil }, slot, relationship)
      case (.value, .toOne(let relationship)): object.setDestination(nil, slot, relationship)
      default: break
      }
    }
    for (slot, destination, wasAddition) in former.steps.reversed()
    where isHere(destination) && isHere(object) {
      if wasAddition {
        object.removeDestination(destination, slot)
      } else {
        object.addDestination(destination, slot)
      }
    }
  }

  /// Restores the order of to-many relationships. Must run after `restoreValues`, because restoring the other side
  /// appends the object at the end of the list.
  private func restoreLists(_ former: UndoStep.Former) {
    for (slot, destinations) in former.lists where isHere(former.object) {
      guard case .toMany(let relationship) = former.object.layout.slots[slot].kind else { continue }
      former.object.setDestinations(destinations.filter(isHere), slot, relationship)
    }
  }

  /// Undoes an insertion: removes the object from all relationships and deletes it without applying delete rules.
  private func takeOut(_ object: NSManagedObject) {
    let layout = object.layout
    for slot in layout.toOneSlots {
      guard case .toOne(let relationship) = layout.slots[slot].kind, relationship.inverse != nil else { continue }
      object.setDestination(nil, slot, relationship)
    }
    for slot in layout.toManySlots {
      guard case .toMany(let relationship) = layout.slots[slot].kind, relationship.inverse != nil else { continue }
      object.setDestinations([], slot, relationship)
    }
    changes.pending.delete(object, hasRow: !object.flags.contains(.inserted))
    changes.event.noteDeletion(of: object)
    object.lifeCycle.delete()
    if object.flags.contains(.neverSaved), !changes.event.deleted.contains(object) { changes.withdraw(object) }
    scheduler.noteActivity()
  }
}
