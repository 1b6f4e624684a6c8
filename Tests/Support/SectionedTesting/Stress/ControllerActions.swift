import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults

/// Random actions on a controller or its context, in a callback or outside of one.
enum ControllerActions {
  static func changePolicies(of controller: MusicLibrary.Controller, _ random: inout SeededRandom) -> String {
    controller.showsEmptySections = random.oneIn(2)
    controller.unmatchedItems = random.oneIn(2) ? .shownLast : .hidden
    controller.itemLimit = random.oneIn(2) ? .all : .first(random.below(5))
    if random.oneIn(4) { controller.obtainsPermanentIDs.toggle() }
    controller.classicCallbacks = random.oneIn(2) ? .legalInOneBatch : .faithful
    return "other policies"
  }

  static func limitOneSection(of controller: MusicLibrary.Controller, _ random: inout SeededRandom) -> String {
    guard !controller.allSections.isEmpty else { return "nothing" }
    let index = random.below(controller.allSections.count)
    if random.oneIn(3) {
      controller.removeItemLimit(ofSectionAt: index)
      return "no limit for section \(index)"
    }
    let limit = random.oneIn(4) ? ItemLimit.all : .first(random.below(4))
    controller.setItemLimit(limit, ofSectionAt: index)
    return "limit \(limit) for section \(index)"
  }

  /// Performs an action beside the edits of a user's move. Apps do so; for example, they save there.
  private static func disturb(
    _ controller: MusicLibrary.Controller, _ random: inout SeededRandom
  ) throws {
    switch random.below(8) {
    case 0...2: try controller.managedObjectContext.saveOrTakeBack()
    case 3: try controller.performFetch()
    case 4: _ = changePolicies(of: controller, &random)
    case 5: controller.managedObjectContext.rollback()
    case 6: controller.managedObjectContext.refreshAllObjects()
    default: controller.managedObjectContext.reset()
    }
  }

  /// Makes a user's move of an item or a section. Its edits lead to the target or elsewhere, or they fail.
  static func move(
    in controller: MusicLibrary.Controller, _ random: inout SeededRandom, _ editor: inout StressEditor
  ) throws -> String {
    let sections = controller.allSections
    guard !sections.isEmpty else { return "nothing" }
    let (from, to) = (random.below(sections.count), random.below(sections.count))
    var further = editor
    func isThere(_ object: NSManagedObject?) -> Bool {
      object?.managedObjectContext === controller.managedObjectContext && object?.isDeleted == false
    }
    func edits() throws {
      for _ in 0..<random.below(3) { try further.edit() }
      if random.oneIn(4) { try disturb(controller, &random) }
      if random.oneIn(6) { controller.managedObjectContext.processPendingChanges() }
      if random.oneIn(4) { throw StressRun.Wrong("refused") }
    }
    if random.oneIn(3) {
      let section = sections[from].object
      try? controller.performUserMove(fromSection: from, to: to) {
        if isThere(section) { section?.setValue(random.below(10), forKey: "position") }
        try edits()
      }
      return "move section \(from)→\(to), \(further.log)"
    }
    guard sections[from].numberOfObjects > 0 else { return "nothing" }
    let row = random.below(sections[from].numberOfObjects)
    let end = random.below(sections[to].numberOfObjects + (from == to ? 0 : 1))
    let item = controller.object(at: IndexPath(indexes: [from, row]))
    let section = sections[to].object
    try? controller.performUserMove(from: IndexPath(indexes: [from, row]), to: IndexPath(indexes: [to, end])) {
      let way = item.entity.relationshipsByName.values.first { relationship in
        guard !relationship.isToMany, let section, let entity = relationship.destinationEntity else { return false }
        return section.entity.isKindOf(entity: entity)
      }
      // In *will* the list still contains deleted objects.
      if let way, isThere(item), isThere(section) { item.setValue(section, forKey: way.name) }
      if isThere(item) { item.setValue(random.below(10), forKey: "position") }
      try edits()
    }
    return "move [\(from), \(row)]→[\(to), \(end)], \(further.log)"
  }
}

/// Undo actions. On Apple platforms they do nothing, because Apple's undo manager belongs to the main actor, and runs
/// do not.
extension ControllerActions {
  /// Gives a context an undo manager.
  static func makeUndoable(_ context: NSManagedObjectContext) {
    #if !canImport(Darwin)
      let manager = UndoManager()
      manager.levelsOfUndo = 10
      context.undoManager = manager
    #endif
  }

  /// Undoes and redoes a few events, if the context has an undo manager that is not just undoing or redoing.
  static func undo(in context: NSManagedObjectContext, _ random: inout SeededRandom) -> String {
    let (undone, redone) = (1 + random.below(3), random.below(3))
    #if !canImport(Darwin)
      guard let manager = context.undoManager, !manager.isUndoing, !manager.isRedoing else { return "nothing to undo" }
      for _ in 0..<undone { context.undo() }
      for _ in 0..<redone { context.redo() }
    #endif
    return "undo \(undone), redo \(redone)"
  }
}
