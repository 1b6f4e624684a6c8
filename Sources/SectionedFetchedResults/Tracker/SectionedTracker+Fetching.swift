import CoreData

extension SectionedTracker {
  /// Fetches sections and items.
  ///
  /// - Parameters:
  ///   - request: what to fetch.
  ///   - reporting: whether the changes from what was shown are told. The first fetch reports nothing.
  /// - Throws: the fetches' errors, and `SectionedFetchedResultsError`. The list is then as before.
  func performFetch(_ request: ListRequest, reporting: Bool) throws {
    let fetched = try fetchLists(request)
    let old = held ?? shown
    let isFirst = lists == nil
    // Objects made before a reset are of no use any more, so every item is another one than before.
    let revised: Revised = held == nil ? .none : .all
    held = nil
    if let lists { fetched.items.noteFormer(of: old, lists) }
    adopt(fetched)
    let new = fetched.shownList(number: shown.number + 1)
    if isFirst || !reporting {
      shown = new
      lastTold = nil
      outputs.restart(number: new.number) { makeSnapshot() }
    } else {
      deliverDifference(from: old, to: new, revised: revised)
    }
  }

  private func fetchLists(_ request: ListRequest) throws -> FetchedLists {
    let lists = FetchedLists(request, in: context, making: makeInnerController)
    lists.itemDependencies = try itemDependencyPaths.map { try DependencyPath($0, from: request.itemEntity) }
    lists.sectionDependencies = try sectionDependencyPaths.map { try DependencyPath($0, from: request.sectionEntity) }
    policies.limit = request.limit
    policies.offset = request.offset
    policies.ownLimits = [:]
    try lists.performFetch(policies: policies, obtainsPermanentIDs: obtainsPermanentIDs)
    // The lists that are shown learn of the IDs, too, before they are compared.
    if obtainsPermanentIDs { promote() }
    return lists
  }

  private func adopt(_ fetched: FetchedLists) {
    failedKeys = []
    lists = fetched
    fetched.eventRecorded = { [weak self] in self?.eventWasRecorded() }
    fetched.refreshesEnded = { [weak self] in self?.flush(isLast: true) }
    // Observers are called in the order in which they came: this one behind the inner controllers'.
    observation = ContextObservation(context) { [weak self] in self?.hear($0) }
  }
}
