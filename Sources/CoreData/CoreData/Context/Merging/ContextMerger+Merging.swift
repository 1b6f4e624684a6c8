import Foundation

/// Merging the saves of other contexts, coordinators and processes.
extension ContextMerger {
  func merge(_ notification: Notification) {
    context.requireQueue()
    guard let info = notification.userInfo else { return }
    if let source = notification.object as? NSManagedObjectContext {
      // This context already has the changes of its descendants.
      guard source !== context, !source.parentLink.descends(from: context) else { return }
      if source.graph.registry.coordinator === graph.registry.coordinator,
        let saved = info[SavedChanges.infoKey] as? SavedChanges
      {
        // The save of a child context is not in a store yet.
        return parentLink.superior == nil && source.parentLink.superior == nil ? merge(saved) : follow(SavedKeys(saved))
      }
    }
    merge(RemoteChanges(info, in: context))
  }

  /// Merges changes of which only the keys are known. The rows of registered objects are read again.
  func merge(_ remote: RemoteChanges) {
    context.requireQueue()
    graph.advanceGeneration()
    parentLink.endReading()
    let insertedKeys = Set(remote.inserted)
    var merged = SavedChanges()
    merged.deleted = remote.deleted
    merged.external = remote.external
    merged.isOfHistory = remote.isOfHistory
    merged.namesOwners = false
    let keys = remote.inserted + remote.updated + unnamedOwners(of: remote)
    func objectWithRow(_ key: RowKey) -> NSManagedObject? {
      graph.entry(for: key).flatMap { !$0.flags.contains(.fault) || $0.row != nil ? $0 : nil }
    }
    let deletesHere = !changes.pending.deleted.isEmpty
    let saved = graph.savedRows(
      for: keys.filter { deletesHere || insertedKeys.contains($0) || objectWithRow($0) != nil })
    for key in keys {
      guard let object = objectWithRow(key) else {
        if insertedKeys.contains(key), case .row(let row) = graph.answer(for: key, among: saved) {
          merged.inserted.append(row)
        } else {
          merged.updated.append(SavedChanges.Update(key: key, row: nil, slots: nil))
        }
        continue
      }
      switch graph.answer(for: key, among: saved) {
      case .row(let row): merged.updated.append(SavedChanges.Update(key: key, row: row, slots: nil))
      case .gone: merged.deleted.append(key)
      // The known row is kept, because a fault that could not be read would count as deleted.
      case .unreadable: merged.updated.append(SavedChanges.Update(key: key, row: object.row, slots: nil))
      }
    }
    merged.updated += leaveOwnersUnnamed(by: keys, saved) + unnamedMembers(of: keys)
    merge(merged)
  }

  /// The objects whose rows refer to a deleted one, although the changes do not name them. A delete rule has changed
  /// their stored rows, and a batch request names only the deleted objects. With their old rows, their next save
  /// would be a conflict.
  ///
  /// - Complexity: O(registered objects) if anything was deleted.
  private func unnamedOwners(of remote: RemoteChanges) -> [RowKey] {
    guard !remote.deleted.isEmpty else { return [] }
    let deleted = Set(remote.deleted)
    let named = deleted.union(remote.inserted).union(remote.updated)
    return graph.registry.objects.compactMap { object in
      guard let row = object.row, !named.contains(row.key) else { return nil }
      let refers = object.layout.toOneSlots.contains { slot in
        if case .reference(let key) = row[slot] { deleted.contains(key) } else { false }
      }
      return refers ? row.key : nil
    }
  }

  /// Merges the save of another context of the same coordinator.
  func merge(_ saved: SavedChanges) {
    context.requireQueue()
    context.processEvents()
    graph.advanceGeneration()
    graph.forgetRow()
    let notice = ContextNotice()
    notice.event.storeChanged = true
    notice.event.saves = saved.numbers
    notice.event.external = saved.external
    notice.event.isOfHistory = saved.isOfHistory
    notice.event.hasNewestRows = saved.hasNewestRows
    if parentLink.superior == nil, saved.numbers.isEmpty { graph.registry.coordinator?.recordExternalMerge() }
    let isNewest = saved.hasNewestRows || graph.isNewest(saved.numbers)
    let saved = isNewest ? saved : withoutVoidDeletions(saved)
    var merged = SavedIDs()
    var relations = MergedRelations()
    var lost: [NSManagedObject] = []
    let rows = isNewest ? SavedRows() : graph.savedRows(for: keysToRead(of: saved))
    for row in saved.inserted {
      merged.inserted.append(row.key)
      mergeInsertion(row, isNewest: isNewest || saved.numbers.isEmpty, rows, notice, &relations)
    }
    // Creates all objects in one call, because an import may insert very many.
    let insertedRows = notice.event.insertedRows
    notice.inserted = ContiguousArray(graph.objects(for: notice.event.inserted) { insertedRows[$0] })
    for update in saved.updated {
      merged.updated.append(update.key)
      mergeUpdate(update, isNewest: isNewest, rows, notice, &relations)
    }
    // An object that this context inserted again under the same ID is new, and no other context can have deleted it.
    let deleted = saved.deleted.filter { graph.entry(for: $0)?.flags.contains(.neverSaved) != true }
    for key in deleted {
      merged.deleted.append(key)
      notice.event.deleted.append(key)
      if let object = graph.entry(for: key) {
        loseDeletedElsewhere(object)
        lost.append(object)
      }
    }
    notice.deleted += lost
    merged.refreshed = notice.refreshed.map(\.key)
    if changes.pending.hasChanges {
      changes.dropReferences(to: deleted)
      settle(relations)
      insistOnReferences(merged: saved.numbers.isEmpty ? nil : merged.updated + merged.inserted)
      // Delete rules also apply to objects that the merged save has related to an object deleted here.
      changes.propagateDeletions()
    }
    // Called only now, because the program may do anything in `awake(fromSnapshotEvents:)`.
    for object in notice.refreshed
    where object.registry === graph.registry && object.flags.isDisjoint(with: [.gone, .withdrawn]) {
      object.awake(fromSnapshotEvents: .refresh)
    }
    if changes.pending.hasChanges {
      changes.propagateDeletions()
      // Delivered together with the merge. If a list received one without the other, it would search with values of
      // which it has not been notified.
      if let own = events.closeEvent() { notice.add(own) }
    }
    // The did-merge notification is posted with this event, because a merge in an observer's callback is delivered
    // later.
    notice.merge = ContextNotice.Merge(ids: merged, lost: lost)
    events.announce(notice, callerMerges: true)
    var keys = SavedKeys(notice.event)
    keys.namesOwners = saved.namesOwners
    mergeIntoChildren(keys)
  }

  /// Turns deletions of rows that exist again into insertions or updates. A merge policy made another save write
  /// these rows again, and merges may come in another order than the saves.
  ///
  /// - Complexity: O(deletions). Their rows are read together.
  private func withoutVoidDeletions(_ saved: SavedChanges) -> SavedChanges {
    guard !saved.deleted.isEmpty else { return saved }
    var result = saved
    let rows = graph.savedRows(for: saved.deleted)
    result.deleted = saved.deleted.filter { key in
      guard case .row(let row)? = rows.answer(for: key) else { return true }
      if graph.entry(for: key)?.flags.contains(.gone) == true {
        result.inserted.append(row)
      } else {
        result.updated.append(SavedChanges.Update(key: key, row: row, slots: nil))
      }
      return false
    }
    return result
  }

  /// The saved keys whose rows may have changed after the save, because merges may come in another order than the
  /// saves.
  private func keysToRead(of saved: SavedChanges) -> [RowKey] {
    let inserted = saved.numbers.isEmpty ? [] : saved.inserted.map(\.key).filter { isToRead(graph.entry(for: $0)) }
    let hasChanges = changes.pending.hasChanges
    return inserted
      + saved.updated.lazy.filter { [self] update in
        guard let row = update.row else { return false }
        guard let object = livingObject(of: update) else {
          return hasChanges && graph.model[update.key].hasInverseOfToOne
        }
        return mayBeOlder(row, than: object)
      }.map(\.key)
  }

  /// Whether the row of a merged insertion must be read, because no object with values is registered to compare
  /// versions with.
  func isToRead(_ known: NSManagedObject?) -> Bool {
    known.map { $0.flags.contains(.fault) || $0.flags.contains(.gone) } ?? true
  }

  /// Whether the stored row may differ from the merged one. Merges may come in another order than the saves, and a
  /// row that a merge policy wrote again after a deletion starts with a low version. Derived attributes are stored
  /// without a new version.
  func mayBeOlder(_ row: Row, than object: NSManagedObject) -> Bool {
    guard let known = object.row, row.version >= known.version else { return true }
    return object.layout.derivedSlots.contains { !row[$0].isSame(as: known[$0]) }
  }

  /// The registered object that an update changes.
  func livingObject(of update: SavedChanges.Update) -> NSManagedObject? {
    graph.entry(for: update.key).flatMap { $0.flags.isDisjoint(with: [.gone, .neverSaved]) ? $0 : nil }
  }
}
