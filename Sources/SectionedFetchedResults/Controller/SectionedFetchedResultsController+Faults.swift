import CoreData

extension SectionedFetchedResultsController {
  /// Injects a fault into the reports of the items' inner controller from now on, and lets the engine look for it as it
  /// does where the inner controller is Apple's. For tests.
  package func spoil(_ fault: InnerFault?) {
    tracker.lists?.items.recorder.fault = fault
    tracker.lists?.check.readsNotifications = fault != nil
  }

  /// Makes the inner controllers report late. For tests.
  ///
  /// - Parameters:
  ///   - items: whether batches of the items wait until they are released.
  ///   - sections: whether batches of the sections do.
  package func delay(items: Bool, sections: Bool) {
    if items { tracker.lists?.items.recorder.delayed = [] }
    if sections { tracker.lists?.sections.recorder.delayed = [] }
  }

  /// Delivers the batches that wait, and ends the delay. For tests.
  package func releaseDelayed() {
    for recorder in [tracker.lists?.items.recorder, tracker.lists?.sections.recorder] {
      guard let recorder, let delayed = recorder.delayed else { continue }
      recorder.delayed = nil
      for batch in delayed { recorder.batchEnded?(batch) }
    }
    tracker.scheduleFlush()
  }

  /// Replaces the way in which the inner controller of the items is made, from the next fetch on. For tests.
  package func makeInnerController(_ make: @escaping InnerControllerMaker) { tracker.makeInnerController = make }

  /// Records in another ledger what made the cache files, from the next fetch on. For tests.
  package func noteCaches(in ledger: CacheLedger) { tracker.cacheLedger = ledger }

  /// Stops observing notifications, so that only the block on the context's queue delivers. For tests.
  package func stopListening() { tracker.observation = nil }
}
