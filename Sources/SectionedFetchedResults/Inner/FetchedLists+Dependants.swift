import CoreData
import SectionedChanges

extension FetchedLists {
  /// Finds the objects that depend on those that a notification names as changed.
  func collectDependants(of news: ChangedObjects) {
    guard !itemDependencies.isEmpty || !sectionDependencies.isEmpty, !news.saysOnlyPlaces else { return }
    let updated = news.objects(.updatedObjects).filter { !isNamedOnly($0) }
    var refreshed = news.objects(.refreshedObjects)
    for object in updated { collect(of: object, keys: eventKeys.changedKeys(of: object, in: news)) }
    for object in refreshed {
      guard isRefreshedOnly(object) else {
        collect(of: object, keys: nil)
        continue
      }
      let keys = keysTakenIn(object)
      if keys.isEmpty { refreshed.remove(object) } else { collect(of: object, keys: keys) }
    }
    let named = updated.union(refreshed)
    if !named.isEmpty { collected = Dictionary(named.map { ($0.objectID, $0) }) { first, _ in first } }
  }

  /// Does the same for what another context or a batch request wrote: a notification of changes names only registered
  /// objects. No path leads from a deleted object any more; a save names its owners as updated.
  func collectDependants(ofMerged news: [AnyHashable: Any]) {
    defer { collected = [:] }
    guard !itemDependencies.isEmpty || !sectionDependencies.isEmpty else { return }
    for key in [NSManagedObjectContext.NotificationKey.insertedObjectIDs, .updatedObjectIDs] {
      let ids = news[key.rawValue] as? Set<NSManagedObjectID> ?? []
      for id in ids where collected[id]?.managedObjectContext == nil {
        collect(of: context.object(with: id), keys: nil)
      }
    }
  }

  private func collect(of object: NSManagedObject, keys: Set<String>?) {
    do {
      for path in itemDependencies {
        let found = try path.dependants(of: object, keys: keys, request: items.controller.fetchRequest, in: context)
        dependants.formUnion(found.filter { items.place(of: context.object(with: $0)) != nil })
      }
      for path in sectionDependencies {
        let found = try path.dependants(of: object, keys: keys, request: sections.controller.fetchRequest, in: context)
        dependants.formUnion(found.filter { sections.index(of: context.object(with: $0)) != nil })
      }
    } catch {
      Log.note("What depends on \(named: object) could not be fetched: \(error)")
    }
  }

  /// Makes the inner controllers look again at objects that depend on changed ones, and at items whose section's key
  /// changed. They are reported as the next batch.
  func refreshDependants() {
    if dependants.isEmpty, engine.aliases.isEmpty { return }
    var ids = dependants
    dependants = []
    if replacing.isEmpty { refreshes.forgetReported() }
    // A dependant that changed itself was reported already, but not all that it depends on may have been.
    let aliased = engine.aliasedRows.subtracting(replacing).subtracting(refreshes.settled)
    replacing.formUnion(aliased)
    for token in aliased { ids.insert(id(of: token)) }
    guard !ids.isEmpty else { return }
    refresh(ids)
  }
}
