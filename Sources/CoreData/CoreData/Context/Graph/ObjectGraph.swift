/// The objects of a context, each once, and access to the rows that fill them.
///
/// It knows neither unsaved changes nor events, and uses only settings of the context.
final class ObjectGraph {
  var registry = ObjectRegistry(coordinator: nil)
  /// The coordinator; the parent's, if there is a parent.
  private(set) var coordinator: NSPersistentStoreCoordinator?
  /// The data source in place of the stores when there is a parent.
  private(set) var parentRows: (any ParentSource)?
  var readScope = ReadScope()
  /// The state of the stores that is read.
  private(set) var generation = ReadGeneration.newest
  /// The position in the stores' writes up to which the objects' rows are current.
  var saves = SaveCursor()
  /// All objects, if the context retains its objects; otherwise nil.
  var retained: [NSManagedObject]?
  /// Whether all objects are instances of `NSManagedObject` itself. This is so in a batch request's context, whose
  /// objects the program never sees.
  var makesPlainObjects = false
  /// Whether the context is about to disown all objects.
  var isForgetting = false
  /// The number of nested `awakeFromFetch` calls. They nest if one object's callback fills another fault.
  var awakeningDepth = 0
  let scheduler: EventScheduler

  init(_ scheduler: EventScheduler) { self.scheduler = scheduler }

  /// Sets the coordinator of the objects to come, which `startEmpty(in:)` begins to use.
  func use(_ coordinator: NSPersistentStoreCoordinator?) { self.coordinator = coordinator }

  /// Makes a parent the data source, in place of the stores.
  func readFromParent(_ rows: any ParentSource) { parentRows = rows }

  /// Switches to another state of the stores, and clears the cached last row, which may be of the former state.
  func read(_ generation: ReadGeneration) {
    self.generation = generation
    forgetRow()
  }
}
