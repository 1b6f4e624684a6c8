import CoreData
import SectionedChanges

@testable import SectionedFetchedResults

/// Functions that inject faults and delays into the inner controllers, or replace parts of the controller.
extension SectionedFetchedResultsController {
  /// Injects a fault into the reports of the items' inner controller from now on. The engine then checks the reports as
  /// it does when the inner controller is Apple's.
  func spoil(_ fault: InnerFault) {
    guard let lists = tracker.lists, let batchEnded = lists.items.recorder.batchEnded else { return }
    lists.items.recorder.batchEnded = { batchEnded($0.spoiled(by: fault)) }
    lists.check.readsNotifications = true
  }

  /// Makes the items' inner controller report no groups that come or go, from now on.
  func hideGroups() {
    guard let recorder = tracker.lists?.items.recorder, let batchEnded = recorder.batchEnded else { return }
    recorder.batchEnded = { batchEnded($0.withoutGroups) }
  }

  /// Makes the inner controllers report late.
  ///
  /// - Parameters:
  ///   - items: whether batches of the items wait until they are released.
  ///   - sections: whether batches of the sections wait, too.
  func delay(items: Bool, sections: Bool) {
    if items { tracker.lists?.items.recorder.delayed = [] }
    if sections { tracker.lists?.sections.recorder.delayed = [] }
  }

  /// Delivers the batches that wait, and ends the delay.
  func releaseDelayed() {
    for recorder in [tracker.lists?.items.recorder, tracker.lists?.sections.recorder] {
      guard let recorder, let delayed = recorder.delayed else { continue }
      recorder.delayed = nil
      for batch in delayed { recorder.batchEnded?(batch) }
    }
    tracker.scheduleFlush()
  }

  /// Delivers what is recorded, as the block on the context's queue does.
  func deliverNow() { tracker.flush(isLast: true) }

  /// Uses another ledger for the cache files, from the next fetch on.
  func noteCaches(in ledger: CacheLedger) { tracker.cacheLedger = ledger }

  /// Stops observing notifications, so that only the block on the context's queue delivers events.
  func stopListening() { tracker.observation = nil }
}
