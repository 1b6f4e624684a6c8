import CoreData
import SectionedChanges
import SectionedFetchedResults

/// A list before edits that were taken back by their inverses: it should be the same afterwards.
struct UndoneEdits {
  private let before: ReferenceList
  private let limits: [NSManagedObjectID?: ItemLimit]
  private let names: SavedNames
  /// A description of the edits, for a failure's message.
  var log = ""
  /// Whether something was deleted and made anew.
  var mayDiffer = false

  /// Notes the list, before the edits.
  init(of stage: StressStage) {
    (before, limits) = (ReferenceList(shownBy: stage.controller), stage.controller.itemLimitsOfSections)
    // The edited objects may get permanent IDs.
    var names = SavedNames()
    names.note(stage.library.context)
    self.names = names
  }

  /// Whether a controller shows the list again. It need not where something was deleted, a section with a limit of its own
  /// left the list, or an object passed another one by getting a permanent ID first.
  func restores(_ controller: MusicLibrary.Controller) -> Bool {
    mayDiffer || before.named { names[$0] } == ReferenceList(shownBy: controller)
      || limits != controller.itemLimitsOfSections || !names.keepsOrder
  }

  var failure: StressRun.Wrong { StressRun.Wrong("\(log): the list is not what it was") }
}
