import CoreData

extension SectionedFetchedResultsController {
  /// Checks the queue, and logs in debug builds, once for each controller, that its list is read while no fetch has filled it.
  ///
  /// - Parameters:
  ///   - name: the name of the property that is read.
  ///   - answer: what it is then.
  func noteIfReadEarly(_ name: String, is answer: String) {
    checkQueue()
    #if DEBUG
      // Views are bound to a source before it is fetched, and show it empty.
      guard !isFetched, !tracker.wasReadEarly, !tracker.outputs.hasReaders else { return }
      tracker.wasReadEarly = true
      Log.note(
        "\(name) of the list of \(itemFetchRequest.entityName ?? "objects") was read, and is \(answer) because no fetch "
          + "has succeeded: call performFetch() first, and look at the error that it throws.")
    #endif
  }

  /// The sections, for a reader that may come before the first fetch.
  var shownSections: SectionedFetchedResultsSections<Section, Item> {
    checkQueue()
    return SectionedFetchedResultsSections(tracker.shown, controller: self)
  }
}
