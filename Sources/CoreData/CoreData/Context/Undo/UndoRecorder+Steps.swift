/// The steps that undo events.
extension UndoRecorder {
  /// Creates the step that undoes the changes since the last event. Nil without changes, or without an undo manager
  /// whose registration is enabled.
  ///
  /// - Complexity: O(changes, and the destinations of changed ordered relationships). The relationships of deleted
  ///   objects are read.
  func makeUndoStep() -> UndoStep? {
    guard let manager = registeringUndoManager, manager.isUndoRegistrationEnabled, !changes.event.isEmpty else {
      return nil
    }
    var step = UndoStep()
    step.inserted = Array(changes.event.inserted.all)
    for object in changes.event.updated.all where !changes.event.inserted.contains(object) {
      let former = formerChanges(of: object)
      if !former.isEmpty { step.changed.append(former) }
    }
    for object in changes.event.deleted.all where !object.flags.contains(.gone) {
      step.deleted.append(formerWhole(of: object))
    }
    return step.isEmpty ? nil : step
  }

  private func formerChanges(of object: NSManagedObject) -> UndoStep.Former {
    var former = UndoStep.Former(object: object)
    guard let recorded = object.state?.changes else { return former }
    for (slot, old) in recorded.start.entries where !old.isSame(as: object.current(slot)) {
      former.values.append((slot, held(old)))
    }
    for slot in recorded.toMany.slots {
      guard case .toMany(let relationship) = object.layout.slots[slot].kind else { continue }
      if relationship.isOrdered {
        former.lists.append((slot, destinations(slot, of: object)))
      } else if !isDecidedByDestinations(relationship) {
        for (key, isAddition) in recorded.destinations.steps(of: slot) {
          if let destination = graph.objectUnlessGone(key) { former.steps.append((slot, destination, isAddition)) }
        }
      }
    }
    return former
  }

  /// All values, because the object may have to be recreated from them.
  private func formerWhole(of object: NSManagedObject) -> UndoStep.Former {
    var former = UndoStep.Former(object: object)
    object.fireIfFault()
    let layout = object.layout
    for slot in layout.attributeSlots + layout.toOneSlots {
      former.values.append((slot, held(object.state?.changes.start[slot] ?? object.current(slot))))
    }
    for slot in layout.toManySlots {
      guard case .toMany(let relationship) = layout.slots[slot].kind, !isDecidedByDestinations(relationship) else {
        continue
      }
      former.lists.append((slot, destinations(slot, of: object)))
    }
    return former
  }

  /// Whether a to-many relationship follows completely from its destinations' own values, which the step also
  /// contains.
  private func isDecidedByDestinations(_ relationship: EntityLayout.Relationship) -> Bool {
    guard !relationship.isOrdered, let inverse = relationship.inverse,
      case .toOne = graph.model.entities[relationship.destination].slots[inverse].kind
    else { return false }
    return true
  }

  private func held(_ value: Value) -> UndoStep.Held {
    if case .reference(let key) = value { .destination(graph.objectUnlessGone(key)) } else { .value(value) }
  }

  /// The destinations of a to-many relationship before the event.
  private func destinations(_ slot: Int, of object: NSManagedObject) -> [NSManagedObject] {
    let current = object.toMany(slot).current
    let keys = object.state?.changes.destinations.destinations(slot, before: current) ?? current
    return keys.compactMap(graph.objectUnlessGone)
  }
}
