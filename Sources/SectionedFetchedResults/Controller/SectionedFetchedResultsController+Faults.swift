import CoreData

extension SectionedFetchedResultsController {
  /// Spoils what the inner controller of the items reports from now on, and has the engine look for it as it does where
  /// the inner controller is Apple's. For tests.
  package func spoil(_ fault: InnerFault?) {
    tracker.lists?.items.recorder.fault = fault
    tracker.lists?.check.readsNotifications = fault != nil
  }

  /// Has the inner controllers report late. For tests.
  ///
  /// - Parameters:
  ///   - items: whether batches of the items wait until they are released.
  ///   - sections: whether batches of the sections do.
  package func delay(items: Bool, sections: Bool) {
    if items { tracker.lists?.items.recorder.delayed = [] }
    if sections { tracker.lists?.sections.recorder.delayed = [] }
  }

  /// Delivers what waits, and has everything reported at once again. For tests.
  package func releaseDelayed() {
    for recorder in [tracker.lists?.items.recorder, tracker.lists?.sections.recorder] {
      guard let recorder, let delayed = recorder.delayed else { continue }
      recorder.delayed = nil
      for batch in delayed { recorder.batchEnded?(batch) }
    }
    tracker.scheduleFlush()
  }

  /// Makes the inner controller of the items in another way from the next fetch on. For tests.
  package func makeInnerController(_ make: @escaping InnerControllerMaker) { tracker.makeInnerController = make }

  /// Notes what made the cache files elsewhere from the next fetch on. For tests.
  package func noteCaches(in ledger: CacheLedger) { tracker.cacheLedger = ledger }

  /// Observes no notification any more, so that only the block on the context's queue delivers. For tests.
  package func stopListening() { tracker.observation = nil }
}
