import CoreData
import Foundation
import SectionedFetchedResults

/// Performs random actions in the callbacks of the controllers of one context. The event's seed decides them.
final class CallbackActions {
  /// The main controller. Other controllers of the context may call this, too.
  private unowned let controller: MusicLibrary.Controller
  private let context: NSManagedObjectContext
  private let shape: StressShape
  /// The stage; nil for the controllers of the second context.
  private weak var stage: StressStage?
  private var random = SeededRandom(seed: 0)
  /// The number of actions that may still happen in this event.
  private var left = 0
  private(set) var log: [String] = []
  /// Whether the main controller's list may have changed without a batch.
  private(set) var mayJump = false
  /// The check of the main controller's outputs.
  private var law: OutputLaw?

  init(of controller: MusicLibrary.Controller, _ shape: StressShape, on stage: StressStage?) {
    (self.controller, self.shape, self.stage) = (controller, shape, stage)
    context = controller.managedObjectContext
  }

  /// Checks the main controller's outputs, and acts in its callbacks.
  func watch(_ recorder: MusicLibrary.Recorder) { law = law(of: controller, recorder) }

  /// Checks a controller's outputs, and acts in its callbacks.
  func law(of controller: MusicLibrary.Controller, _ recorder: MusicLibrary.Recorder) -> OutputLaw {
    let law = OutputLaw(of: controller, recorder)
    law.readsWithin = { [weak self] in self?.random.oneIn(6) ?? false }
    act(in: recorder)
    return law
  }

  /// Acts in a controller's callbacks.
  func act(in recorder: MusicLibrary.Recorder) {
    // Weak, because a block on the context's queue may still call the delegate after the run.
    recorder.during = { [weak self] line, controller in self?.record(line, controller) }
  }

  func begin(seed: UInt64) {
    random = SeededRandom(seed: seed &* 77)
    left = random.oneIn(3) ? 1 + random.below(3) : 0
    (log, mayJump) = ([], false)
  }

  /// Performs no more actions in this event.
  func stop() { left = 0 }

  /// Notes that the main controller's list is about to change without a batch.
  func expectJump() {
    mayJump = true
    law?.expectJump()
  }

  func check() throws {
    law?.check()
    if let wrong = law?.wrong.first { throw StressRun.Wrong(wrong) }
  }

  private func record(_ line: String, _ controller: MusicLibrary.Controller) {
    guard left > 0, random.oneIn(5) else { return }
    left -= 1
    do {
      log.append("in \(line): \(try act(controller))")
    } catch {
      log.append("in \(line): \(error)")
      context.rollback()
    }
  }

  /// - Parameter reported: the controller that calls its delegate.
  private func act(_ reported: MusicLibrary.Controller) throws -> String {
    // A generator of its own, because callbacks that this action causes draw from `self.random`.
    var random = SeededRandom(seed: self.random.next())
    var editor = StressEditor(random: SeededRandom(seed: random.next()), context: context, shape: shape)
    switch random.below(22) {
    case 0:
      try reported.performFetch()
      return "fetch"
    case 1: return try fetchOther(reported)
    case 2:
      if reported === controller { expectJump() } else { return "nothing" }
      try reported.performFetch(reporting: false)
      return "fetch silently"
    case 3: return ControllerActions.changePolicies(of: reported, &random)
    case 4: return ControllerActions.limitOneSection(of: reported, &random)
    case 5: return try ControllerActions.move(in: reported, &random, &editor)
    case 6:
      return try context.saveOrTakeBack() ? "save" : "save, refused"
    case 7:
      context.rollback()
      return "rollback"
    case 8:
      if random.oneIn(2) { try context.saveOrTakeBack() }
      context.reset()
      return "reset"
    case 9:
      context.refreshAllObjects()
      return "refresh all"
    case 10, 11:
      for _ in 0...random.below(3) { try editor.edit() }
      context.processPendingChanges()
      return "edit and process: \(editor.log)"
    case 12:
      for _ in 0...random.below(3) { try editor.edit() }
      return "edit: \(editor.log)"
    case 13:
      guard let stage else { return "nothing" }
      stop()
      return try stage.merge(editor, count: 1 + random.below(3))
    case 14:
      guard let peer = stage?.peers.randomElement(using: &random)?.controller else { return "nothing" }
      return try fetchOther(peer)
    case 15:
      guard let peer = stage?.peers.randomElement(using: &random)?.controller else { return "nothing" }
      return ControllerActions.changePolicies(of: peer, &random)
    case 16, 17:
      guard let peer = stage?.peers.randomElement(using: &random) else { return "nothing" }
      peer.end(onlyDelegate: random.oneIn(2))
      return "end another"
    case 18: return ControllerActions.undo(in: context, &random)
    case 19, 20: return try stage?.mergeHistory(editor, &random) ?? "nothing"
    default:
      try controller.performFetch()
      return "fetch of the first"
    }
  }

  private func fetchOther(_ controller: MusicLibrary.Controller) throws -> String {
    let limit = 4 + random.below(6)
    controller.itemFetchRequest.predicate = random.oneIn(2) ? nil : NSPredicate(format: "position < %d", limit)
    controller.sectionFetchRequest.predicate =
      random.oneIn(2) ? nil : NSPredicate(format: "isOld == NO OR isOld == nil")
    try controller.performFetch()
    return "fetch other"
  }
}
