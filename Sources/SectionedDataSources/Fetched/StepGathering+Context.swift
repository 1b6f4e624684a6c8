import CoreData
import SectionedFetchedResults

extension StepGathering: EventFollower {
  package func eventBegan() { open() }
  package func eventEnded() { close() }
}

extension ContextEvents {
  /// The gathering of the steps of all sources on the context: an event is one step of each.
  var gathering: StepGathering {
    if let gathering = follower as? StepGathering { return gathering }
    let gathering = StepGathering()
    follower = gathering
    if isUnderWay { gathering.open() }
    return gathering
  }
}
