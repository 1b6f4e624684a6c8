/// The changes of a context's objects: those since the last save, and those since the last event.
///
/// It records them, applies delete rules, and undoes deletions. It does not notify observers.
final class UnsavedChanges {
  var pending = PendingChanges()
  // Checked for exclusive access only in debug builds. A check takes twice as long as most accesses, and each event
  // makes a dozen of them.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var event = GatheredEvent()
  /// The ordered relationship that the program added to last in this event.
  var recentOrderedSet: RelationshipOrderedSet?
  /// Whether delete rules are being applied.
  var isPropagating = false
  let graph: ObjectGraph
  let scheduler: EventScheduler

  init(_ graph: ObjectGraph) {
    self.graph = graph
    scheduler = graph.scheduler
  }
}
