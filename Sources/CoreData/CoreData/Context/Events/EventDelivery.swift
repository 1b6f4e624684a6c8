/// Closes the events of a context, and delivers them to the observers in order.
final class EventDelivery: ContextPart {
  var observers = ContextObservers()
  // Checked for exclusive access only in debug builds. A check takes twice as long as most accesses, and each event
  // makes a dozen of them.
  #if !DEBUG
    @exclusivity(unchecked)
  #endif
  var eventQueue = EventQueue()
  /// The part of the context that its children read and change from their queues.
  let lineage = Protected(Lineage())
  /// Whether observers are asked which of the event's objects need permanent keys.
  var isGivingKeys = false
  /// Whether a save is preparing or writing the changes. Events that are closed meanwhile apply delete rules.
  private(set) var isSaving = false
  /// The objects that events have changed since the last validation of a running save; nil if no validation runs.
  private(set) var unvalidated: ObjectList?
  var propertyNames = PropertyNames()
  /// Whether the context neither posts its changes and saves nor broadcasts them to other contexts, as for batch
  /// requests.
  var isSilent = false
  let graph: ObjectGraph
  let changes: UnsavedChanges
  let undoRecorder: UndoRecorder
  let scheduler: EventScheduler

  init(_ undoRecorder: UndoRecorder) {
    self.undoRecorder = undoRecorder
    (graph, changes, scheduler) = (undoRecorder.graph, undoRecorder.changes, undoRecorder.scheduler)
  }

  /// Runs a block while `isSaving` has a given value.
  func whileSaving(_ isSaving: Bool, _ body: () throws -> Void) rethrows {
    let wasSaving = self.isSaving
    self.isSaving = isSaving
    defer { self.isSaving = wasSaving }
    try body()
  }

  /// Starts to record the objects that events change, until `endValidation()`.
  func beginValidation() { unvalidated = ObjectList() }

  func endValidation() { unvalidated = nil }

  /// Records objects that an event changed, if a validation is running.
  func noteUnvalidated(_ objects: some Sequence<NSManagedObject>) {
    for object in objects { unvalidated?.insert(object) }
  }
}

/// Base class of a context's parts. A part calls back into its context to read settings, to pass it to observers, or
/// to run an operation that involves several parts.
class ContextPart {
  // Unowned because the context owns its parts. Code that may outlive the context holds its handle or an object,
  // never a part.
  final unowned private(set) var context: NSManagedObjectContext!

  final func adopt(by context: NSManagedObjectContext) { self.context = context }
}
