import CoreData
import SectionedChanges

/// Hooks for tests: faults and delays of the inner controllers, and replaced parts.
extension SectionedFetchedResultsController {
  /// Injects a fault into the reports of the items' inner controller from now on. The engine then checks the reports as
  /// it does where the inner controller is Apple's.
  package func spoil(_ fault: InnerFault?) {
    tracker.lists?.items.recorder.fault = fault
    tracker.lists?.check.readsNotifications = fault != nil
  }

  /// Makes the inner controllers report late.
  ///
  /// - Parameters:
  ///   - items: whether batches of the items wait until they are released.
  ///   - sections: whether batches of the sections do.
  package func delay(items: Bool, sections: Bool) {
    if items { tracker.lists?.items.recorder.delayed = [] }
    if sections { tracker.lists?.sections.recorder.delayed = [] }
  }

  /// Delivers the batches that wait, and ends the delay.
  package func releaseDelayed() {
    for recorder in [tracker.lists?.items.recorder, tracker.lists?.sections.recorder] {
      guard let recorder, let delayed = recorder.delayed else { continue }
      recorder.delayed = nil
      for batch in delayed { recorder.batchEnded?(batch) }
    }
    tracker.scheduleFlush()
  }

  /// Replaces the closure that makes the items' inner controller, from the next fetch on.
  package func makeInnerController(_ make: @escaping InnerControllerMaker) { tracker.makeInnerController = make }

  /// Records in another ledger what made the cache files, from the next fetch on.
  package func noteCaches(in ledger: CacheLedger) { tracker.cacheLedger = ledger }

  /// Stops observing notifications, so that only the block on the context's queue delivers.
  package func stopListening() { tracker.observation = nil }
}

/// A hook for tests and benchmarks, which do not await an update.
extension SectionedFetchedResultsUpdates {
  /// Takes the element that waits for the consumer; nil when there is none.
  package func takeWaiting() -> SectionedFetchedResultsUpdate? { mailbox.takeWaiting() }
}
