import Foundation

/// Refreshing objects.
extension ContextMerger {
  func refreshObject(_ object: NSManagedObject, keepingChanges: Bool) {
    context.requireQueue()
    guard object.registry === graph.registry, !object.flags.contains(.withdrawn) else {
      fatalError("refresh: \(object.objectName) is not in this context.")
    }
    guard beginRefresh() else { return }
    defer { refreshDepth -= 1 }
    context.processEvents()
    // Checked only now, because the end of the event may have deleted the object.
    if object.flags.contains(.inserted), !keepingChanges { return rest(object) }
    guard object.isRefreshable else { return }
    parentLink.endReading()
    let notice = ContextNotice()
    if !keepingChanges, !object.flags.isDisjoint(with: .pending) {
      events.noteLosses([object.key])
    }
    refresh(object, keepingChanges: keepingChanges)
    object.awake(fromSnapshotEvents: .refresh)
    notice.refreshed = [object]
    notice.event.refreshed = [object.key]
    announceRefresh(notice)
  }

  func refreshObjects() {
    context.requireQueue()
    // All objects are already being refreshed if this is called in one of their callbacks.
    if isRefreshingAll || !beginRefresh() { return }
    isRefreshingAll = true
    defer { (isRefreshingAll, refreshDepth) = (false, refreshDepth - 1) }
    context.processEvents()
    parentLink.endReading()
    let notice = ContextNotice()
    let objects = graph.registry.objects
    let rows = graph.savedRows(for: objects.filter { $0.isRefreshable && $0.hasValuesToKeep }.map(\.key))
    for object in objects where object.registry === graph.registry && object.isRefreshable {
      refresh(object, keepingChanges: true, among: rows)
      object.awake(fromSnapshotEvents: .refresh)
      notice.refreshed.append(object)
    }
    notice.event.refreshed = notice.refreshed.map(\.key)
    if !notice.event.isEmpty { announceRefresh(notice) }
  }

  /// Reads the object's row again if its changes are kept and it has a row; otherwise turns the object into a fault.
  ///
  /// - Parameter rows: rows that were read together.
  private func refresh(_ object: NSManagedObject, keepingChanges: Bool, among rows: SavedRows = SavedRows()) {
    if keepingChanges, reread(object, among: rows) { return }
    if object.state == nil {
      turnIntoFault(object)
    } else {
      takeBackRelationships(of: object) { turnIntoFault(object) }
    }
  }

  /// Turns an unsaved object into a fault. It has no row to read, so nothing is reported.
  private func rest(_ object: NSManagedObject) {
    if object.isFault || object.flags.contains(.turning) { return }
    object.lifeCycle.begin(.turning)
    object.willTurnIntoFault()
    if object.registry === graph.registry, object.flags.contains(.inserted) {
      object.lifeCycle.rest()
      object.didTurnIntoFault()
    }
    object.lifeCycle.end(.turning)
  }

  /// Whether a refresh may begin. Without a limit, callbacks that refresh another object would overflow the stack.
  private func beginRefresh() -> Bool {
    guard refreshDepth < 50 else {
      NSLog("%@", "CoreData: refresh(_:mergeChanges:) does nothing in a callback of 50 refreshes, one in the other.")
      return false
    }
    refreshDepth += 1
    return true
  }

  /// Delivers a refresh together with the changes of other objects that it caused. If a list received one without the
  /// other, it would search with values of which it has not been notified.
  func announceRefresh(_ notice: ContextNotice) {
    if changes.pending.hasChanges { insistOnReferences(merged: notice.event.refreshed) }
    if let own = events.closeEvent() {
      for object in own.updated { changes.forgetUpdate(ofUnchanged: object) }
      notice.add(own)
    }
    events.announce(notice)
  }

  /// Discards an object's values and changes.
  func turnIntoFault(_ object: NSManagedObject) {
    graph.forgetRow()
    if object.flags.contains(.fault), object.row == nil, object.state == nil { return }
    let hadValues = !object.flags.contains(.fault)
    if hadValues {
      if object.flags.contains(.turning) { return }
      object.lifeCycle.begin(.turning)
      object.willTurnIntoFault()
      // The callback may have reset the context or deleted the object.
      guard object.registry === graph.registry, object.flags.isDisjoint(with: [.fault, .withdrawn]) else {
        object.lifeCycle.end(.turning)
        return
      }
    }
    if changes.pending.hasChanges { leaveOwnersToStore(object) }
    changes.pending.forget(object)
    object.lifeCycle.turnIntoFault()
    object.content.start(with: nil)
    guard hadValues else { return }
    object.didTurnIntoFault()
    object.lifeCycle.end(.turning)
  }

  /// Reads an object's saved values again, and keeps its unsaved changes and its transient values.
  ///
  /// - Parameter rows: rows that were read together.
  /// - Returns: false if there are no values to keep, so that the object should become a fault.
  private func reread(_ object: NSManagedObject, among rows: SavedRows) -> Bool {
    guard object.hasValuesToKeep else { return false }
    let hasChanges = object.hasSavableChanges
    graph.forgetRow()
    forgetStoredDestinations(of: object)
    let old = object.row
    var row: Row
    switch graph.answer(for: object.key, among: rows) {
    case .row(let saved): row = saved
    // Without its row, the object loses its transient values. If it has unsaved changes, its save reports the
    // conflict.
    case .gone: return hasChanges
    case .unreadable: return true
    }
    let transient = object.layout.transientSlots
    // Transient values that a save has put into the row, for example a save to a parent, are kept in the new row.
    if !transient.isEmpty, let old { row = row.taking(transient, from: old) }
    replaceRow(of: object, by: row)
    // Another context or process may have saved the same change, or related the object to another one.
    var relations = MergedRelations()
    relations.note(row, of: object, since: old, isFault: false, object.layout)
    settleReread(relations)
    return true
  }

  /// Settles the relationships of rows that were read again. An owner that an object has left, both here and in its
  /// row, was not read again and may still contain the object, so its relationship is read again.
  func settleReread(_ relations: MergedRelations) {
    for relation in relations.settled where relation.old != relation.new {
      guard let owner = relation.old.flatMap(graph.registry.object),
        owner.state?.relationships[relation.inverse]?.change(of: relation.key) == false
      else { continue }
      forgetStoredDestinations(of: owner, relation.inverse)
    }
    settle(relations)
  }

  /// Replaces an object's row by a newer one. Unsaved changes stay.
  ///
  /// - Returns: the slots whose current values change with the row.
  @discardableResult
  func replaceRow(of object: NSManagedObject, by row: Row) -> SlotSet {
    var slots = SlotSet()
    guard let old = object.row, !object.flags.contains(.fault) else {
      object.content.take(row)
      if object.flags.contains(.fault) { object.state?.unsaved.forget() }
      return slots
    }
    let changed = object.layout.completed(SlotSet(object.changedSlots(transient: true)))
    object.content.take(row)
    for slot in 0..<row.count where !changed.contains(slot) && !old[slot].isSame(as: row[slot]) {
      slots.insert(slot)
    }
    guard let state = object.state, let values = state.unsaved.values else { return slots }
    var merged = row.values
    for slot in changed.slots { merged[slot] = values[slot] }
    state.unsaved.replace(by: changed.isEmpty ? nil : merged)
    if !changed.isEmpty { changes.pending.noteReferences(of: object) }
    return slots
  }
}

extension NSManagedObject {
  /// Whether the object has a row to read, is not deleted, and is not in a callback of its own faulting.
  final var isRefreshable: Bool { flags.isDisjoint(with: [.neverSaved, .gone, .deleted, .awakening, .turning]) }

  /// Whether the object has unsaved changes that a store saves.
  final var hasSavableChanges: Bool { flags.contains(.updated) && hasSavableValues }

  /// Whether the object keeps values in a refresh: unsaved changes, or transient values that were set since the last
  /// save and differ from the defaults.
  fileprivate final var hasValuesToKeep: Bool {
    if hasSavableChanges { return true }
    // Transient values that were set before the last save, or by `awakeFromFetch`, are no changes and are discarded.
    guard flags.contains(.updated), !flags.contains(.fault) else { return false }
    let kind = kind
    return kind.layout.transientSlots.contains { slot in
      guard let value = unsavedValues?[slot] ?? row?[slot] else { return false }
      return !value.isSame(as: kind.defaults[slot])
    }
  }
}
