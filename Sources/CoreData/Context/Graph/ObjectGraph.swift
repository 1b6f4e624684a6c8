/// The objects of a context, each once, and the rows of the stores that they are filled from.
///
/// It knows neither changes nor events, and calls nothing of the context but what the program has set there.
final class ObjectGraph {
  var registry = ObjectRegistry(coordinator: nil)
  /// The parent's, if there is one.
  private(set) var coordinator: NSPersistentStoreCoordinator?
  /// The data source in place of the stores when there is a parent.
  private(set) var parentRows: (any ParentSource)?
  var readScope = ReadScope()
  /// The state of the stores that is read.
  private(set) var generation = ReadGeneration.newest
  /// Up to which write the rows of objects are those of the stores.
  var saves = SaveCursor()
  /// All objects, when the context is asked to keep them.
  var retained: [NSManagedObject]?
  /// Whether the objects are of `NSManagedObject` itself, as those of a batch request's context, which no program sees.
  var makesPlainObjects = false
  /// Whether all objects are about to be disowned.
  var isForgetting = false
  /// The number of faults that are awaking, each in a callback of the one before.
  var awakeningDepth = 0
  let scheduler: EventScheduler

  init(_ scheduler: EventScheduler) { self.scheduler = scheduler }

  /// Sets the coordinator of the objects to come, which `startEmpty(in:)` begins to use.
  func use(_ coordinator: NSPersistentStoreCoordinator?) { self.coordinator = coordinator }

  /// Reads a parent, in place of the stores, from now on.
  func readFromParent(_ rows: any ParentSource) { parentRows = rows }

  /// Reads a state of the stores from now on. The row that was read last may be of another one.
  func read(_ generation: ReadGeneration) {
    self.generation = generation
    forgetRow()
  }
}
