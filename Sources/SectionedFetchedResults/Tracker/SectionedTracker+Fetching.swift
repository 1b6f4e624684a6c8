import CoreData

extension SectionedTracker {
  /// Fetches sections and items, and shows them: now, or when the running batch has ended.
  ///
  /// - Parameters:
  ///   - request: what to fetch, asked for when all that was recorded before is shown.
  ///   - reporting: whether the changes from what was shown are reported. The first fetch reports nothing.
  /// - Throws: the fetches' errors, and `SectionedFetchedResultsError`. The list is then as before.
  func performFetch(_ request: () throws -> ListRequest, reporting: Bool) throws {
    // This one alone: what a delegate fetches meanwhile is the program's.
    let isOwn = isFetchingAgain
    isFetchingAgain = false
    if stage == .resting, lists != nil {
      // What is unprocessed would become part of the fetch, and a change that is no move would never be reported.
      context.processPendingChanges()
      flush()
    }
    defer { flush() }
    // A delegate that is notified of IDs meanwhile may fetch, too. That is then the newer fetch.
    let (place, before) = (waiting.count, stage)
    if stage == .resting { stage = .delivering }
    defer { stage = before }
    let fetched = try recovery.fetching { try fetchLists(request(), toleratesSharedKeys: isOwn) }
    waiting.insert(.fetched(fetched, isReported: reporting), at: min(place, waiting.count))
  }

  /// - Parameter toleratesSharedKeys: whether sections may share a key, or have none, as in a list that is live.
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

  /// Switches to other lists, which were fetched.
  func adopt(_ fetched: FetchedLists, isReported: Bool) {
    let (previous, old) = (lists, shown)
    // Objects made before a reset are of no use any more, so every item is another one than before.
    let revised: Revised = isHeld ? .all : .none
    if isHeld { outputs.forgetAway() }
    recovery.end()
    (needsRevival, failedKeys) = (false, [])
    // What happened since they were fetched was reported by the lists before them.
    if fetched.isBehind { fetched.rebuild() }
    if fetched.hasUnsaved { _ = fetched.promoteSaved() }
    if let previous { fetched.take(over: previous) }
    lists = fetched
    fetched.setNeedsPermanentIDs(obtainsPermanentIDs)
    fetched.eventRecorded = { [weak self] in self?.eventWasRecorded() }
    fetched.refreshesEnded = { [weak self] in self?.flush(isLast: true) }
    // Observers are called in the order in which they came: this one behind the inner controllers'.
    if let observation {
      observation.followLast()
    } else {
      observation = ContextObservation(context) { [weak self] in self?.receive($0) }
    }
    followEnds()
    let new = fetched.shownList(number: old.number + 1)
    // As while the list is live: behind the batch that shows it.
    defer { if fetched.toleratesSharedKeys { reportSharedKeys(fetched) } }
    guard let previous, isReported else { return jump(to: new, of: fetched) }
    deliverDifference(
      from: old, in: previous, to: new, of: fetched, revised: revised, names: previous.savedNames)
  }
}
