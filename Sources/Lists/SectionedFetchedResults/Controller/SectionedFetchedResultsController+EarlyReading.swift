import CoreData

extension SectionedFetchedResultsController {
  /// Checks the queue. In debug builds, also logs once for each controller that its list is read before a fetch has
  /// succeeded.
  ///
  /// - Parameters:
  ///   - name: the name of the property that is read.
  ///   - answer: the value that is returned.
  func noteIfReadEarly(_ name: String, is answer: String) {
    checkQueue()
    #if DEBUG
      // No message if a source reads the list, because views are bound to a source before it is fetched.
      guard !isFetched, !tracker.wasReadEarly, !tracker.outputs.hasReaders else { return }
      tracker.wasReadEarly = true
      Log.note(
        "\(name) of the list of \(itemFetchRequest.entityName ?? "objects") was read, and is \(answer) because no fetch "
          + "has succeeded: call performFetch() first, and look at the error that it throws.")
    #endif
  }

  /// The sections, without a message if they are read before the first fetch.
  var shownSections: SectionedFetchedResultsSections<Section, Item> {
    checkQueue()
    return SectionedFetchedResultsSections(tracker.shown, controller: self)
  }
}
