/// The changes of a context's objects: those since the last save, and those since the last event.
///
/// It records them, applies delete rules, and takes deletions back. It delivers nothing.
final class UnsavedChanges {
  var pending = PendingChanges()
  // It is checked for exclusive access while the program is developed and tested. A check takes twice as long as most
  // of what is looked at here, a dozen times in each event.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var event = GatheredEvent()
  /// The ordered relationship to which a program has added last in this event.
  var recentOrderedSet: RelationshipOrderedSet?
  /// Whether delete rules are applied.
  var isPropagating = false
  let graph: ObjectGraph
  let scheduler: EventScheduler

  init(_ graph: ObjectGraph) {
    self.graph = graph
    scheduler = graph.scheduler
  }
}
