import Foundation

/// After a save: pending changes become the saved state.
extension ContextSaver {
  func finish(_ outcome: SaveOutcome) {
    let notice = ContextNotice()
    graph.forgetRow()
    notice.event.storeChanged = true
    notice.event.saves = outcome.numbers
    var saved = SavedChanges(numbers: outcome.numbers)
    var written = SavedObjects()
    // Updated only because an owner's relationship changed. The program is not notified of these objects.
    var quiet = ObjectList()
    for (save, result) in outcome.parts {
      if let number = result.transaction, let store = save.target as? NSPersistentStore {
        saved.transactions[store.identifier] = number
      }
      let promotions = promotions(of: save, result)
      func computed(_ key: RowKey) -> SlotSet {
        SlotSet(graph.model[key].derivedSlots).union(result.triggered[Int(key.entity)] ?? SlotSet())
      }
      var derived = Dictionary(result.derived.map { ($0.key, $0) }) { first, _ in first }
      for (object, row) in zip(save.inserted, result.inserted) {
        let old = object.key
        if old != row.key {
          graph.registry.promote(object, to: row.key)
          notice.event.promotions.append(ContextEvent.Promotion(temporary: old, permanent: row.key))
        }
        saved.inserted.append(row)
        noteDerived(computed(row.key), in: row, of: object, outcome.settled, notice)
        commit(object, row, promotions)
      }
      for ((object, row), update) in zip(zip(save.updated, result.updated), save.changes.updated) {
        let derived = noteDerived(computed(row.key), in: row, of: object, outcome.settled, notice)
        let slots = SlotSet(update.slots).union(object.changedToManySlots).union(derived)
        saved.updated.append(SavedChanges.Update(key: row.key, row: row, slots: slots))
        if !update.slots.isEmpty, slots.isSubset(of: object.layout.impliedSlots) { quiet.insert(object) }
        commit(object, row, promotions)
      }
      for object in save.touched {
        var slots = object.changedToManySlots
        let row = derived.removeValue(forKey: object.key)
        if row != nil { slots.formUnion(computed(object.key)) }
        if !slots.isEmpty { saved.updated.append(SavedChanges.Update(key: object.key, row: row, slots: slots)) }
        commit(object, object.row, promotions)
        if let row { adoptDerived(computed(row.key), row, outcome.settled, notice) }
      }
      for row in result.derived where derived[row.key] != nil {
        let slots = computed(row.key)
        saved.updated.append(SavedChanges.Update(key: row.key, row: row, slots: slots))
        adoptDerived(slots, row, outcome.settled, notice)
      }
      for object in save.deleted {
        saved.deleted.append(object.key)
        // Undo may insert the object again, so its state needs the permanent keys.
        if !promotions.isEmpty { object.state?.promote(promotions) }
        changes.withdraw(object)
      }
      written.inserted += save.inserted
      written.updated += save.updated + save.touched
      written.deleted += save.deleted
    }
    changes.pending.removeSaved([written.inserted, written.updated])
    if !quiet.isEmpty { written.updated.removeAll(where: quiet.contains) }
    if !events.isSilent, !scheduler.isInBlock { graph.keepReached([NSManagedObject](written.inserted)) }
    let settled = outcome.settled.all.filter { !$0.flags.contains(.withdrawn) }
    notice.event.refreshed = settled.map(\.key)
    notice.refreshed += settled
    events.noteLosses(settled.map(\.key))
    saved.besides = events.takeUnmergedKeys()
    for object in settled { object.awake(fromSnapshotEvents: .mergePolicy) }
    events.announce(notice, callerMerges: true)
    for object in written.deleted { object.lifeCycle.begin(.deletionSaved) }
    for object in written.all { object.didSave() }
    for object in written.deleted { object.lifeCycle.end(.deletionSaved) }
    if parentLink.superior == nil {
      graph.registry.coordinator?.noteSave(
        of: saved.versions, to: outcome.parts.compactMap { $0.save.target as? NSPersistentStore })
    }
    guard !events.isSilent else { return }
    post(written, saved)
    broadcast(saved)
  }

  /// Reports the attributes that the store computed for a saved object.
  ///
  /// - Parameter computed: the attributes that the store may have computed.
  /// - Returns: those of the attributes whose values changed.
  @discardableResult
  private func noteDerived(
    _ computed: SlotSet, in row: Row, of object: NSManagedObject, _ settled: ObjectList, _ notice: ContextNotice
  ) -> SlotSet {
    let slots = SlotSet(computed.slots.filter { !object.current($0).isSame(as: row[$0]) })
    // An object with changes of a merge policy is already reported as refreshed.
    if slots.isEmpty || settled.contains(object) { return slots }
    notice.event.updated.append(ContextEvent.Update(key: row.key, slots: slots))
    notice.event.updatedRows.append(row)
    notice.refreshed.append(object)
    return slots
  }

  /// Takes over attributes that the store computed for an object that was not saved itself.
  private func adoptDerived(_ computed: SlotSet, _ row: Row, _ settled: ObjectList, _ notice: ContextNotice) {
    let slots = computed.slots
    if let object = graph.entry(for: row.key), let old = object.row,
      object.flags.isDisjoint(with: [.gone, .deleted])
    {
      // The object's row may be older than the stored one. Its other values come with a merge.
      guard slots.contains(where: { !old[$0].isSame(as: row[$0]) }) else { return }
      merger.replaceRow(of: object, by: old.taking(slots, from: row))
      // An object with changes of a merge policy is already reported as refreshed.
      if settled.contains(object) { return }
      if !object.flags.contains(.fault) { notice.refreshed.append(object) }
    }
    notice.event.updated.append(ContextEvent.Update(key: row.key, slots: computed))
    notice.event.updatedRows.append(row)
  }

  /// The permanent keys of new objects by temporary key. Empty if no to-many relationship and no deleted object may
  /// refer to them.
  private func promotions(of save: StoreSave, _ result: StoreSaveResult) -> [RowKey: RowKey] {
    let changed = [save.inserted, save.updated, save.touched].joined()
    guard
      changed.contains(where: { $0.state?.relationships.isEmpty == false })
        || save.deleted.contains(where: { $0.state != nil })
    else { return [:] }
    var keys: [RowKey: RowKey] = [:]
    keys.reserveCapacity(save.inserted.count)
    for (object, row) in zip(save.inserted, result.inserted) where object.key != row.key { keys[object.key] = row.key }
    return keys
  }

  /// Makes the current values the saved state of an object.
  private func commit(_ object: NSManagedObject, _ row: Row?, _ promotions: [RowKey: RowKey]) {
    object.lifeCycle.becomeSaved()
    object.content.take(row)
    guard let state = object.state else { return }
    let old = state.unsaved.values
    state.unsaved.forget()
    for slot in object.layout.transientSlots {
      // Transient values are not stored, so they stay with the object if they differ from those in the row.
      if let value = old?[slot], let row, !value.isSame(as: row[slot]) { object.write(value, slot) }
    }
    state.relationships.commit(promotions)
    state.changes.commit(isDelivering: events.eventQueue.currentNumber != nil)
    // The state is kept if a merge policy has changed other objects and this is still to be delivered.
    if state.isEmpty { object.content.forgetState() }
  }

  /// Schedules a merge on the queue of each context with `automaticallyMergesChangesFromParent`.
  private func broadcast(_ saved: SavedChanges) {
    merger.mergeIntoChildren(SavedKeys(saved))
    guard parentLink.superior == nil, let coordinator = graph.registry.coordinator, !saved.isEmpty else { return }
    for other in coordinator.registeredContexts where other !== context && other.automaticallyMergesChangesFromParent {
      other.perform { [handle = other.handle] in
        guard let other = handle.context, other.persistentStoreCoordinator === coordinator else { return }
        other.merge(saved)
      }
    }
  }
}

extension NSManagedObject {
  fileprivate final var changedToManySlots: SlotSet {
    state?.relationships.changedSlots ?? SlotSet()
  }
}
