import CoreData
import SectionedChanges

extension FetchedLists {
  /// Finds the objects that depend on those that a notification names as changed.
  func collectDependants(of news: ChangedObjects) {
    guard hasDependencies, !news.saysOnlyPlaces else { return }
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
    placeAnew(named.union(news.objects(.insertedObjects)))
    if !named.isEmpty { collected = Dictionary(named.map { ($0.objectID, $0) }) { first, _ in first } }
  }

  /// Does the same for what another context or a batch request wrote: a notification of changes names only registered
  /// objects. No path leads from a deleted object any more; a save names its owners as updated.
  func collectDependants(ofMerged news: [AnyHashable: Any]) {
    defer { collected = [:] }
    guard hasDependencies else { return }
    for key in [NSManagedObjectContext.NotificationKey.insertedObjectIDs, .updatedObjectIDs] {
      let ids = news[key.rawValue] as? Set<NSManagedObjectID> ?? []
      for id in ids where collected[id]?.managedObjectContext == nil {
        collect(of: context.object(with: id), keys: nil)
      }
      placeAnew(Set(ids.map(context.object(with:))))
    }
  }

  /// Lets the inner controllers place changed objects once more, together with those that wait because of related ones:
  /// they were placed among rows that were not in order.
  private func placeAnew(_ named: Set<NSManagedObject>) {
    if unsettled.isEmpty, !isRefreshing { return }
    if relatedOfItems.isEmpty, relatedOfSections.isEmpty { return }
    for object in named where items.place(of: object) != nil || sections.index(of: object) != nil {
      unsettled.insert(object.objectID)
    }
  }

  private var hasDependencies: Bool {
    !itemDependencies.isEmpty || !sectionDependencies.isEmpty || !relatedOfItems.isEmpty || !relatedOfSections.isEmpty
  }

  private func collect(of object: NSManagedObject, keys: Set<String>?) {
    do {
      for path in itemDependencies {
        let condition = items.controller.fetchRequest.predicate
        let found = try path.dependants(of: object, keys: keys, matching: condition, in: context)
        dependants.formUnion(found.filter { items.place(of: context.object(with: $0)) != nil })
      }
      for path in sectionDependencies {
        let condition = sections.controller.fetchRequest.predicate
        let found = try path.dependants(of: object, keys: keys, matching: condition, in: context)
        dependants.formUnion(found.filter { sections.index(of: context.object(with: $0)) != nil })
      }
      // An object that was not in the list may belong to it now.
      for path in relatedOfItems {
        let found = try path.dependants(of: object, keys: keys, matching: nil, in: context)
        unsettled.formUnion(found.filter { isItem(context.object(with: $0)) })
      }
      for path in relatedOfSections {
        let found = try path.dependants(of: object, keys: keys, matching: nil, in: context)
        unsettled.formUnion(found.filter { isSection(context.object(with: $0)) })
      }
    } catch {
      Log.note("What depends on \(named: object) could not be fetched: \(error)")
    }
  }

  /// Whether an object is among the items, or belongs to them by what it is now.
  func isItem(_ object: NSManagedObject) -> Bool {
    items.place(of: object) != nil || belongs(object, to: items.controller.fetchRequest, items.entity)
  }

  /// Whether an object is among the sections, or belongs to them by what it is now.
  func isSection(_ object: NSManagedObject) -> Bool {
    sections.index(of: object) != nil || belongs(object, to: sections.controller.fetchRequest, sections.entity)
  }

  /// - Complexity: O(1), and reads the object where there is a predicate.
  private func belongs(
    _ object: NSManagedObject, to request: NSFetchRequest<NSManagedObject>, _ entity: NSEntityDescription
  ) -> Bool {
    // Without a predicate all objects are in the list.
    guard let predicate = request.predicate, object.entity.isKindOf(entity: entity),
      request.includesSubentities || object.entity.name == entity.name, !object.isDeleted
    else { return false }
    return predicate.evaluate(with: object)
  }

  /// Makes the inner controllers look again at objects that depend on changed ones, at those that related objects place,
  /// and at items whose section's key changed. They are reported as the next batch.
  func refreshDependants() {
    if dependants.isEmpty, unsettled.isEmpty, engine.aliases.isEmpty { return }
    var ids = dependants
    let revised = dependants
    dependants = []
    if replacing.isEmpty { refreshes.forgetReported() }
    for id in unsettled.subtracting(ids) {
      let object = context.object(with: id)
      if slot(of: object) == nil { replacing.insert(token(of: object)) } else { replacingSections.insert(id) }
    }
    ids.formUnion(unsettled)
    unsettled = []
    // A dependant that changed itself was reported already, but not all that it depends on may have been.
    let aliased = engine.aliasedRows.subtracting(replacing).subtracting(refreshes.settled)
    replacing.formUnion(aliased)
    for token in aliased { ids.insert(id(of: token)) }
    guard !ids.isEmpty else { return }
    refresh(ids, revised: revised)
  }
}
