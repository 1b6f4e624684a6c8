/// How an inner controller's callbacks are wrong, for tests: the known faults of Apple's, as far as anything of them
/// can reach the engine. Kinds of changes are not recorded, so that a wrong kind is no fault here.
package enum InnerFault: Hashable, Sendable, CaseIterable {
  /// A change comes without its old place, as an update told for a move does.
  case oldPlaceMissing
  /// Old places are those of the new list, as in a swap told as a move and an update.
  case oldPlaceWrong
  /// What was in the list is told as inserted.
  case insertedForMoved
  /// An item is not named at all.
  case neverNamed
  /// Every item is named twice, the second time elsewhere.
  case namedTwice
}

extension InnerBatch {
  func spoiled(by fault: InnerFault) -> InnerBatch {
    var spoiled = InnerBatch()
    for index in removedGroups { spoiled.removeGroup(index) }
    for index in newGroups { spoiled.addGroup(index) }
    for (number, touch) in touches.enumerated() {
      let elsewhere = touch.old.map { GroupPlace(group: $0.group, row: $0.row + 1) }
      func tell(_ old: GroupPlace?, isNew: Bool) {
        spoiled.merge(.init(subject: touch.subject, old: old, new: touch.new, isNew: isNew))
      }
      switch fault {
      case .oldPlaceMissing: tell(nil, isNew: touch.isNew)
      case .oldPlaceWrong: tell(elsewhere, isNew: touch.isNew)
      case .insertedForMoved: tell(nil, isNew: true)
      case .neverNamed: if number > 0 { tell(touch.old, isNew: touch.isNew) }
      case .namedTwice:
        tell(touch.old, isNew: touch.isNew)
        tell(elsewhere, isNew: touch.isNew)
      }
    }
    return spoiled
  }
}

extension SectionedFetchedResultsController {
  /// Spoils what the inner controller of the items says from now on, and has the engine look for it as it does where
  /// the inner controller is Apple's. For tests.
  package func spoil(_ fault: InnerFault?) {
    tracker.lists?.items.recorder.fault = fault
    tracker.lists?.checksMentioned = fault != nil
  }

  /// Has the inner controllers tell late. For tests.
  ///
  /// - Parameters:
  ///   - items: whether batches of the items wait until they are released.
  ///   - sections: whether batches of the sections do.
  package func delay(items: Bool, sections: Bool) {
    if items { tracker.lists?.items.recorder.delayed = [] }
    if sections { tracker.lists?.sections.recorder.delayed = [] }
  }

  /// Hands over what waits, and has everything told at once again. For tests.
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

  /// Hears no notification any more, so that only the block on the context's queue delivers. For tests.
  package func stopListening() { tracker.observation = nil }
}
