import CoreData
import Foundation
import SectionedFetchedResults

/// A second context that edits and saves, too, with a controller of its own: each merges what the other saves.
final class StressPartner {
  private let context: NSManagedObjectContext
  private let controller: MusicLibrary.Controller
  private let recorder = MusicLibrary.Recorder { $0.objectID.uriRepresentation().lastPathComponent }
  private let law: OutputLaw
  private let shape: StressShape
  private let saves = Saves()
  private var tokens: [any NSObjectProtocol] = []

  /// Unchecked: written on a context's queue while the run waits for it.
  private final class Saves: @unchecked Sendable {
    var others: [Notification] = []
    var own: Notification?
  }

  init(of library: MusicLibrary, _ shape: StressShape) throws {
    self.shape = shape
    context = library.container.newBackgroundContext()
    controller = StressStage.controller(of: library, shape, in: context)
    controller.itemDependencies = shape.itemDependencies
    controller.delegate = recorder
    let (context, controller, recorder) = (context, controller, recorder)
    law = try context.performAndWait {
      try controller.performFetch()
      return OutputLaw(of: controller, recorder)
    }
    let name = NSManagedObjectContext.didSaveObjectsNotification
    tokens = [
      NotificationCenter.default.addObserver(forName: name, object: library.context, queue: nil) { [saves] in
        saves.others.append($0)
      },
      NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { [saves] in saves.own = $0 },
    ]
  }

  deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }

  /// Takes what a third context saved.
  func note(_ save: Notification) { saves.others.append(save) }

  /// Takes what a batch request wrote.
  func note(written changes: [AnyHashable: Any]) throws {
    try catchUp()
    context.performAndWait { NSManagedObjectContext.mergeChanges(fromRemoteContextSave: changes, into: [context]) }
  }

  /// Edits and saves, after the library has saved everything.
  ///
  /// - Returns: what the library is to merge, and what was done.
  func edit(_ editor: StressEditor, count: Int) throws -> (Notification?, String) {
    try catchUp()
    var editor = editor
    editor.context = context
    saves.own = nil
    try context.performAndWait {
      for _ in 0..<count { try editor.edit() }
      try context.save()
    }
    return (saves.own, editor.log.joined(separator: ", "))
  }

  /// Merges what was saved.
  func catchUp() throws {
    let news = saves.others
    saves.others = []
    context.performAndWait {
      for save in news { context.mergeChanges(fromContextDidSave: save) }
      context.processPendingChanges()
    }
  }

  /// Merges, and checks the list.
  func check() throws {
    try catchUp()
    // What was put on the queue meanwhile has run by now.
    try context.performAndWait {
      law.check()
      if let wrong = law.wrong.first { throw StressRun.Wrong("the partner: \(wrong)") }
      if let error = recorder.errors.first { throw StressRun.Wrong("the partner was told: \(error)") }
      let (shown, reference) = (ReferenceList(shownBy: controller), try ReferenceList(for: controller))
      guard shown == reference else {
        throw StressRun.Wrong("the partner shows \(shown), should show \(reference)")
      }
      _ = recorder.take()
    }
  }
}
