import CoreData
import Foundation
import SectionedFetchedResults

/// An event of a stress run. Its own seed decides it, so that events can be left out without changing the others.
package struct StressEvent: Hashable, Sendable {
  package let seed: UInt64

  package init(seed: UInt64) { self.seed = seed }

  /// Reads a list of events as ``list(_:)`` writes it; nil if the text contains anything but seeds between commas.
  package static func events(in text: String) -> [StressEvent]? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let events = parts.compactMap { part in
      UInt64(part.trimmingCharacters(in: .whitespaces)).map { StressEvent(seed: $0) }
    }
    return events.count == parts.count ? events : nil
  }

  /// The seeds of events, as a failure's message names them.
  package static func list(_ events: [StressEvent]) -> String {
    events.map { String($0.seed) }.joined(separator: ", ")
  }

  /// Performs the event. The caller then processes the context's changes.
  ///
  /// - Returns: a description of the edits, for a failure's message.
  func perform(on stage: StressStage) throws -> String {
    let context = stage.library.context
    var random = SeededRandom(seed: seed &* 31)
    var editor = StressEditor(random: SeededRandom(seed: seed), context: context, shape: stage.shape)
    switch random.below(54) {
    case 0: try context.saveOrTakeBack()
    case 1: context.rollback()
    case 2: context.refreshAllObjects()
    case 3, 4: return try stage.merge(editor, count: 1 + random.below(3))
    case 5: return ControllerActions.changePolicies(of: stage.controller, &random)
    case 6: try changeRequests(of: stage, &random)
    case 7:
      if random.oneIn(2) { try context.saveOrTakeBack() }
      context.reset()
      return "reset"
    case 8:
      try stage.saveAll()
      var batch = StressBatch(random: random)
      return try batch.perform(on: stage)
    case 9, 10: return try editAndUndo(on: stage, &editor, &random)
    case 11, 12, 13:
      stage.callbackActions.expectJump()
      return try ControllerActions.move(in: stage.controller, &random, &editor)
    case 14: return ControllerActions.limitOneSection(of: stage.controller, &random)
    case 15:
      try changeRequests(of: stage, &random, reporting: false)
      return "fetch silently"
    case 16, 17, 18: return ControllerActions.undo(in: context, &random)
    case 22, 23: return try stage.mergeHistory(editor, &random)
    case 19, 20, 21: return try ParentContextActions.act(on: stage, editor, &random)
    default:
      for _ in 0...(random.oneIn(4) ? random.below(12) : random.below(3)) { try editor.edit() }
      if random.oneIn(5) { try context.saveOrTakeBack() }
      return editor.log.joined(separator: ", ")
    }
    return "save, rollback, refresh or other requests"
  }

  /// Returns a random order: by title, by position, or by identity.
  private func order(by title: String, _ random: inout SeededRandom) -> [NSSortDescriptor] {
    let order = [NSSortDescriptor(key: random.oneIn(2) ? title : "position", ascending: random.oneIn(2))]
    return random.oneIn(6) ? [] : order
  }

  private func changeRequests(
    of stage: StressStage, _ random: inout SeededRandom, reporting: Bool = true
  ) throws {
    if !reporting { stage.callbackActions.expectJump() }
    let tracks = stage.controller.itemFetchRequest
    tracks.fetchLimit = random.oneIn(2) ? 0 : 1 + random.below(12)
    tracks.fetchOffset = random.oneIn(2) ? 0 : random.below(6)
    tracks.predicate = random.oneIn(2) ? nil : NSPredicate(format: "position < %d", 4 + random.below(6))
    tracks.sortDescriptors = order(by: "title", &random)
    tracks.includesSubentities = !random.oneIn(3)
    let sections = stage.controller.sectionFetchRequest
    sections.includesSubentities = !random.oneIn(3)
    sections.predicate = random.oneIn(2) ? nil : NSPredicate(format: "isOld == NO OR isOld == nil")
    sections.sortDescriptors = order(by: stage.shape.title, &random)
    if random.oneIn(2) { stage.setDependencies() } else { stage.removeDependencies() }
    if reporting { try stage.controller.performFetch() } else { try stage.controller.performFetch(reporting: false) }
  }

  /// Edits, and then performs the inverses of the edits. The list must then be the same, apart from the cases that
  /// `UndoneEdits` names.
  private func editAndUndo(
    on stage: StressStage, _ editor: inout StressEditor, _ random: inout SeededRandom
  ) throws -> String {
    stage.callbackActions.stop()
    stage.library.context.processPendingChanges()
    var undone = UndoneEdits(of: stage)
    for _ in 0...random.below(6) { try editor.edit() }
    stage.library.context.processPendingChanges()
    editor.undo.perform()
    stage.library.context.processPendingChanges()
    undone.log = editor.log.joined(separator: ", ") + ", and undone"
    undone.mayDiffer = editor.undo.restoresObjects
    if undone.restores(stage.controller) { return undone.log }
    // An inner controller that follows no relationships may see edits of related objects, for example if it fetches for
    // another reason, and then miss their inverses. The pending refresh finds those.
    guard PublicInterface.isAllThereIs else { throw undone.failure }
    stage.undone = undone
    return undone.log
  }
}
