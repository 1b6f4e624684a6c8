import CoreData

extension FetchedLists {
  /// What a step is told with besides its places.
  struct Step {
    let transition: ListTransition<ItemToken>
    /// Items that left the inner list, by name: their objects cannot be asked for any more.
    let leaving: [NSManagedObjectID: NSManagedObject]
  }

  /// Makes the step that an event describes.
  ///
  /// - Throws: `ListMismatch` when what was told cannot have happened. The lists have to be built anew then.
  func apply(_ event: InnerEvent) throws(ListMismatch) -> Step {
    var edit = ListEdit<ItemToken>()
    var leaving: [NSManagedObjectID: NSManagedObject] = [:]
    for touch in event.items?.touches ?? [] {
      let token = token(of: touch.object)
      var keys = keys(of: touch.object, touch.changedKeys)
      var old = touch.old
      // Told late, when the object does not say any more what changed.
      if !untold.isEmpty, let known = untold.items.removeValue(forKey: ObjectIdentifier(touch.object)), keys == [] {
        keys = known.keys
      }
      // A change told without a place: find it, at the cost of looking.
      if old == nil, !touch.isNew { old = engine.place(of: token) }
      edit.items.append(.init(token: token, old: old, new: touch.new, isRevised: keys != [], keys: keys))
      if touch.new == nil {
        leaving[id(of: token)] = touch.object
      } else if touch.old == nil, touch.object.objectID.isTemporaryID {
        unsaved[ObjectIdentifier(touch.object)] = (touch.object, token)
      }
    }
    edit.removedGroups = event.items?.removedGroups ?? []
    edit.newGroups = (event.items?.newGroups ?? []).map { .init(index: $0.index, key: $0.key) }
    if !replacing.isEmpty {
      for item in edit.items { replacing.remove(item.token) }
      edit.forgetsOldKeys = replacing.isEmpty
    }
    let newObjects = addSections(event.sections ?? [], to: &edit)
    let transition = try engine.apply(edit)
    if let items = event.items {
      try checkItems(edit)
      // With more to come of the same event, places can be compared only after it.
      if !pending.isEmpty { facts.mentioned += items.touches.filter { $0.new != nil }.map(\.object) }
    }
    if event.sections != nil { try checkSections(edit) }
    if pending.isEmpty, !facts.mentioned.isEmpty, hasMissed { throw .itemPlace }
    adopt(newObjects, edit: edit)
    if !unsaved.isEmpty { for object in leaving.values { unsaved[ObjectIdentifier(object)] = nil } }
    return Step(transition: transition, leaving: leaving)
  }

  /// - Returns: the objects of the new sections, in the order of the edit.
  private func addSections(_ touches: [InnerEvent.Section], to edit: inout ListEdit<ItemToken>) -> [Section] {
    var newObjects: [Section] = []
    for touch in touches {
      defer { untold.sections[ObjectIdentifier(touch.object)] = nil }
      let slot = slot(of: touch)
      switch (slot, touch.new) {
      case (nil, nil): break
      case (nil, let index?):
        guard let object = touch.object as? Section else { break }
        edit.newSections.append(.init(index: index, key: touch.key))
        newObjects.append(object)
      case (let slot?, nil):
        edit.removedSections.append(slot)
      case (let slot?, let index?):
        let keys = sectionKeys(of: touch)
        edit.touchedSections.append(
          .init(slot: slot, index: index, key: touch.key, isRevised: keys != [], keys: keys))
      }
    }
    return newObjects
  }

  /// The slot of a section that an event names. An object that is gone may be told by another instance with its ID:
  /// then it is looked for where it was told to be, and only then everywhere.
  private func slot(of touch: InnerEvent.Section) -> Int32? {
    if let slot = slots[ObjectIdentifier(touch.object)] { return slot }
    if touch.isNew { return nil }
    if let old = touch.old, old < engine.order.count,
      objects[Int(engine.order[old])]?.objectID == touch.object.objectID
    {
      return engine.order[old]
    }
    return slot(of: touch.object)
  }

  /// The properties of a section that changed. Items that come and go change the section's side of their relationship,
  /// and that is no news of the section, unless it depends on them.
  func sectionKeys(of touch: InnerEvent.Section) -> Set<String>? {
    var keys = keys(of: touch.object, touch.changedKeys)
    if keys == [], let known = untold.sections[ObjectIdentifier(touch.object)] { keys = known.keys }
    if let inverse = path.inverse, !sectionDependencies.contains(where: { $0.first == inverse }) {
      keys?.remove(inverse)
    }
    return keys
  }

  /// The properties of an object that changed, none when it is only to be placed anew; nil when they cannot be known.
  private func keys(of object: NSManagedObject, _ keys: Set<String>?) -> Set<String>? {
    if !replacing.isEmpty, replacing.contains(token(of: object)) { return keys ?? [] }
    return eventKeys.settled(keys, of: object, facts)
  }

  /// Gives slots to new section objects, and forgets those of removed ones.
  private func adopt(_ newObjects: [Section], edit: ListEdit<ItemToken>) {
    for slot in edit.removedSections {
      if let object = objects[Int(slot)] { slots[ObjectIdentifier(object)] = nil }
      objects[Int(slot)] = nil
    }
    for (object, section) in zip(newObjects, edit.newSections) {
      let slot = engine.order[section.index]
      while objects.count <= Int(slot) { objects.append(nil) }
      objects[Int(slot)] = object
      slots[ObjectIdentifier(object)] = slot
    }
  }

  /// Compares counts of what was touched with what the inner controller shows, if it has not gone on since.
  ///
  /// - Complexity: O(touched).
  private func checkItems(_ edit: ListEdit<ItemToken>) throws(ListMismatch) {
    guard pending.isEmpty else { return }
    guard engine.groupCount == items.groupCount, engine.rowCount == items.rowCount else { throw .counts }
    for item in edit.items {
      guard let place = item.new else { continue }
      guard engine.token(at: place) == item.token,
        engine.rowCount(ofGroup: place.group) == items.rowCount(ofGroup: place.group)
      else { throw .counts }
    }
  }

  /// The same for sections. A split event may have the one list go on before the other, so each is checked by itself.
  private func checkSections(_ edit: ListEdit<ItemToken>) throws(ListMismatch) {
    guard pending.isEmpty else { return }
    guard engine.order.count == sections.count else { throw .counts }
    for section in edit.touchedSections {
      guard sections.object(at: section.index) === objects[Int(section.slot)] else { throw .counts }
    }
  }
}
