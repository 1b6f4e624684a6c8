import Foundation

/// Reading values again.
extension ContextMerger {
  func refreshObject(_ object: NSManagedObject, keepingChanges: Bool) {
    context.requireQueue()
    guard object.registry === graph.registry, !object.flags.contains(.withdrawn) else {
      fatalError("refresh: \(object.objectName) is not in this context.")
    }
    guard beginRefresh() else { return }
    defer { refreshDepth -= 1 }
    context.processEvents()
    // Only now: the event's end may have deleted it.
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
    // In a callback of one, all are being refreshed already.
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

  /// - Parameter rows: what was read together.
  private func refresh(_ object: NSManagedObject, keepingChanges: Bool, among rows: SavedRows = SavedRows()) {
    if keepingChanges, reread(object, among: rows) { return }
    if object.state == nil {
      turnIntoFault(object)
    } else {
      takeBackRelationships(of: object) { turnIntoFault(object) }
    }
  }

  /// Turns an unsaved object into a fault. Nothing is read anew, so that nothing is announced.
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

  /// Whether a refresh may begin: callbacks that refresh one object after the other would overflow the stack.
  private func beginRefresh() -> Bool {
    guard refreshDepth < 50 else {
      NSLog("%@", "CoreData: refresh(_:mergeChanges:) does nothing in a callback of 50 refreshes, one in the other.")
      return false
    }
    refreshDepth += 1
    return true
  }

  /// Delivers a refresh together with what it changed of other objects: a list that got one before the other would
  /// search among values that it has not been notified of.
  func announceRefresh(_ notice: ContextNotice) {
    if changes.pending.hasChanges { insistOnReferences(merged: notice.event.refreshed) }
    if let own = events.closeEvent() {
      for object in own.updated { changes.forgetUpdate(ofUnchanged: object) }
      notice.add(own)
    }
    events.announce(notice)
  }

  /// Forgets an object's values and changes.
  func turnIntoFault(_ object: NSManagedObject) {
    graph.forgetRow()
    if object.flags.contains(.fault), object.row == nil, object.state == nil { return }
    let hadValues = !object.flags.contains(.fault)
    if hadValues {
      if object.flags.contains(.turning) { return }
      object.lifeCycle.begin(.turning)
      object.willTurnIntoFault()
      // It may have reset the context, or deleted the object.
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

  /// Reads an object's saved values again, under its changes and its transient values.
  ///
  /// - Parameter rows: what was read together.
  /// - Returns: false where there is nothing to keep, so that the object is to be a fault.
  private func reread(_ object: NSManagedObject, among rows: SavedRows) -> Bool {
    guard object.hasValuesToKeep else { return false }
    let hasChanges = object.hasSavableChanges
    graph.forgetRow()
    forgetStoredDestinations(of: object)
    let old = object.row
    var row: Row
    switch graph.answer(for: object.key, among: rows) {
    case .row(let saved): row = saved
    // Transient values go with the object; of unsaved changes the save finds out that they are in conflict.
    case .gone: return hasChanges
    case .unreadable: return true
    }
    let transient = object.layout.transientSlots
    // Those that a save has taken along, as one to a parent does, are in the row.
    if !transient.isEmpty, let old { row = row.taking(transient, from: old) }
    replaceRow(of: object, by: row)
    // Another context or process may have saved what was changed here, or related the object to another one.
    var relations = MergedRelations()
    relations.note(row, of: object, since: old, isFault: false, object.layout)
    settleReread(relations)
    return true
  }

  /// Settles what was read again of objects by themselves. Nothing was read of an owner that one of them has left here
  /// as well: what is known of it may have the object still.
  func settleReread(_ relations: MergedRelations) {
    for relation in relations.settled where relation.old != relation.new {
      guard let owner = relation.old.flatMap(graph.registry.object),
        owner.state?.relationships[relation.inverse]?.change(of: relation.key) == false
      else { continue }
      forgetStoredDestinations(of: owner, relation.inverse)
    }
    settle(relations)
  }

  /// Gives an object a newer row; what was changed here stays changed.
  ///
  /// - Returns: the slots whose current values the row changes.
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
  /// Whether there is a row to read again, the object is not deleted, and no callback of its own fault runs.
  final var isRefreshable: Bool { flags.isDisjoint(with: [.neverSaved, .gone, .deleted, .awakening, .turning]) }

  /// Whether the object is changed in what a store keeps.
  final var hasSavableChanges: Bool { flags.contains(.updated) && hasSavableValues }

  /// Whether a refresh leaves the object values: unsaved ones, or transient ones that were set since the last save and
  /// are other than those that a row begins with.
  fileprivate final var hasValuesToKeep: Bool {
    if hasSavableChanges { return true }
    // Those that a save has left with the object go, as what `awakeFromFetch` computes: they are no changes.
    guard flags.contains(.updated), !flags.contains(.fault) else { return false }
    let kind = kind
    return kind.layout.transientSlots.contains { slot in
      guard let value = unsavedValues?[slot] ?? row?[slot] else { return false }
      return !value.isSame(as: kind.defaults[slot])
    }
  }
}
