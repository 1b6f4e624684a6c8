import CoreData

extension SectionedTracker {
  /// Stops the program if it uses the controller on another queue than its context's and queue checks are on.
  func checkQueue() { ControllerChecks.checkQueue(of: context) }

  /// Reports sections that now share a key or have none, once for each key.
  func reportSharedKeys(_ lists: FetchedLists) {
    let shared = lists.engine.sharedKeys.filter { !$0.key.isNone }
    // A deleted section has no values any more, though its deletion may not have been reported yet.
    let keyless = lists.engine.slots(withKey: .none).filter { slot in
      lists.objects[Int(slot)].map { $0.managedObjectContext != nil && !$0.isDeleted } ?? false
    }
    for (key, slots) in shared where !failedKeys.contains(key) {
      fail(SectionedFetchedResultsError.duplicateKey(key: key.description, sections: lists.ids(of: slots)))
    }
    if !keyless.isEmpty, !failedKeys.contains(.none) {
      fail(SectionedFetchedResultsError.missingKey(sections: lists.ids(of: keyless)))
    }
    failedKeys = Set(shared.map(\.key)).union(keyless.isEmpty ? [] : [.none])
  }
}
