import Foundation

/// Merging what other contexts, coordinators and processes saved.
extension ContextMerger {
  func merge(_ notification: Notification) {
    context.requireQueue()
    guard let info = notification.userInfo else { return }
    if let source = notification.object as? NSManagedObjectContext {
      // What a context below this one has saved is here already.
      guard source !== context, !source.parentLink.descends(from: context) else { return }
      if source.graph.registry.coordinator === graph.registry.coordinator,
        let saved = info[SavedChanges.infoKey] as? SavedChanges
      {
        // What was saved to a parent is in no store yet.
        return parentLink.superior == nil && source.parentLink.superior == nil ? merge(saved) : follow(SavedKeys(saved))
      }
    }
    merge(RemoteChanges(info, in: context))
  }

  /// Merges changes of which only the keys are known: rows of registered objects are read again.
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
      // What is known stays: a fault would count as deleted when it could not be read.
      case .unreadable: merged.updated.append(SavedChanges.Update(key: key, row: object.row, slots: nil))
      }
    }
    merged.updated += leaveOwnersUnnamed(by: keys, saved) + unnamedMembers(of: keys)
    merge(merged)
  }

  /// The objects that are known to refer to a deleted one and are not named themselves: a delete rule has changed their
  /// rows, and a batch request names only what it deleted. Saved as they are known, they would be in conflict.
  ///
  /// - Complexity: O(registered objects) where anything was deleted.
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

  /// Merges what another context of the coordinator saved.
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
    // Made together: an import may bring very many.
    let insertedRows = notice.event.insertedRows
    notice.inserted = ContiguousArray(graph.objects(for: notice.event.inserted) { insertedRows[$0] })
    for update in saved.updated {
      merged.updated.append(update.key)
      mergeUpdate(update, isNewest: isNewest, rows, notice, &relations)
    }
    // An object that was inserted again under its ID is new, and no other context knows it yet.
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
      // Rules are applied to what the merged save related to something deleted here, too.
      changes.propagateDeletions()
    }
    // Only now: the program may call anything.
    for object in notice.refreshed
    where object.registry === graph.registry && object.flags.isDisjoint(with: [.gone, .withdrawn]) {
      object.awake(fromSnapshotEvents: .refresh)
    }
    if changes.pending.hasChanges {
      changes.propagateDeletions()
      // Delivered with the merge: a list that got one before the other would search among values that it has not been
      // notified of.
      if let own = events.closeEvent() { notice.add(own) }
    }
    // Posted with the event: a merge in an observer waits for its turn.
    notice.merge = ContextNotice.Merge(ids: merged, lost: lost)
    events.announce(notice, callerMerges: true)
    var keys = SavedKeys(notice.event)
    keys.namesOwners = saved.namesOwners
    mergeIntoChildren(keys)
  }

  /// Turns deletions of rows that exist again into insertions or updates: a merge policy made another save store them,
  /// and merges may come in another order than the saves.
  ///
  /// - Complexity: O(deletions), which are looked up together.
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

  /// The keys of what was saved whose row may have changed since: merges may come in another order than the saves.
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

  /// Whether a merged insertion may be older than what is stored: no object with values is there to compare it with.
  func isToRead(_ known: NSManagedObject?) -> Bool {
    known.map { $0.flags.contains(.fault) || $0.flags.contains(.gone) } ?? true
  }

  /// Whether what is stored may be another row than the merged one: merges may come in another order than the saves,
  /// and what a policy has stored again after a deletion begins with a low version. What is derived is stored without a
  /// new version.
  func mayBeOlder(_ row: Row, than object: NSManagedObject) -> Bool {
    guard let known = object.row, row.version >= known.version else { return true }
    return object.layout.derivedSlots.contains { !row[$0].isSame(as: known[$0]) }
  }

  /// The object that an update changes.
  func livingObject(of update: SavedChanges.Update) -> NSManagedObject? {
    graph.entry(for: update.key).flatMap { $0.flags.isDisjoint(with: [.gone, .neverSaved]) ? $0 : nil }
  }
}
