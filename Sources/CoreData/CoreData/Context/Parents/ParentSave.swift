import Foundation

/// A save of a child to its parent. The child's changes become changes of the parent, and the parent's observers
/// receive them as one event. It runs on the parent's queue, after the parent's own changes are processed.
struct ParentSave {
  private let changes: StoreChanges
  private let child: NSManagedObjectContext
  private let parent: NSManagedObjectContext
  private let translation: KeyTranslation

  init(
    of changes: StoreChanges, from child: NSManagedObjectContext, to parent: NSManagedObjectContext,
    _ translation: KeyTranslation
  ) {
    self.changes = changes
    self.child = child
    self.parent = parent
    self.translation = translation
  }

  /// - Throws: `SaveConflicts` if an object is not as the child last saw it. Nothing has changed then.
  func run() throws -> StoreSaveResult {
    // A child saves in a callback of its parent. The parent must not change while it writes or applies delete rules.
    if parent.forbidsSave { throw NSManagedObjectContext.saveInsideSave }
    try checkVersions()
    let begun = Numbers(of: parent)
    for row in changes.inserted { insert(row) }
    for row in changes.inserted { relate(row, (0..<row.count).filter { !row[$0].isNull }) }
    for update in changes.updated {
      write(update)
      relate(update.row, update.slots)
    }
    for change in changes.toMany { write(change) }
    // Deletions come last, because their rules follow the current relationships.
    for deletion in changes.deleted { delete(deletion.key) }
    parent.changes.propagateDeletions()
    let notice = parent.events.closeUndoableEvent()
    if let notice { parent.events.append(notice) }
    let numbers = begun.numbersOfOneEvent(notice, in: parent)
    let named = notice.map { SavedKeys($0.event) }
    parent.events.deliverWaiting()
    if let named { parent.mergeIntoChildren(named, except: child) }
    parent.scheduler.noteActivity()
    if !parent.scheduler.isInBlock { parent.undoManager?.endEvent() }
    return StoreSaveResult(
      inserted: changes.inserted.map(pushed), updated: changes.updated.map { pushed($0.row) },
      numbers: named.map { names($0) } ?? true ? numbers : [])
  }

  // MARK: Conflicts

  private func checkVersions() throws {
    var conflicts: [SaveConflicts.Conflict] = []
    for update in changes.updated {
      let key = update.row.key
      guard let object = child.graph.entry(for: key), let seen = object.row else { continue }
      let present = try presentRow(key)
      // Properties that the child has not changed are not written. They are compared only if the program called
      // `detectConflicts(for:)`.
      let slots = child.changes.pending.locked.contains(object) ? Array(0..<seen.count) : update.slots
      if present.map({ differs($0, from: seen, in: slots) }) ?? true {
        conflicts.append(.init(key: key, seenVersion: seen.version, stored: present))
      }
    }
    for deletion in changes.deleted {
      // If both contexts have deleted the object, there is no conflict.
      guard let seen = child.graph.entry(for: deletion.key)?.row, let present = try presentRow(deletion.key),
        differs(present, from: seen, in: Array(0..<seen.count))
      else { continue }
      conflicts.append(.init(key: deletion.key, seenVersion: seen.version, stored: present))
    }
    if !conflicts.isEmpty { throw SaveConflicts(conflicts: conflicts) }
  }

  private func presentRow(_ key: RowKey) throws -> Row? {
    try parent.parentLink.presentRow(translation.inParent(key)).map { translation.inChild($0) }
  }

  /// A parent has no row versions, so the values of saved properties are compared instead.
  private func differs(_ row: Row, from seen: Row, in slots: [Int]) -> Bool {
    let layout = parent.graph.model[row.key]
    let count = min(row.count, seen.count)
    return slots.contains { $0 < count && !layout.slots[$0].keepsAlike(row[$0], seen[$0]) }
  }

  // MARK: Writing

  private func insert(_ row: Row) {
    let object = parent.changes.insertedObject(for: translation.inParent(row.key))
    object.mutableState().unsaved.continueVersion(changes.formerVersions[row.key] ?? 0)
    for slot in object.layout.attributeSlots { object.setCurrent(row[slot], slot) }
  }

  private func write(_ update: StoreChanges.Update) {
    guard let object = object(update.row.key) else { return }
    for slot in update.slots {
      if case .attribute = object.layout.slots[slot].kind { object.setCurrent(update.row[slot], slot) }
    }
  }

  /// Sets to-one relationships and their inverses.
  private func relate(_ row: Row, _ slots: [Int]) {
    guard let object = object(row.key) else { return }
    for slot in slots {
      guard case .toOne(let relationship) = object.layout.slots[slot].kind else { continue }
      object.setDestination(row[slot].reference.flatMap(self.object), slot, relationship)
    }
  }

  private func write(_ change: StoreChanges.ToMany) {
    guard let owner = object(change.owner), case .toMany(let relationship) = owner.layout.slots[change.slot].kind else {
      return
    }
    for key in change.removed {
      if let object = parent.graph.entry(for: translation.inParent(key)) ?? object(key) {
        owner.removeDestination(object, change.slot)
      }
    }
    for case let object? in change.added.map(object) { owner.addDestination(object, change.slot) }
    guard let ordered = change.ordered?.map({ translation.inParent($0) }) else { return }
    // Destinations that the parent has added and the child has not seen stay, at the end.
    let current = owner.toMany(change.slot).current
    let (present, listed) = (Set(current), Set(ordered))
    let order = ordered.filter(present.contains) + current.filter { !listed.contains($0) }
    owner.setDestinations(order.map { parent.graph.object(for: $0) }, change.slot, relationship)
  }

  private func delete(_ key: RowKey) {
    if let object = object(key) { parent.changes.markDeleted(object) }
  }

  /// Returns the parent's object for a key of the child; nil if it is deleted.
  private func object(_ key: RowKey) -> NSManagedObject? { parent.graph.livingObject(translation.inParent(key)) }

  /// Returns a row as the child keeps it, with the keys that the child has now.
  private func pushed(_ row: Row) -> Row {
    let key = translation.inParent(row.key)
    let version = parent.graph.entry(for: key)?.row?.version ?? 0
    let keys = parent.events.lineage.withLock { KeyTranslation(of: $0, taken: child.parentLink.takenPromotions) }
    return keys.current(Row(key: row.key, version: version, values: row.values))
  }

  /// Whether the save names all changes that it caused in the parent. Delete rules may have changed more objects
  /// there.
  private func names(_ keys: SavedKeys) -> Bool {
    var known = Set((changes.inserted + changes.updated.map(\.row)).map { translation.inParent($0.key) })
    known.formUnion(changes.deleted.map { translation.inParent($0.key) })
    known.formUnion(changes.toMany.map { translation.inParent($0.owner) })
    for object in child.changes.pending.updated.all { known.insert(translation.inParent(object.key)) }
    return keys.all.allSatisfy(known.contains)
  }

  /// The number of the parent's events, and the number of its source.
  private struct Numbers {
    let event: Int
    let source: Int?

    init(of parent: NSManagedObjectContext) {
      event = parent.events.lineage.withLock(\.number)
      source = parent.graph.sourceNumber
    }

    /// Returns the number of the parent's event, as a child counts it; empty if there were other changes after these
    /// numbers were read.
    func numbersOfOneEvent(_ notice: ContextNotice?, in parent: NSManagedObjectContext) -> [Int] {
      let now = Numbers(of: parent)
      guard notice != nil, let source, now.source == source, now.event == event + 1 else { return [] }
      return [source + now.event]
    }
  }
}
