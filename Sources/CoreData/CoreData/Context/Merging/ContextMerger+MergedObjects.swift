/// Merging a single row.
extension ContextMerger {
  /// Records a row that another context or process inserted. If the context already has an object with its key, the
  /// object gets the row.
  ///
  /// - Parameters:
  ///   - isNewest: whether nothing was saved after the merged save.
  ///   - rows: the current rows, which were read together if `isNewest` is false.
  func mergeInsertion(
    _ row: Row, isNewest: Bool, _ rows: SavedRows, _ notice: ContextNotice, _ relations: inout MergedRelations
  ) {
    var row = row
    let known = graph.entry(for: row.key)
    if !isNewest, isToRead(known) {
      // A row that was deleted since is not inserted.
      guard let saved = graph.newestRow(row, among: rows) else { return }
      row = saved
    }
    if let known {
      if known.flags.contains(.gone) {
        revive(known, row)
      } else if known.flags.contains(.deleted) || !known.flags.contains(.fault) && known.row?.version != row.version {
        // This context fetched and deleted the object before this merge. Or the object was deleted elsewhere and
        // inserted again under its ID, and the deletion was not reported.
        let update = SavedChanges.Update(key: row.key, row: row, slots: nil)
        return mergeUpdate(update, isNewest: isNewest, rows, notice, &relations)
      }
    }
    notice.event.inserted.append(row.key)
    notice.event.insertedRows.append(row)
  }

  /// Records an updated row, and gives it to the object with its key, if the context has one. The object's unsaved
  /// values stay.
  ///
  /// - Parameters:
  ///   - isNewest: whether nothing was saved after the merged save.
  ///   - rows: the current rows, which were read together if `isNewest` is false.
  func mergeUpdate(
    _ update: SavedChanges.Update, isNewest: Bool, _ rows: SavedRows, _ notice: ContextNotice,
    _ relations: inout MergedRelations
  ) {
    let object = graph.entry(for: update.key)
    var (row, isStored) = (update.row, isNewest)
    if let merged = row, !isNewest, let object = livingObject(of: update), mayBeOlder(merged, than: object) {
      switch graph.answer(for: merged.key, among: rows) {
      case .row(let saved): (row, isStored) = (saved, true)
      // Another merge reports the deletion.
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
      // Unsaved changes of this context stay.
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
      if let row, changes.pending.hasChanges, graph.model[row.key].hasInverseOfToOne,
        isNewest || graph.newestRow(row, among: rows)?.version == row.version
      {
        relations.note(row, of: nil, since: nil, isFault: true, graph.model[row.key])
      }
      return
    }
    for slot in update.slots?.slots ?? object.layout.toManySlots {
      if object.state?.relationships[slot] != nil { forgetStoredDestinations(of: object, slot) }
    }
    if let row {
      if isStored || (object.row?.version ?? 0) <= row.version {
        let (old, isFault) = (object.row, object.flags.contains(.fault))
        replaceRow(of: object, by: row)
        if changes.pending.hasChanges { relations.note(row, of: object, since: old, isFault: isFault, object.layout) }
      }
    } else if update.slots == nil, object.flags.isDisjoint(with: .pending) {
      turnIntoFault(object)
    }
    if object.flags.contains(.deleted), !object.flags.contains(.awaitsPropagation) {
      changes.forgetLosses(of: object, among: &relations.removals)
      // The object's new row may refer to other objects. Its delete rules must now be applied to them.
      object.lifeCycle.begin(.awaitsPropagation)
      changes.pending.awaitPropagation(of: object)
    }
    notice.refreshed.append(object)
  }

  /// Makes an object that counted as deleted a fault with a row again.
  private func revive(_ object: NSManagedObject, _ row: Row) {
    object.lifeCycle.startAsFault()
    object.content.start(with: row)
  }

  /// Treats an object as deleted elsewhere: its unsaved changes are dropped, and its values stay readable.
  func loseDeletedElsewhere(_ object: NSManagedObject) {
    changes.pending.forget(object)
    changes.event.forget(object)
    object.lifeCycle.lose()
    // A fault has no row to read any more, so it takes the values that it has in memory.
    if object.flags.contains(.fault), object.row != nil { object.lifeCycle.endFault() }
  }
}
