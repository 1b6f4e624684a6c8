import CoreData
import Foundation
import SectionedFetchedResults

/// Performs random actions in the callbacks of the controllers of one context. The event's seed decides them.
final class CallbackActions {
  /// The first of the controllers.
  private unowned let controller: MusicLibrary.Controller
  private let context: NSManagedObjectContext
  private let shape: StressShape
  /// Nil for the controllers of the second context.
  private weak var stage: StressStage?
  private var random = SeededRandom(seed: 0)
  /// The number of actions that are left for this event.
  private var left = 0
  private(set) var log: [String] = []
  /// Whether the list of the first controller may have become another without a batch.
  private(set) var mayJump = false
  /// The law of the first controller.
  private var law: OutputLaw?

  init(of controller: MusicLibrary.Controller, _ shape: StressShape, on stage: StressStage?) {
    (self.controller, self.shape, self.stage) = (controller, shape, stage)
    context = controller.managedObjectContext
  }

  /// Watches the first controller.
  func watch(_ recorder: MusicLibrary.Recorder) { law = law(of: controller, recorder) }

  /// Watches a controller, and acts in its callbacks.
  func law(of controller: MusicLibrary.Controller, _ recorder: MusicLibrary.Recorder) -> OutputLaw {
    let law = OutputLaw(of: controller, recorder)
    law.readsWithin = { [weak self] in self?.random.oneIn(6) ?? false }
    act(in: recorder)
    return law
  }

  /// Acts in a controller's callbacks.
  func act(in recorder: MusicLibrary.Recorder) {
    // A block on the context's queue may be calling the delegate when the run is over.
    recorder.during = { [weak self] line, controller in self?.record(line, controller) }
  }

  func begin(seed: UInt64) {
    random = SeededRandom(seed: seed &* 77)
    left = random.oneIn(3) ? 1 + random.below(3) : 0
    (log, mayJump) = ([], false)
  }

  /// Ends the actions of this event.
  func stop() { left = 0 }

  /// Notes that the list becomes another without a batch.
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

  /// - Parameter reported: the controller whose callback this is.
  private func act(_ reported: MusicLibrary.Controller) throws -> String {
    // Its own: callbacks that come of it take from the other.
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
