import CoreData
import SectionedFetchedResults

extension StepGathering: EventFollower {
  package func eventBegan() { open() }
  package func eventEnded() { close() }
}

extension ContextEvents {
  /// The gathering of the context: all sources on it take one step together for each event.
  var gathering: StepGathering {
    if let gathering = follower as? StepGathering { return gathering }
    let gathering = StepGathering()
    follower = gathering
    if isUnderWay { gathering.open() }
    return gathering
  }
}
