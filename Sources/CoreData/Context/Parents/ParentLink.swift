/// The link of a context to its parent: what the context reads from there, and the permanent keys that it takes over.
final class ParentLink: ContextPart {
  /// The parent, if there is one.
  var superior: NSManagedObjectContext?
  /// How many of the permanent keys that the parent has noted this context has taken over.
  var takenPromotions = 0
  let graph: ObjectGraph
  let changes: UnsavedChanges
  let events: EventDelivery
  let scheduler: EventScheduler

  init(_ events: EventDelivery) {
    self.events = events
    (graph, changes, scheduler) = (events.graph, events.changes, events.scheduler)
  }
}
