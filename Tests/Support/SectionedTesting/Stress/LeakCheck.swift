import CoreData
import SectionedFetchedResults

/// Checks for leaks after a stress run.
struct LeakCheck {
  private weak var controller: MusicLibrary.Controller?
  private weak var twin: MusicLibrary.Controller?
  private let library: MusicLibrary
  private let twinContext: NSManagedObjectContext

  init(of stage: StressStage) {
    controller = stage.controller
    twin = stage.twin.controller
    library = stage.library
    twinContext = stage.twin.context
  }

  /// Checks that the controllers and the objects of the contexts are released. Must be called when the run was
  /// released.
  ///
  /// - Throws: an error if a controller still exists, or a context still has a registered object.
  /// - Throws: when a controller is still there, or a context with nothing left to save still holds an object.
  func check() throws {
    _ = try library.run { try library.context.saveOrTakeBack() }
    // The undo manager retains the objects that it can restore.
    library.run { library.context.undoManager = nil }
    guard controller == nil, twin == nil else { throw StressRun.Wrong("the controller is retained") }
    for context in [library.context, twinContext] {
      // By now, the blocks that were scheduled on the queue have run.
      let count = context.performAndWait { context.registeredObjects.count }
      guard count == 0 else { throw StressRun.Wrong("\(count) objects are retained after the controller is gone") }
    }
  }
}
