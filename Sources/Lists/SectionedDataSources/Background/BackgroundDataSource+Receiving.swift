import CoreData
import SectionedChanges

// The steps that arrive from the context's queue.
extension BackgroundDataSource {
  /// Applies a step. The list, the values and the phase change together.
  func take(_ step: ValuesStep<SectionValue, Value>) {
    // Released on another thread, because the list may have a million identifiers.
    discarded.add(core.snapshot)
    discarded.add(step)
    evicted = step.evicted
    answered = max(answered, step.answered)
    if step.isFetched { hasList = true }
    error = step.error(after: error)
    core.perform {
      if waiting == nil { waiting = step } else { waiting?.join(step) }
      core.setNeedsSettling()
    }
    evicted = []
    requests.answered(step.items.keys, sections: step.sections.keys)
    for error in step.errors {
      onError?(error)
      anomalies.report(.init(.fetchFailed, "\(error)"))
    }
    received = step.number
    let ready = waiters.filter { $0.number <= step.number }
    waiters.removeAll { $0.number <= step.number }
    for waiter in ready { waiter.continuation.resume() }
  }

  func makeStep() -> SourceCore<NSManagedObjectID?, NSManagedObjectID>.Step? {
    guard let step = waiting else { return .init(snapshot: core.snapshot, changes: .init(), phase: nextPhase) }
    waiting = nil
    for (id, value) in step.items { items[id] = value }
    for (id, value) in step.sections { sections[id] = value }
    guard let update = step.updates.joined else {
      return .init(snapshot: core.snapshot, changes: .init(), phase: nextPhase)
    }
    places.reset()
    return .init(snapshot: update.new, changes: update.changes, phase: nextPhase)
  }

  private var nextPhase: LoadingPhase {
    if answered < asked { return hasList ? .refreshing : .loading }
    return hasList ? .loaded : .failed
  }

  /// Waits until all requested lists and values have arrived, and all saves that other contexts made before this call.
  /// The values that observers request meanwhile have then arrived, too.
  @MainActor
  public func settle() async {
    while true {
      let requests = requests
      let state = await worker.read { (sent: $0.sent, isIdle: $0.isIdle && requests.isEmpty) }
      guard let state else { return }
      if received < state.sent {
        await withCheckedContinuation { waiters.append((state.sent, $0)) }
      } else if state.isIdle, requests.isEmpty {
        return
      }
    }
  }
}
