import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults

extension FetchedRows {
  /// Fetches with a request, follows the context from then on, and shows the fetched objects as one step.
  ///
  /// - Parameters:
  ///   - request: the request; it is copied.
  ///   - isFolded: true to show none of the objects.
  /// - Returns: whether the list is that of the request; false if an observer of the context began another fetch
  ///   meanwhile.
  /// - Complexity: O(rows).
  /// - Throws: `FetchedSourceError`, or the fetch's error. The list is then as before.
  @discardableResult
  func fetch<Item: NSManagedObject>(_ request: NSFetchRequest<Item>, isFolded: Bool) throws -> Bool {
    guard let context else { return true }
    return try fetch(ListQuery(request, isFolded: isFolded, in: context), in: context)
  }

  @discardableResult
  func fetch(_ query: ListQuery, in context: NSManagedObjectContext) throws -> Bool {
    // Not in the initializer, because a list may be made on a queue other than the context's.
    if events == nil { followEvents(of: context) }
    return try core.perform {
      fetches += 1
      let number = fetches
      // The present follower reports the pending changes. Otherwise the fetch would include them without a report.
      context.processPendingChanges()
      guard number == fetches else { return false }
      let made: (following: Following, found: [NSManagedObjectID]) = try recovery.fetching {
        try follow(query, in: context)
      }
      guard number == fetches else { return false }
      // After a reset, all objects are new instances.
      let isRevised = isHeld
      stopFollowing()
      following = made.following
      related = related(query, in: context)
      self.query = query
      recovery.end()
      (wasFetched, filled) = (true, [])
      if notices == nil { notices = ContextNotices(context) { [weak self] in self?.receive($0) } }
      events?.noteNewList()
      show(made.found, isRevised: { _ in isRevised })
      return true
    }
  }

  private func related(_ query: ListQuery, in context: NSManagedObjectContext) -> RelatedRows {
    let controller: NSFetchedResultsController<NSManagedObject>? =
      if case .results(let controller, _) = following { controller } else { nil }
    return RelatedRows(
      query, controller, in: context,
      fetchAgain: { [weak self] in
        // The query and the context may have changed since.
        guard let self, let query = self.query, let context = self.context else { return }
        do {
          try fetch(query, in: context)
        } catch {
          report(error)
        }
      })
  }

  private func stopFollowing() {
    if case .results(let controller, _) = following { controller.delegate = nil }
    (following, related) = (.nothing, nil)
  }

  /// Begins to follow a context.
  ///
  /// - Returns: the follower, and the identities of the present objects.
  private func follow(
    _ query: ListQuery, in context: NSManagedObjectContext
  ) throws -> (Following, [NSManagedObjectID]) {
    var found = try fetchIDs(query, in: context)
    if query.hasWindow { return (.window, found) }
    let relay = ResultsRelay(events) { [weak self] in self?.follow($0, of: $1) }
    let controller = InnerController.make(query.forObjects, in: context)
    controller.delegate = relay
    setNeedsPermanentIDs(of: controller)
    try controller.performFetch()
    // The store may have changed between the two fetches.
    if Self.count(of: controller) != found.count { found = identities(in: controller) }
    return (.results(controller, relay), found)
  }

  /// Fetches the identities of a query's objects. Unsaved objects get their permanent identifiers first.
  func fetchIDs(_ query: ListQuery, in context: NSManagedObjectContext) throws -> [NSManagedObjectID] {
    var found = try query.fetchIDs(in: context)
    let unsaved = found.filter(\.isTemporaryID).map { context.object(with: $0) }
    if !unsaved.isEmpty {
      let isFirst = unsaved.contains { !list.holds(Key(ids.first(of: $0.objectID))) }
      // With other identifiers, objects that compare equal may be in another order.
      if isFirst, obtainPermanentIDs(for: unsaved) { found = try query.fetchIDs(in: context) }
      for object in unsaved { _ = ids.first(of: object) }
    }
    return found.map { ids.first(of: $0) }
  }

  /// Obtains permanent identifiers for unsaved objects, if ``obtainsPermanentIDs`` is true.
  ///
  /// - Returns: whether objects have got other identifiers.
  @discardableResult
  func obtainPermanentIDs(for objects: [NSManagedObject]) -> Bool {
    let unsaved = objects.filter { $0.objectID.isTemporaryID }
    guard obtainsPermanentIDs, !unsaved.isEmpty, let context else { return false }
    do {
      try context.obtainPermanentIDs(for: unsaved)
      return true
    } catch {
      report(error)
      return false
    }
  }

  /// Replaces the shown list by a list of identities.
  ///
  /// - Parameters:
  ///   - found: the identities of the new list, in order.
  ///   - isRevised: whether an object that was in the list has changed itself.
  /// - Complexity: O(rows).
  func show(_ found: [NSManagedObjectID], isRevised: (NSManagedObjectID) -> Bool) {
    var builder = ListBuilder(replacing: list)
    builder.reserveCapacity(items: found.count)
    _ = builder.appendSection(ListedID(OnlySection()), isRevised: false)
    for id in found {
      let key = Key(id)
      // An object that left the list since the last step may have changed unnoticed.
      let hasLeft = list.items.slot(of: key) != nil && !list.holds(key)
      _ = builder.append(key, isRevised: hasLeft || isRevised(id))
    }
    list.replaceAll(builder)
    core.setNeedsSettling()
  }

  /// Removes all objects and the section, and sets another context or none.
  func leave(for context: NSManagedObjectContext?) {
    core.perform {
      stopFollowing()
      fetches += 1
      self.context = context
      recovery.end()
      (notices, query, filled, reported) = (nil, nil, [], [])
      // Forget the identities: if both contexts have the same store, their objects have the same identifiers.
      lastChanged = LastChanges()
      ids = FirstIDs()
      list.replaceAll(ListBuilder(replacing: list))
      core.setNeedsSettling()
      followEvents(of: nil)
    }
  }
}

extension FetchedRows {
  static func path(_ index: Int) -> IndexPath { IndexPath(index: 0).appending(index) }

  static func count(of controller: NSFetchedResultsController<NSManagedObject>) -> Int {
    controller.sections?.first?.numberOfObjects ?? 0
  }

  /// The identities of a controller's objects.
  ///
  /// - Complexity: O(rows). It makes all objects.
  func identities(in controller: NSFetchedResultsController<NSManagedObject>) -> [NSManagedObjectID] {
    (controller.fetchedObjects ?? []).map { ids.first(of: $0) }
  }
}
