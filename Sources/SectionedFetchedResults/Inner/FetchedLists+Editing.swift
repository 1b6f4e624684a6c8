import CoreData
import OrderedRows

extension FetchedLists {
  /// A step, with the objects that its report needs.
  struct Step {
    let transition: ListTransition<ItemToken>
    /// Items that left the inner list, by ID: their objects cannot be asked for any more.
    let leaving: [NSManagedObjectID: NSManagedObject]
    /// The sections that may have another number of items, shown or not; none where all items are shown.
    let touched: Set<Int32>
  }

  /// Makes the step that an event describes.
  ///
  /// - Throws: `ListMismatch` when what was reported cannot have happened. The lists have to be built anew then.
  func apply(_ event: InnerEvent) throws -> Step {
    var edit = ListEdit<ItemToken>()
    var leaving: [NSManagedObjectID: NSManagedObject] = [:]
    var leftTokens: [ItemToken] = []
    // Objects that come unsaved with this very event are named once in it.
    let mayBeUnsaved = !unsaved.isEmpty
    unsaved.forgetLeft()
    unsavedSections.forgetLeft()
    if let reported = event.items {
      // Nearly always as they were reported, and then not copied.
      var changes = reported.touches.elements
      let isIncomplete =
        Self.innerMayPassOver || !replacing.isEmpty || check.hasUnreported || !reported.unplaced.isEmpty
      var tokens: [ItemToken] = []
      tokens.reserveCapacity(changes.count)
      for (number, touch) in reported.touches.enumerated() {
        let token = mayBeUnsaved || touch.name.isTemporary ? token(of: touch.name) : touch.name.ownToken
        tokens.append(token)
        if isIncomplete { complete(&changes[number], of: touch.name, token, reported.unplaced.contains(number)) }
        if touch.new == nil {
          leftTokens.append(token)
          let object = touch.name.knownObject ?? (items.isTemporary(token) ? unsaved.object(token) : nil)
          if let object { leaving[object.objectID] = object }
        } else if touch.old == nil, items.isTemporary(token), let object = touch.name.knownObject {
          unsaved.add(object, token)
        }
      }
      edit.items = ElementChanges(names: tokens, elements: changes)
    }
    edit.removedGroups = event.items?.removedGroups ?? []
    edit.newGroups = (event.items?.newGroups ?? []).map { .init(index: $0.index, key: current($0.key)) }
    var regrouped: Set<ItemToken> = []
    if !replacing.isEmpty {
      for token in edit.items.names where replacing.remove(token) != nil {
        regrouped.insert(token)
        refreshes.noteReported(token)
      }
      // Later, while the inner list is ahead: its groups could not be compared then.
      edit.forgetsOldKeys = replacing.isEmpty && refreshes.allArePlaced && pending.isEmpty
      if replacing.isEmpty { refreshes.forgetReported() }
    }
    let newObjects = addSections(event.sections ?? [], to: &edit)
    if items.isSplit { throw ListMismatch.sharedName }
    let oldKeys = edit.forgetsOldKeys ? engine.aliasedKeys : []
    let left = sectionsLeft(by: edit)
    var transition = try engine.apply(edit)
    try checkNames(event)
    if Self.innerMayPassOver, pending.isEmpty { try checkKeys(edit, event, regrouped) }
    if let items = event.items {
      try checkItems(edit)
      // With more to come of the same event, places can be compared only after it.
      if !pending.isEmpty {
        for touch in items.touches where touch.new != nil { check.note(namedItem: object(of: touch.name)) }
      }
    }
    if event.sections != nil {
      if pending.isEmpty { try checkSections(edit) } else { check.noteAhead() }
    }
    // Only now: the groups of the inner list are the engine's.
    if oldKeys.contains(where: hasOtherKey(group:)) { throw ListMismatch.staleKey }
    if pending.isEmpty, hasMissed { throw ListMismatch.itemPlace }
    adopt(newObjects, edit: edit)
    if pending.isEmpty, Self.innerMayPassOver { try checkOrder(edit) }
    if !unsaved.isEmpty { for token in leftTokens { unsaved.remove(token) } }
    let touched = sectionsTouched(by: edit, leaving: left, transition.old)
    followAggregates(of: edit, event.items?.touches.names ?? [], in: touched, to: &transition)
    return Step(
      transition: transition, leaving: leaving, touched: engine.version.policies.hasLimits ? touched : [])
  }

  /// Adds to a reported change the properties and the old place that the report lacks.
  ///
  /// - Parameter isUnplaced: whether the item was in the list, at a place that was not reported.
  private func complete(
    _ change: inout ElementChange<RowPlace>, of subject: InnerSubject, _ token: ItemToken, _ isUnplaced: Bool
  ) {
    var keys = keys(change.keys, of: subject, token)
    // Reported late, when the object does not have its changes any more.
    if check.hasUnreported, let known = check.takeItem(object(of: subject)), keys?.isEmpty ?? true { keys = known.keys }
    change.setKeys(keys)
    // A change reported without a place: find it, at the cost of looking.
    if isUnplaced { change.old = engine.place(of: token) }
  }

  /// Whether rows are in a group under a key that is theirs no more: the inner list grouped them by a newer key than the
  /// context had.
  private func hasOtherKey(group key: GroupKey) -> Bool {
    engine.groups(withKey: key).contains { self.key(ofGroup: $0) != key }
  }

  /// - Returns: the objects of the new sections, in the order of the edit.
  private func addSections(_ touches: [InnerEvent.Section], to edit: inout ListEdit<ItemToken>) -> [NSManagedObject] {
    var newObjects: [NSManagedObject] = []
    for touch in touches {
      defer { check.forgetSection(touch.object) }
      let slot = slot(of: touch)
      switch (slot, touch.new) {
      case (nil, nil): break
      case (nil, let index?):
        edit.newSections.append(.init(index: index, key: current(touch.key), isFolded: folding[touch.object]))
        newObjects.append(touch.object)
      case (let slot?, nil):
        edit.removedSections.append(slot)
      case (let slot?, let index?):
        let keys = sectionKeys(of: touch)
        edit.touchedSections.append(
          .init(slot: slot, index: index, key: current(touch.key), isRevised: keys != [], keys: keys))
      }
    }
    return newObjects
  }

  /// The slot of a section that an event names. An object that is gone may be reported as another instance with its ID:
  /// then it is looked for at the place that was reported, and only then everywhere.
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

  /// The properties of a section that changed; nil when they cannot be known.
  func sectionKeys(of touch: InnerEvent.Section) -> Set<String>? {
    if isRefreshedUnchanged(touch.object) { return withoutItems(touch.changedKeys ?? keysTakenIn(touch.object)) }
    var keys = eventKeys.settled(touch.changedKeys, of: touch.subject)
    if keys?.isEmpty ?? true, let known = check.section(touch.object) { keys = known.keys }
    return withoutItems(keys)
  }

  /// The properties of an object that changed; nil when they cannot be known. For an object that was refreshed only to
  /// be placed anew, there are none unless the refresh changed some, or the object depends on something that changed.
  private func keys(_ reported: Set<String>?, of subject: InnerSubject, _ token: ItemToken) -> Set<String>? {
    if replacing.isEmpty, !Self.innerMayPassOver { return eventKeys.settled(reported, of: subject) }
    let object = object(of: subject)
    if replacing.contains(token) && isPlacedAnewOnly(object) && !revised.contains(object.objectID)
      || isRefreshedUnchanged(object)
    {
      return reported ?? keysTakenIn(object)
    }
    return eventKeys.settled(reported, of: subject)
  }

  /// Gives slots to new section objects, and forgets those of removed ones.
  private func adopt(_ newObjects: [NSManagedObject], edit: ListEdit<ItemToken>) {
    for slot in edit.removedSections {
      if let object = objects[Int(slot)] {
        slots[ObjectIdentifier(object)] = nil
        unsavedSections.remove(object)
      }
      objects[Int(slot)] = nil
    }
    for (object, section) in zip(newObjects, edit.newSections) {
      let slot = engine.order[section.index]
      while objects.count <= Int(slot) { objects.append(nil) }
      objects[Int(slot)] = object
      slots[ObjectIdentifier(object)] = slot
      unsavedSections.add(object)
    }
  }

  /// Throws when an inner controller grouped an item with items of another key, because it compares keys by their
  /// texts.
  private func checkNames(_ event: InnerEvent) throws {
    guard let touches = event.items?.touches else { return }
    for touch in touches {
      guard let place = touch.new, items.mayShareName(at: place) else { continue }
      if !engine.isGroup(at: place, of: path.key(ofItem: object(of: touch.name))) { throw ListMismatch.sharedName }
    }
  }

  /// Throws when an item is in a group of another key: one that was to be grouped anew, which an inner controller that does
  /// not report a section's coming and going leaves where it was, or one that was reported in place. Its group may have
  /// got its key from an object that was older than the store.
  private func checkKeys(_ edit: ListEdit<ItemToken>, _ event: InnerEvent, _ regrouped: Set<ItemToken>) throws {
    guard let touches = event.items?.touches else { return }
    for (item, touch) in zip(edit.items, touches) {
      guard let place = item.new, item.old == place || regrouped.contains(item.name) else { continue }
      let key = path.key(ofItem: object(of: touch.name))
      if !engine.isGroup(at: place, of: key) { throw ListMismatch.wrongGroup }
    }
  }

  /// Compares counts of what was touched with what the inner controller shows, if it has not gone on since.
  ///
  /// - Complexity: O(touched).
  private func checkItems(_ edit: ListEdit<ItemToken>) throws {
    guard pending.isEmpty else { return }
    let (engine, items) = (engine, items)
    guard engine.groupCount == items.groupCount, engine.rowCount == items.rowCount else { throw ListMismatch.counts }
    for item in edit.items {
      guard let place = item.new else { continue }
      guard engine.token(at: place) == item.name,
        engine.rowCount(ofGroup: place.section) == items.rowCount(ofGroup: place.section)
      else { throw ListMismatch.counts }
    }
  }

  /// Does the same for sections. One list may go on before the other when an event is split, so each is checked by
  /// itself.
  private func checkSections(_ edit: ListEdit<ItemToken>) throws {
    guard engine.order.count == sections.count else { throw ListMismatch.counts }
    for section in edit.touchedSections {
      let (inner, known) = (sections.object(at: section.index), objects[Int(section.slot)])
      // Another instance may be made of an object that was deleted before it was saved.
      guard inner === known || inner.objectID == known?.objectID else { throw ListMismatch.counts }
    }
  }

  /// Compares sections with those of an inner controller that may be ahead of its reports: all of them after an event
  /// whose indices may be those of a later list, otherwise the one before each touched one, which has been compared.
  ///
  /// - Complexity: O(touched), or O(sections).
  private func checkOrder(_ edit: ListEdit<ItemToken>) throws {
    let touched = (edit.touchedSections.map(\.index) + edit.newSections.map(\.index)).map { $0 - 1 }
    let places = check.takeIsAhead() ? Array(engine.order.indices) : touched.filter { $0 >= 0 }
    for place in places {
      guard place < sections.count, objects[Int(engine.order[place])]?.objectID == sections.object(at: place).objectID
      else { throw ListMismatch.counts }
    }
  }
}
