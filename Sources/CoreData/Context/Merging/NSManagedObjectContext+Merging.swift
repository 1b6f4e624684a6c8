import Foundation

/// Taking over what was saved by other contexts, coordinators and processes.
extension NSManagedObjectContext {
  func merge(_ notification: Notification) {
    requireQueue()
    guard let info = notification.userInfo else { return }
    if let source = notification.object as? NSManagedObjectContext {
      // What a context below this one has saved is here already.
      guard source !== self, !source.descends(from: self) else { return }
      if source.registry.coordinator === registry.coordinator, let saved = info[SavedChanges.infoKey] as? SavedChanges {
        // What was saved to a parent is in no store yet.
        return superior == nil && source.superior == nil ? merge(saved) : follow(SavedKeys(saved))
      }
    }
    merge(RemoteChanges(info, in: self))
  }

  /// Merges changes of which only the keys are known: rows of registered objects are read again.
  func merge(_ remote: RemoteChanges) {
    requireQueue()
    advanceGeneration()
    endReading()
    let insertedKeys = Set(remote.inserted)
    var changes = SavedChanges()
    changes.deleted = remote.deleted
    changes.external = remote.external
    changes.isOfHistory = remote.isOfHistory
    changes.namesOwners = false
    let keys = remote.inserted + remote.updated + unnamedOwners(of: remote)
    func objectWithRow(_ key: RowKey) -> NSManagedObject? {
      registry.object(for: key).flatMap { !$0.flags.contains(.fault) || $0.row != nil ? $0 : nil }
    }
    let deletesHere = !pending.deleted.isEmpty
    let saved = savedRows(for: keys.filter { deletesHere || insertedKeys.contains($0) || objectWithRow($0) != nil })
    for key in keys {
      guard let object = objectWithRow(key) else {
        if insertedKeys.contains(key), case .row(let row) = answer(for: key, among: saved) {
          changes.inserted.append(row)
        } else {
          changes.updated.append(SavedChanges.Update(key: key, row: nil, slots: nil))
        }
        continue
      }
      switch answer(for: key, among: saved) {
      case .row(let row): changes.updated.append(SavedChanges.Update(key: key, row: row, slots: nil))
      case .gone: changes.deleted.append(key)
      // What is known stays: a fault would count as deleted when it could not be read.
      case .unreadable: changes.updated.append(SavedChanges.Update(key: key, row: object.row, slots: nil))
      }
    }
    changes.updated += leaveOwnersUnnamed(by: keys, saved) + unnamedMembers(of: keys)
    merge(changes)
  }

  /// The objects that are known to refer to a deleted one and are not named themselves: a delete rule has changed their
  /// rows, and a batch request names only what it deleted. Saved as they are known, they would be in conflict.
  ///
  /// - Complexity: O(registered objects) where anything was deleted.
  private func unnamedOwners(of remote: RemoteChanges) -> [RowKey] {
    guard !remote.deleted.isEmpty else { return [] }
    let deleted = Set(remote.deleted)
    let named = deleted.union(remote.inserted).union(remote.updated)
    return registry.objects.compactMap { object in
      guard let row = object.row, !named.contains(row.key) else { return nil }
      let refers = object.layout.toOneSlots.contains { slot in
        if case .reference(let key) = row[slot] { deleted.contains(key) } else { false }
      }
      return refers ? row.key : nil
    }
  }

  /// Merges what another context of the coordinator saved.
  func merge(_ saved: SavedChanges) {
    requireQueue()
    processEvents()
    advanceGeneration()
    readScope.forgetRow()
    let notice = ContextNotice()
    notice.event.storeChanged = true
    notice.event.saves = saved.numbers
    notice.event.external = saved.external
    notice.event.isOfHistory = saved.isOfHistory
    notice.event.hasNewestRows = saved.hasNewestRows
    if superior == nil, saved.numbers.isEmpty { registry.coordinator?.recordExternalMerge() }
    let isNewest = saved.hasNewestRows || isNewest(saved.numbers)
    let saved = isNewest ? saved : withoutVoidDeletions(saved)
    var merged = SavedIDs()
    var relations = MergedRelations()
    var lost: [NSManagedObject] = []
    let rows = isNewest ? SavedRows() : savedRows(for: keysToRead(of: saved))
    for row in saved.inserted {
      merged.inserted.append(row.key)
      mergeInsertion(row, isNewest: isNewest || saved.numbers.isEmpty, rows, notice, &relations)
    }
    // Made together: an import may bring very many.
    let insertedRows = notice.event.insertedRows
    notice.inserted = ContiguousArray(objects(for: notice.event.inserted) { insertedRows[$0] })
    for update in saved.updated {
      merged.updated.append(update.key)
      mergeUpdate(update, isNewest: isNewest, rows, notice, &relations)
    }
    // An object that was inserted again under its ID is new, and no other context knows it yet.
    let deleted = saved.deleted.filter { registry.object(for: $0)?.flags.contains(.neverSaved) != true }
    for key in deleted {
      merged.deleted.append(key)
      notice.event.deleted.append(key)
      if let object = registry.object(for: key) {
        loseDeletedElsewhere(object)
        lost.append(object)
      }
    }
    notice.deleted += lost
    merged.refreshed = notice.refreshed.map(\.key)
    if pending.hasChanges {
      dropReferences(to: deleted)
      settle(relations)
      insistOnReferences(merged: saved.numbers.isEmpty ? nil : merged.updated + merged.inserted)
      // Rules are applied to what the merged save related to something deleted here, too.
      propagateDeletions()
    }
    // Only now: the program may call anything.
    for object in notice.refreshed
    where object.registry === registry && object.flags.isDisjoint(with: [.gone, .withdrawn]) {
      object.awake(fromSnapshotEvents: .refresh)
    }
    if pending.hasChanges {
      propagateDeletions()
      // Delivered with the merge: a list that got one before the other would search among values that it has not been
      // notified of.
      if let own = closeEvent() { notice.add(own) }
    }
    // Posted with the event: a merge in an observer waits for its turn.
    notice.merge = ContextNotice.Merge(ids: merged, lost: lost)
    announce(notice, callerMerges: true)
    var keys = SavedKeys(notice.event)
    keys.namesOwners = saved.namesOwners
    mergeIntoChildren(keys)
  }

  /// Ends a merge, whose event all observers have.
  func finish(_ merge: ContextNotice.Merge) {
    // An observer may have merged that it is there again.
    for object in merge.lost where object.flags.contains(.gone) { withdrawDeletedElsewhere(object) }
    postMerged(merge.ids)
  }

  /// Turns deletions of rows that exist again into insertions or updates: a merge policy made another save store them,
  /// and merges may come in another order than the saves.
  ///
  /// - Complexity: O(deletions), which are looked up together.
  private func withoutVoidDeletions(_ saved: SavedChanges) -> SavedChanges {
    guard !saved.deleted.isEmpty else { return saved }
    var result = saved
    let rows = savedRows(for: saved.deleted)
    result.deleted = saved.deleted.filter { key in
      guard case .row(let row)? = rows.answer(for: key) else { return true }
      if registry.object(for: key)?.flags.contains(.gone) == true {
        result.inserted.append(row)
      } else {
        result.updated.append(SavedChanges.Update(key: key, row: row, slots: nil))
      }
      return false
    }
    return result
  }

  /// The keys of what was saved whose row may have changed since: merges may come in another order than the saves.
  private func keysToRead(of saved: SavedChanges) -> [RowKey] {
    let inserted = saved.numbers.isEmpty ? [] : saved.inserted.map(\.key).filter { isToRead(registry.object(for: $0)) }
    let hasChanges = pending.hasChanges
    return inserted
      + saved.updated.lazy.filter { [self] update in
        guard let row = update.row else { return false }
        guard let object = livingObject(of: update) else { return hasChanges && model[update.key].hasInverseOfToOne }
        return mayBeOlder(row, than: object)
      }.map(\.key)
  }

  /// Whether a merged insertion may be older than what is stored: no object with values is there to compare it with.
  private func isToRead(_ known: NSManagedObject?) -> Bool {
    known.map { $0.flags.contains(.fault) || $0.flags.contains(.gone) } ?? true
  }

  /// Whether what is stored may be another row than the merged one: merges may come in another order than the saves,
  /// and what a policy has stored again after a deletion begins with a low version. What is derived is stored without a
  /// new version.
  private func mayBeOlder(_ row: Row, than object: NSManagedObject) -> Bool {
    guard let known = object.row, row.version >= known.version else { return true }
    return object.layout.derivedSlots.contains { !row[$0].isSame(as: known[$0]) }
  }

  /// The object that an update changes.
  private func livingObject(of update: SavedChanges.Update) -> NSManagedObject? {
    registry.object(for: update.key).flatMap { $0.flags.isDisjoint(with: [.gone, .neverSaved]) ? $0 : nil }
  }

  /// - Parameters:
  ///   - isNewest: whether nothing was saved since.
  ///   - rows: what was read together where it is not.
  private func mergeInsertion(
    _ row: Row, isNewest: Bool, _ rows: SavedRows, _ notice: ContextNotice, _ relations: inout MergedRelations
  ) {
    var row = row
    let known = registry.object(for: row.key)
    if !isNewest, isToRead(known) {
      // What was deleted since is not there.
      guard let saved = newestRow(row, among: rows) else { return }
      row = saved
    }
    if let known {
      if known.flags.contains(.gone) {
        revive(known, row)
      } else if known.flags.contains(.deleted) || !known.flags.contains(.fault) && known.row?.version != row.version {
        // It was fetched and deleted before this. Or it was deleted elsewhere and inserted again under its ID, and the
        // deletion was not reported.
        let update = SavedChanges.Update(key: row.key, row: row, slots: nil)
        return mergeUpdate(update, isNewest: isNewest, rows, notice, &relations)
      }
    }
    notice.event.inserted.append(row.key)
    notice.event.insertedRows.append(row)
  }

  /// - Parameters:
  ///   - isNewest: whether nothing was saved since.
  ///   - rows: what was read together where it is not.
  private func mergeUpdate(
    _ update: SavedChanges.Update, isNewest: Bool, _ rows: SavedRows, _ notice: ContextNotice,
    _ relations: inout MergedRelations
  ) {
    let object = registry.object(for: update.key)
    var (row, isStored) = (update.row, isNewest)
    if let merged = row, !isNewest, let object = livingObject(of: update), mayBeOlder(merged, than: object) {
      switch answer(for: merged.key, among: rows) {
      case .row(let saved): (row, isStored) = (saved, true)
      // A deletion has a merge of its own.
      case .gone: if object.row == nil { row = nil }
      case .unreadable: break
      }
    }
    if var slots = update.slots {
      let namesNothing = slots.isEmpty
      // Another context or process wrote between the two versions, and the save does not name those changes.
      if let row, let old = object?.row, isStored && !isNewest || row.version > old.version + 1 {
        slots.formUnion(row.slots(differingFrom: old))
      }
      // What is changed here and not saved stays as it is.
      let own = object?.changedSlots(transient: false) ?? []
      if !own.isEmpty, let object {
        for slot in object.layout.completed(SlotSet(own)).slots { slots.remove(slot) }
      }
      if own.isEmpty || !slots.isEmpty || namesNothing {
        let placing = update.placing.map(slots.union)
        notice.event.updated.append(ContextEvent.Update(key: update.key, slots: slots, placing: placing))
        notice.event.updatedRows.append(update.row)
      }
    } else {
      notice.event.refreshed.append(update.key)
    }
    guard let object = livingObject(of: update) else {
      if let row, pending.hasChanges, model[row.key].hasInverseOfToOne,
        isNewest || newestRow(row, among: rows)?.version == row.version
      {
        relations.note(row, of: nil, since: nil, isFault: true, model[row.key])
      }
      return
    }
    for slot in update.slots?.slots ?? object.layout.toManySlots {
      if object.state?.toMany[slot] != nil { forgetStoredDestinations(of: object, slot) }
    }
    if let row {
      if isStored || (object.row?.version ?? 0) <= row.version {
        let (old, isFault) = (object.row, object.flags.contains(.fault))
        replaceRow(of: object, by: row)
        if pending.hasChanges { relations.note(row, of: object, since: old, isFault: isFault, object.layout) }
      }
    } else if update.slots == nil, object.flags.isDisjoint(with: .pending) {
      turnIntoFault(object)
    }
    if object.flags.contains(.deleted), !object.flags.contains(.awaitsPropagation) {
      forgetLosses(of: object, among: &relations.removals)
      // It may lead to other objects now, which must let go of it, or go with it.
      object.flags.insert(.awaitsPropagation)
      pending.awaitPropagation(of: object)
    }
    notice.refreshed.append(object)
  }

  /// The row of an object that counted as deleted is there again.
  private func revive(_ object: NSManagedObject, _ row: Row) {
    object.flags = .fault
    object.extra = .nothing
    object.row = row
  }

  /// An object that was deleted elsewhere: its changes are void, its values stay readable.
  private func loseDeletedElsewhere(_ object: NSManagedObject) {
    pending.forget(object)
    event.forget(object)
    object.flags.subtract(.pending)
    object.flags.formUnion([.deleted, .gone])
    // A fault would look for its row in vain.
    if object.flags.contains(.fault), object.row != nil { object.flags.remove(.fault) }
  }

  private func withdrawDeletedElsewhere(_ object: NSManagedObject) {
    object.flags.remove(.fault)
    withdraw(object)
  }
}

extension SavedChanges {
  /// The user info key of the rows that a did-save notification carries for contexts of the same coordinator.
  static let infoKey = "_NSSavedChanges"
}
