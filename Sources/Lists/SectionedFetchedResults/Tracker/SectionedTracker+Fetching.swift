import CoreData

extension SectionedTracker {
  /// Fetches sections and items, and shows them at once, or after the running batch.
  ///
  /// - Parameters:
  ///   - request: returns the request; called after all earlier events are shown.
  ///   - reporting: whether the changes from the shown list are reported. The first fetch reports nothing.
  /// - Throws: the fetches' errors, and `SectionedFetchedResultsError`. The list is then as before.
  func performFetch(_ request: () throws -> ListRequest, reporting: Bool) throws {
    // The flag applies to this fetch only, because a delegate may fetch meanwhile for the program.
    let isOwn = isFetchingAgain
    isFetchingAgain = false
    if stage == .resting, lists != nil {
      // Otherwise unprocessed changes would become part of the fetch, and those that move nothing would never be
      // reported.
      context.processPendingChanges()
      flush()
    }
    defer { flush() }
    // A delegate that is notified of new IDs meanwhile may fetch, too. Its fetch is the newer one, so this one is
    // inserted before it.
    let (place, before) = (waiting.count, stage)
    if stage == .resting { stage = .delivering }
    defer { stage = before }
    let fetched = try recovery.fetching { try fetchLists(request(), toleratesSharedKeys: isOwn) }
    waiting.insert(.fetched(fetched, isReported: reporting), at: min(place, waiting.count))
  }

  /// - Parameter toleratesSharedKeys: whether sections may share a key or have none, as they may in a list that follows
  ///   changes.
  private func fetchLists(_ request: ListRequest, toleratesSharedKeys: Bool) throws -> FetchedLists {
    let lists = FetchedLists(request, in: context, eventKeys, making: makeInnerController, cacheLedger)
    lists.toleratesSharedKeys = toleratesSharedKeys
    lists.folding = folding
    lists.itemDependencies = try itemDependencyPaths.map { try DependencyPath($0, from: request.itemEntity) }
    lists.sectionDependencies = try sectionDependencyPaths.map { try DependencyPath($0, from: request.sectionEntity) }
    if !aggregates.isEmpty { lists.aggregates = try ListAggregates(aggregates, of: request.itemEntity) }
    var policies = policies
    (policies.limit, policies.offset) = (request.limit, request.offset)
    do {
      try lists.performFetch(policies: policies, obtainsPermanentIDs: obtainsPermanentIDs)
    } catch {
      throw RequestMistake.located(
        error,
        in: [
          ("item request", request.items, request.itemEntity),
          ("section request", request.sections, request.sectionEntity),
        ], context)
    }
    return lists
  }

  /// Switches to newly fetched lists.
  func adopt(_ fetched: FetchedLists, isReported: Bool) {
    let (previous, old) = (lists, shown)
    // A reset has made all old objects invalid, so every item counts as changed.
    let revised: Revised = isHeld ? .all : .none
    if isHeld { outputs.forgetAway() }
    recovery.end()
    (needsRevival, failedKeys) = (false, [])
    // Events since the fetch were reported through the previous lists.
    if fetched.isBehind { fetched.rebuild() }
    if fetched.hasUnsaved { _ = fetched.promoteSaved() }
    if let previous { fetched.take(over: previous) }
    lists = fetched
    fetched.setNeedsPermanentIDs(obtainsPermanentIDs)
    fetched.eventRecorded = { [weak self] in self?.eventWasRecorded() }
    fetched.refreshesEnded = { [weak self] in self?.flush(isLast: true) }
    // Observers are called in the order of their registration, and this one must come after the inner controllers.
    if let observation {
      observation.followLast()
    } else {
      observation = ContextObservation(context) { [weak self] in self?.receive($0) }
    }
    followEnds()
    let new = fetched.shownList(number: old.number + 1)
    // After the batch that shows the lists, as for any event.
    defer { if fetched.toleratesSharedKeys { reportSharedKeys(fetched) } }
    guard let previous, isReported else { return jump(to: new, of: fetched) }
    deliverDifference(from: old, in: previous, to: new, of: fetched, revised: revised)
  }
}
