import CoreData
import OrderedRows

extension FetchedLists {
  /// The transition that an event causes, with the objects that its report needs.
  struct Step {
    let transition: ListTransition<ItemToken>
    /// The items that left the inner list, by ID. The context may no longer return their objects.
    let leaving: [NSManagedObjectID: NSManagedObject]
    /// The sections that may have another number of items, shown or not; empty if all items are shown.
    let touched: Set<Int32>
  }

  /// Applies an event to the engine and the aggregates.
  ///
  /// - Throws: `ListMismatch` if the reports contradict the lists. The lists must be rebuilt then.
  func apply(_ event: InnerEvent) throws -> Step {
    var edit = ListEdit<ItemToken>()
    var leaving: [NSManagedObjectID: NSManagedObject] = [:]
    var leftTokens: [ItemToken] = []
    // Read before this event adds unsaved objects: such an object occurs only once in the event that inserts it.
    let mayBeUnsaved = !unsaved.isEmpty
    unsaved.forgetLeft()
    unsavedSections.forgetLeft()
    if let reported = event.items {
      // Usually unchanged, and then the array is not copied.
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
      // Old keys are kept while events wait, because the inner list is ahead and its groups cannot be compared.
      edit.forgetsOldKeys = replacing.isEmpty && refreshes.allArePlaced && pending.isEmpty
      if replacing.isEmpty { refreshes.forgetReported() }
    }
    let newObjects = addSections(event.sections ?? [], to: &edit)
    if items.isSplit { throw ListMismatch.sharedName }
    let oldKeys = edit.forgetsOldKeys ? engine.aliasedKeys : []
    let left = sectionsLeft(by: edit)
    var transition = try engine.apply(edit)
    try checkNames(event)
    if Self.innerMayPassOver { try checkKeys(edit, event, regrouped) }
    if let items = event.items {
      try checkItems(edit)
      // While more of the event waits, places cannot be compared. Record the items to compare them later.
      if !pending.isEmpty {
        for touch in items.touches where touch.new != nil { check.note(namedItem: object(of: touch.name)) }
      }
    }
    if event.sections != nil {
      if pending.isEmpty { try checkSections(edit) } else { check.noteAhead() }
    }
    // Checked only now, when the engine has the inner list's groups.
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
    // A late report: the object has lost its changes by now.
    if check.hasUnreported, let known = check.takeItem(object(of: subject)), keys?.isEmpty ?? true { keys = known.keys }
    // The report has no old place, so search for it.
    if isUnplaced { change.old = engine.place(of: token) }
    if Self.innerMayPassOver, keys == [], hasLeftItsSection(change, object(of: subject)) { keys = nil }
    change.setKeys(keys)
  }

  /// Whether an item changed its section itself, because its former section has the same key as before. Its changed
  /// properties are unknown if the context has read the item again before a notification named it.
  private func hasLeftItsSection(_ change: ElementChange<RowPlace>, _ object: NSManagedObject) -> Bool {
    guard path.relationships.count == 1, let old = change.old, change.new != nil, old.section < engine.groupCount,
      !engine.isGroup(at: old, of: path.key(ofItem: object))
    else { return false }
    return engine.slots(ofRowsAt: CollectionOfOne(old)).allSatisfy { slot in
      objects[Int(slot)].map { path.key(of: $0) == engine.key(of: slot) } ?? false
    }
  }

  /// Whether a group with this key has rows with another one, because the inner list grouped them by a newer key than
  /// the context had.
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

  /// The slot of a section in an event. A deleted object may be reported as another instance with the same ID. Then the
  /// reported index is tried first, and all sections after it.
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

  /// The properties of an object that changed; nil when they cannot be known. If the object was refreshed only to be
  /// moved, there are none unless the refresh changed some or a dependency of the object changed.
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

  /// Records the slots of new section objects, and forgets those of removed ones.
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

  /// Throws when an item is in a group of another key. Three kinds of items are checked: items that were refreshed to
  /// change their group, which an inner controller may leave in the old one; items reported in place, whose group may
  /// have got its key from an object older than the store; and items of groups without a key, which may have got none
  /// because all their items had left the context. Other items are not, because a callback may have changed a section's
  /// key, and the new key does not count until the context has processed it.
  ///
  /// While more events wait, a later one may report the item's group. The items are then checked after the last one.
  private func checkKeys(_ edit: ListEdit<ItemToken>, _ event: InnerEvent, _ regrouped: Set<ItemToken>) throws {
    for (item, touch) in zip(edit.items, event.items?.touches ?? InnerChanges()) {
      guard let place = item.new,
        item.old == place || regrouped.contains(item.name) || engine.isGroup(at: place, of: .none)
      else { continue }
      if pending.isEmpty {
        try checkKey(of: object(of: touch.name), at: place)
      } else {
        check.note(uncheckedItem: object(of: touch.name))
      }
    }
    guard pending.isEmpty else { return }
    for object in check.takeUncheckedItems() {
      if let place = items.place(of: object) { try checkKey(of: object, at: place) }
    }
  }

  private func checkKey(of item: NSManagedObject, at place: RowPlace) throws {
    if !engine.isGroup(at: place, of: path.key(ofItem: item)) { throw ListMismatch.wrongGroup }
  }

  /// Compares the touched items, and the counts of their groups, with the inner controller, unless more events wait.
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

  /// Compares the touched sections with the inner controller. Each list is checked by itself, because a split event may
  /// reach one of them first.
  private func checkSections(_ edit: ListEdit<ItemToken>) throws {
    guard engine.order.count == sections.count else { throw ListMismatch.counts }
    for section in edit.touchedSections {
      let (inner, known) = (sections.object(at: section.index), objects[Int(section.slot)])
      // The inner controller may have another instance of an object that was deleted before its first save.
      guard inner === known || inner.objectID == known?.objectID else { throw ListMismatch.counts }
    }
  }

  /// Compares sections with an inner controller that may be ahead of its reports. If the indices of an earlier event
  /// may be those of a later list, all sections are compared. Otherwise only the section before each touched one is.
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
