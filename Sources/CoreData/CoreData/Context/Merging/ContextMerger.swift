import Foundation

/// Applies newer rows to a context: rows that another context, coordinator or process saved, and refreshed ones.
/// Unsaved changes stay.
final class ContextMerger: ContextPart {
  /// Whether all objects are being refreshed.
  var isRefreshingAll = false
  /// The number of nested refreshes, each in a callback of another.
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

/// The merge of saved changes into the children of this context, and into this context.
extension ContextMerger {
  /// Schedules a merge on the queue of each child with `automaticallyMergesChangesFromParent`.
  ///
  /// - Parameter source: the child that saved; it already has the changes.
  func mergeIntoChildren(_ keys: SavedKeys, except source: NSManagedObjectContext? = nil) {
    guard !keys.isEmpty else { return }
    for child in events.children where child !== source && child.automaticallyMergesChangesFromParent {
      child.perform { [handle = child.handle] in handle.context?.follow(keys) }
    }
  }

  /// Merges the current rows of keys that another context has changed, from this context's parent or stores.
  ///
  /// - Parameters:
  ///   - external: the writes of other coordinators and processes that the keys include.
  ///   - store: the store that the writes were found in, if there is only one.
  /// - Complexity: O(named objects). Their rows are read together, once for each root entity.
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
      // Rows of a parent also contain its unsaved changes.
      merged.hasNewestRows = parentLink.superior == nil
      if !merged.isEmpty || external.contains(where: { !$0.isComplete }) { merge(merged) }
    }
  }

  /// The registered saved objects that another process or coordinator may have deleted without a record of it.
  ///
  /// - Complexity: O(registered objects) if a span of writes is incomplete.
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

  /// The differences between this context's row of each named object and its current row. For an object without a row
  /// here, all slots that may have changed.
  ///
  /// - Parameter isExternal: whether another process or coordinator wrote. A list may then be older than this
  ///   context, which may have read an object or merged a save since. So each update is reported, without slots if
  ///   nothing differs, and lists place the object again by all slots that the external write changed.
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
          // A fault without a row. If the external write inserted it, no list has seen it in another state.
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
        // Otherwise this context already has the current row.
        if !changed.isEmpty || isExternal || inserted.contains(key) {
          let placing = isExternal ? namedSlots?.union(changed) : changed
          merged.updated.append(SavedChanges.Update(key: key, row: row, slots: changed, placing: placing))
        }
      }
    }
    return merged
  }
}
