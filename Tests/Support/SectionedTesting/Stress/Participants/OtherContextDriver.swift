import CoreData
import Foundation
import SectionedFetchedResults

/// A second context on the library's coordinator, with a controller of its own. It edits and saves, and it and the
/// library merge each other's saves.
final class OtherContextDriver {
  private let context: NSManagedObjectContext
  private let controller: MusicLibrary.Controller
  private let recorder = MusicLibrary.Recorder { $0.objectID.uriRepresentation().lastPathComponent }
  private let callbackActions: CallbackActions
  private let rows: StressRows
  private let shape: StressShape
  private let saves = Saves()
  private var tokens: [any NSObjectProtocol] = []

  /// Unchecked: written on a context's queue while the run waits for it.
  private final class Saves: @unchecked Sendable {
    /// Saves of other contexts that this context has not merged yet.
    var toMerge: [Notification] = []
    /// Saves of this context that the library has not merged yet.
    var own: [Notification] = []
  }

  init(of library: MusicLibrary, _ shape: StressShape) throws {
    self.shape = shape
    context = library.newContext()
    controller = StressStage.controller(of: library, shape, in: context)
    controller.itemDependencies = shape.itemDependencies
    controller.delegate = recorder
    callbackActions = CallbackActions(of: controller, shape, on: nil)
    let (context, controller, recorder, callbackActions) = (context, controller, recorder, callbackActions)
    rows = try context.performAndWait { () throws in
      try controller.performFetch()
      callbackActions.watch(recorder)
      ControllerActions.makeUndoable(context)
      return try StressRows(in: context)
    }
    let name = NSManagedObjectContext.didSaveObjectsNotification
    tokens = [
      NotificationCenter.default.addObserver(forName: name, object: library.chain[0], queue: nil) { [saves] in
        saves.toMerge.append($0)
      },
      NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { [saves] in
        saves.own.append($0)
      },
    ]
  }

  deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }

  /// Records a save of a third context.
  func note(_ save: Notification) { saves.toMerge.append(save) }

  /// Merges the result of a batch request.
  func note(written changes: [AnyHashable: Any]) throws {
    try catchUp()
    context.performAndWait { NSManagedObjectContext.mergeChanges(fromRemoteContextSave: changes, into: [context]) }
  }

  /// Lets actions happen in the controller's callbacks. The seed decides them.
  func begin(seed: UInt64) { callbackActions.begin(seed: seed) }

  /// A log of the actions in callbacks.
  var log: [String] { callbackActions.log }

  /// Whether there are saves that this context or the library has not merged.
  var hasNews: Bool { !saves.toMerge.isEmpty || !saves.own.isEmpty }

  /// Returns the saves of this context that the library is to merge.
  func takeSaves() -> [Notification] {
    defer { saves.own = [] }
    return saves.own
  }

  /// Edits and saves.
  ///
  /// - Returns: a description of the edits.
  func edit(_ editor: StressEditor, count: Int) throws -> String {
    try catchUp()
    var editor = editor
    editor.context = context
    try context.performAndWait {
      for _ in 0..<count { try editor.edit() }
      try context.saveOrTakeBack()
    }
    return editor.log.joined(separator: ", ")
  }

  /// Merges the recorded saves of other contexts.
  func catchUp() throws {
    let news = saves.toMerge
    saves.toMerge = []
    context.performAndWait {
      for save in news { context.mergeChanges(fromContextDidSave: save) }
      context.processPendingChanges()
    }
  }

  /// Checks the list. Must be called when everything is merged.
  func check() throws {
    // Run the blocks that were scheduled on the queue meanwhile.
    for _ in 0..<4 { context.performAndWait { context.processPendingChanges() } }
    try context.performAndWait {
      callbackActions.stop()
      do { try callbackActions.check() } catch { throw StressRun.Wrong("the other context: \(error)") }
      if let error = recorder.errors.first { throw StressRun.Wrong("the other context reported: \(error)") }
      let (shown, reference) = (ReferenceList(shownBy: controller), try ReferenceList(for: controller))
      guard shown == reference else {
        throw StressRun.Wrong("the other context shows \(shown), should show \(reference)")
      }
      do { try rows.check() } catch { throw StressRun.Wrong("the other context: \(error)") }
      _ = recorder.take()
    }
  }
}
