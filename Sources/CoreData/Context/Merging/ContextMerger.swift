import Foundation

/// Takes newer rows over into a context: those that another context, coordinator or process saved, and refreshed ones.
/// Unsaved changes stay.
final class ContextMerger: ContextPart {
  /// Whether all objects are being refreshed.
  var isRefreshingAll = false
  /// The number of refreshes, each in a callback of the one before.
  var refreshDepth = 0
  let graph: ObjectGraph
  let changes: UnsavedChanges
  let events: EventDelivery
  let parentLink: ParentLink

  init(_ parentLink: ParentLink) {
    self.parentLink = parentLink
    (graph, changes, events) = (parentLink.graph, parentLink.changes, parentLink.events)
  }
}

/// Merging what was saved to the parent, or by it.
extension ContextMerger {
  /// Schedules a merge on the queue of each child that merges automatically.
  ///
  /// - Parameter source: the child whose save it was.
  func mergeIntoChildren(_ keys: SavedKeys, except source: NSManagedObjectContext? = nil) {
    guard !keys.isEmpty else { return }
    for child in events.children where child !== source && child.automaticallyMergesChangesFromParent {
      child.perform { [handle = child.handle] in handle.context?.follow(keys) }
    }
  }

  /// Merges what another context has changed, as this one's parent or store has it now.
  ///
  /// - Parameters:
  ///   - external: the writes of other coordinators and processes that the keys cover.
  ///   - store: the store that they were read from, if there is only one.
  /// - Complexity: O(named objects), whose rows are read together, once for each root entity.
  func follow(_ keys: SavedKeys, external: [ExternalSpan] = [], of store: NSPersistentStore? = nil) {
    context.requireQueue()
    parentLink.withParents {
      context.processEvents()
      parentLink.endReading()
      if let store, let news = external.last?.history { graph.readScope.begin(store, after: news) }
      var named = keys
      named.updated += knownKeys(unnamedBy: external).map { ContextEvent.Update(key: $0, slots: nil) }
      var merged = changesToMerge(of: named, isExternal: !external.isEmpty)
      merged.external = external
      merged.namesOwners = keys.namesOwners && external.isEmpty
      // A parent answers with what it has not saved, too.
      merged.hasNewestRows = parentLink.superior == nil
      if !merged.isEmpty || external.contains(where: { !$0.isComplete }) { merge(merged) }
    }
  }

  /// The registered saved objects that another process or coordinator may have deleted without a record of it.
  ///
  /// - Complexity: O(registered objects) where something is not named.
  private func knownKeys(unnamedBy external: [ExternalSpan]) -> [RowKey] {
    let roots = external.lazy.filter { !$0.isComplete }.reduce(into: Set<Int>()) { $0.formUnion($1.roots) }
    if roots.isEmpty { return [] }
    return graph.registry.objects.compactMap { object in
      guard object.flags.isDisjoint(with: [.neverSaved, .gone]), roots.contains(graph.model[object.key].root) else {
        return nil
      }
      return object.key
    }
  }

  /// The changes from this context's state of each named object to its current row; for an object without a row here,
  /// all slots that may have changed.
  ///
  /// - Parameter isExternal: whether another process or coordinator wrote. A list may then be behind this context,
  ///   which may have read an object, or merged a save, since. So each update is reported, without properties where
  ///   there is no difference, and lists place the object by all slots that the external write changed.
  private func changesToMerge(of keys: SavedKeys, isExternal: Bool) -> SavedChanges {
    var merged = SavedChanges()
    let inserted = Set(keys.inserted.map(parentLink.currentKey))
    let slots = Dictionary(keys.updated.map { (parentLink.currentKey($0.key), $0.slots) }) { first, second in
      if let first, let second { first.union(second) } else { nil }
    }
    var seen = Set<RowKey>()
    let named = keys.all.map(parentLink.currentKey).filter { seen.insert($0).inserted }
    let rows = graph.savedRows(for: named)
    if !keys.namesOwners || isExternal { merged.updated += leaveOwnersUnnamed(by: named, rows) }
    for key in named {
      switch graph.answer(for: key, among: rows) {
      case .unreadable: break
      case .gone: if graph.entry(for: key)?.flags.contains(.neverSaved) != true { merged.deleted.append(key) }
      case .row(let row):
        guard let object = graph.entry(for: key), !object.flags.contains(.gone) else {
          if inserted.contains(key) {
            merged.inserted.append(row)
          } else if let slots = slots[key] {
            merged.updated.append(
              SavedChanges.Update(key: key, row: changes.pending.hasChanges ? nil : row, slots: slots))
          }
          continue
        }
        guard let old = object.row else {
          // A fault without a row: if an external write inserted it, nothing here has seen it in another state.
          let isNew = isExternal && inserted.contains(key) && slots[key] == nil
          merged.updated.append(
            SavedChanges.Update(
              key: key, row: changes.pending.hasChanges ? nil : row, slots: isNew ? SlotSet() : slots[key] ?? nil,
              placing: slots[key] ?? nil))
          continue
        }
        var changed = row.slots(differingFrom: old)
        let namedSlots = slots[key] ?? nil
        for slot in object.layout.toManySlots
        where namedSlots?.contains(slot) ?? (object.state?.relationships[slot] != nil) {
          changed.insert(slot)
        }
        // Otherwise it is as this context has it.
        if !changed.isEmpty || isExternal || inserted.contains(key) {
          let placing = isExternal ? namedSlots?.union(changed) : changed
          merged.updated.append(SavedChanges.Update(key: key, row: row, slots: changed, placing: placing))
        }
      }
    }
    return merged
  }
}
