import CoreData

#if DEBUG
  extension SectionedFetchedResultsController {
    /// Observes the context once the controller has a delegate, to log a change that comes before the first fetch. Such
    /// a change is not reported to the delegate.
    func watchForFirstFetch() {
      guard delegate != nil, !isFetched, tracker.forgottenFetch == nil else { return }
      let box = QueueBox(self)
      tracker.forgottenFetch = ForgottenFetch(in: managedObjectContext) { box.object?.noteIfNeverFetched() ?? true }
    }

    /// Logs a change of the context, if the controller has a delegate and has never fetched.
    ///
    /// - Returns: whether the observation can end.
    private func noteIfNeverFetched() -> Bool {
      // A source reports by itself that it was not fetched.
      if isFetched || tracker.outputs.hasReaders { return true }
      // A running fetch has ended this event, so it was not forgotten.
      guard tracker.stage == .resting, let delegate else { return false }
      Log.note(
        "The list of \(itemFetchRequest.entityName ?? "objects") has the delegate \(type(of: delegate)), and its "
          + "context changed, but no fetch has succeeded: a list follows nothing before performFetch(). Call it, and "
          + "look at the error that it throws.")
      return true
    }
  }
#endif
