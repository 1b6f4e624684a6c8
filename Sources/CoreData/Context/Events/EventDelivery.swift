/// The events of a context: it closes them, and delivers them to the observers in order.
final class EventDelivery: ContextPart {
  var observers = ContextObservers()
  // It is checked for exclusive access while the program is developed and tested. A check takes twice as long as most
  // of what is looked at here, a dozen times in each event.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var eventQueue = EventQueue()
  /// The part of the context that its children read and change on their queues.
  let lineage = Protected(Lineage())
  /// Whether observers are asked which of the event's objects need permanent keys.
  var isGivingKeys = false
  /// Whether a save prepares or writes the changes: an event that it processes applies delete rules.
  private(set) var isSaving = false
  /// During a save: what events changed since the changes were validated last.
  private(set) var unvalidated: ObjectList?
  var propertyNames = PropertyNames()
  /// Whether the context's saves are neither posted nor broadcast to other contexts: those of batch requests.
  var isSilent = false
  let graph: ObjectGraph
  let changes: UnsavedChanges
  let undoRecorder: UndoRecorder
  let scheduler: EventScheduler

  init(_ undoRecorder: UndoRecorder) {
    self.undoRecorder = undoRecorder
    (graph, changes, scheduler) = (undoRecorder.graph, undoRecorder.changes, undoRecorder.scheduler)
  }

  /// Runs a block as part of a save, or outside the save that is under way.
  func whileSaving(_ isSaving: Bool, _ body: () throws -> Void) rethrows {
    let wasSaving = self.isSaving
    self.isSaving = isSaving
    defer { self.isSaving = wasSaving }
    try body()
  }

  /// Notes what events change, from now until `endValidation()`.
  func beginValidation() { unvalidated = ObjectList() }

  func endValidation() { unvalidated = nil }

  /// Notes, during a validation, that an event changed objects.
  func noteUnvalidated(_ objects: some Sequence<NSManagedObject>) {
    for object in objects { unvalidated?.insert(object) }
  }
}
