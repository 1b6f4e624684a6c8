import Foundation

/// Reading values again.
extension NSManagedObjectContext {
  func refreshObject(_ object: NSManagedObject, keepingChanges: Bool) {
    requireQueue()
    guard object.registry === registry, !object.flags.contains(.withdrawn) else {
      fatalError("refresh: \(object.objectName) is not in this context.")
    }
    guard object.flags.isDisjoint(with: [.neverSaved, .gone, .deleted]) else { return }
    processEvents()
    endReading()
    let notice = ContextNotice()
    if keepingChanges, object.hasSavableChanges {
      reread(object)
    } else {
      turnIntoFault(object)
    }
    object.awake(fromSnapshotEvents: .refresh)
    notice.refreshed = [object]
    notice.event.refreshed = [object.key]
    announce(notice)
  }

  func refreshObjects() {
    requireQueue()
    processEvents()
    endReading()
    let notice = ContextNotice()
    for object in registry.objects where object.flags.isDisjoint(with: [.neverSaved, .gone, .deleted]) {
      if object.hasSavableChanges { reread(object) } else { turnIntoFault(object) }
      object.awake(fromSnapshotEvents: .refresh)
      notice.refreshed.append(object)
    }
    notice.event.refreshed = notice.refreshed.map(\.key)
    if !notice.event.isEmpty { announce(notice) }
  }

  /// Forgets an object's values and changes.
  func turnIntoFault(_ object: NSManagedObject) {
    reach.lastRow = nil
    if object.flags.contains(.fault), object.row == nil, object.state == nil { return }
    let hadValues = !object.flags.contains(.fault)
    if hadValues { object.willTurnIntoFault() }
    pending.forget(object)
    object.flags.subtract(.pending)
    object.flags.insert(.fault)
    object.row = nil
    object.extra = .nothing
    if hadValues { object.didTurnIntoFault() }
  }

  /// Reads a changed object's saved values again, under its changes. Transient values are to be computed anew.
  private func reread(_ object: NSManagedObject) {
    reach.lastRow = nil
    object.forgetTransientValues()
    forgetStoredDestinations(of: object)
    if let row = try? savedRow(object.key) { replaceRow(of: object, by: row) }
  }

  /// Gives an object a newer row; what was changed here stays changed.
  ///
  /// - Returns: the slots whose current values the row changes.
  @discardableResult
  func replaceRow(of object: NSManagedObject, by row: Row) -> SlotSet {
    var slots = SlotSet()
    guard let old = object.row, !object.flags.contains(.fault) else {
      object.row = row
      if object.flags.contains(.fault), let state = object.state, state.values != nil { state.values = nil }
      return slots
    }
    let changed = SlotSet(object.changedSlots(transient: true))
    object.row = row
    for slot in 0..<row.count where !changed.contains(slot) && !old[slot].isSame(as: row[slot]) {
      slots.insert(slot)
    }
    guard let state = object.state, let values = state.values else { return slots }
    var merged = row.values
    for slot in changed.slots { merged[slot] = values[slot] }
    state.values = changed.isEmpty ? nil : merged
    return slots
  }
}

extension NSManagedObject {
  /// Whether the object is changed in what a store keeps.
  fileprivate final var hasSavableChanges: Bool { flags.contains(.updated) && hasPersistentChangedValues }

  fileprivate final func forgetTransientValues() {
    guard let state, state.values != nil else { return }
    for slot in layout.transientSlots { state.values?[slot] = row?[slot] ?? kind.defaults[slot] }
  }
}
