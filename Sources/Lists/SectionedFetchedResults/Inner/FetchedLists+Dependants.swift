import CoreData
import SectionedChanges

extension FetchedLists {
  /// Finds the objects that depend on the changed objects in a notification.
  func collectDependants(of news: ChangedObjects) {
    guard hasDependencies, !news.saysOnlyPlaces else { return }
    let refreshed = news.objects(.refreshedObjects)
    var named: Set<NSManagedObject> = []
    var moved: Set<NSManagedObjectID> = []
    for object in news.objects(.updatedObjects).union(refreshed) {
      var keys: Set<String>?
      if isRefreshedOnly(object) {
        keys = keysTakenIn(object)
        if keys == [] { continue }
      } else if !refreshed.contains(object) {
        keys = eventKeys.changedKeys(of: object, in: news)
      }
      named.insert(object)
      collect(of: object, keys: keys, &moved)
    }
    unsettled.formUnion(listed(moved))
    placeAnew(named.union(news.objects(.insertedObjects)))
    keepUnsaved(among: dependants.union(unsettled))
    if !named.isEmpty { collected = Dictionary(named.map { ($0.objectID, $0) }) { first, _ in first } }
  }

  /// Finds the dependants of objects that another context or a batch request wrote, because a notification of changes
  /// names only registered objects. Deleted objects are skipped: no path leads from them any more, and a save names
  /// their owners as updated.
  func collectDependants(ofMerged news: [AnyHashable: Any]) {
    defer { collected = [:] }
    guard hasDependencies else { return }
    let keys = [NSManagedObjectContext.NotificationKey.insertedObjectIDs, .updatedObjectIDs]
    let ids = keys.reduce(into: Set<NSManagedObjectID>()) { ids, key in
      ids.formUnion(news[key.rawValue] as? Set<NSManagedObjectID> ?? [])
    }
    let paths = itemDependencies + sectionDependencies + relatedOfItems + relatedOfSections
    var moved: Set<NSManagedObjectID> = []
    for id in ids where collected[id]?.managedObjectContext == nil && paths.contains(where: { $0.reaches(id.entity) }) {
      collect(of: context.object(with: id), keys: nil, &moved)
    }
    unsettled.formUnion(listed(moved))
    if mayBePlacedAnew { placeAnew(Set(ids.filter(mayBeListed).map(context.object(with:)))) }
    keepUnsaved(among: dependants.union(unsettled))
  }

  /// Schedules changed objects to be placed once more, together with those that wait because of related objects. The
  /// inner controllers placed them among rows that were out of order.
  private func placeAnew(_ named: Set<NSManagedObject>) {
    guard mayBePlacedAnew else { return }
    for object in named where items.place(of: object) != nil || sections.index(of: object) != nil {
      unsettled.insert(object.objectID)
    }
  }

  private var mayBePlacedAnew: Bool {
    (!unsettled.isEmpty || isRefreshing) && (!relatedOfItems.isEmpty || !relatedOfSections.isEmpty)
  }

  private var hasDependencies: Bool {
    !itemDependencies.isEmpty || !sectionDependencies.isEmpty || !relatedOfItems.isEmpty || !relatedOfSections.isEmpty
  }

  /// Finds the listed objects whose values depend on a changed object, and those that it may move.
  ///
  /// - Parameter moved: receives the objects that the change may insert, remove or move.
  private func collect(of object: NSManagedObject, keys: Set<String>?, _ moved: inout Set<NSManagedObjectID>) {
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
      for path in relatedOfItems + relatedOfSections {
        if keys == nil, path.text == self.path.text, hasOldKey(object) { continue }
        moved.formUnion(try path.dependants(of: object, keys: keys, matching: nil, in: context))
      }
    } catch {
      Log.note("What depends on \(named: object) could not be fetched: \(error)")
    }
  }

  /// Whether an object is a section whose key has not changed, so that its items stay.
  private func hasOldKey(_ object: NSManagedObject) -> Bool {
    guard path.relationships.count == 1, object.entity.isKindOf(entity: sections.entity),
      sections.index(of: object) != nil, let slot = slot(of: object)
    else { return false }
    return engine.key(of: slot) == key(of: object)
  }

  /// Returns the objects that are in the lists, or that match a request now.
  ///
  /// - Complexity: O(objects). If a request has a predicate, objects that are not in the lists are read, with one fetch
  ///   for each entity.
  func listed(_ ids: Set<NSManagedObjectID>) -> Set<NSManagedObjectID> {
    let candidates = ids.filter(mayBeListed)
    let shown = candidates.filter { isShown(context.object(with: $0)) }
    let (itemRequest, sectionRequest) = (items.controller.fetchRequest, sections.controller.fetchRequest)
    // Without predicates, all objects of both entities are in the lists.
    if itemRequest.predicate == nil, sectionRequest.predicate == nil { return shown }
    let hidden = candidates.subtracting(shown)
    let filled = fill(hidden)
    defer { withExtendedLifetime(filled) {} }
    return shown.union(
      hidden.filter { id in
        let object = context.object(with: id)
        return itemRequest.predicate != nil && object.isFound(by: itemRequest, of: items.entity)
          || sectionRequest.predicate != nil && object.isFound(by: sectionRequest, of: sections.entity)
      })
  }

  private func isShown(_ object: NSManagedObject) -> Bool {
    items.place(of: object) != nil || sections.index(of: object) != nil
  }

  private func mayBeListed(_ id: NSManagedObjectID) -> Bool {
    id.entity.isKindOf(entity: items.entity) || id.entity.isKindOf(entity: sections.entity)
  }

  /// Makes the inner controllers evaluate some objects again: dependants of changed objects, objects that related ones
  /// may move, and items whose section's key changed. Their reports make the next batch.
  func refreshDependants() {
    if dependants.isEmpty, unsettled.isEmpty, engine.aliases.isEmpty { return }
    renameSaved()
    var ids = dependants
    let revised = dependants
    dependants = []
    if replacing.isEmpty { refreshes.forgetReported() }
    for id in unsettled.subtracting(ids) {
      let object = context.object(with: id)
      if slot(of: object) == nil { replacing.insert(token(of: object)) }
    }
    ids.formUnion(unsettled)
    unsettled = []
    // Dependants are refreshed even if they were reported with a change of their own, because a dependency may be
    // reported later.
    let aliased = engine.aliasedRows.subtracting(replacing).subtracting(refreshes.settled)
    replacing.formUnion(aliased)
    // An unsaved item may have got another ID than the one under which it was reported.
    for token in aliased { ids.insert(unsaved.object(token)?.objectID ?? id(of: token)) }
    guard !ids.isEmpty else { return }
    refresh(ids, revised: revised)
  }
}
