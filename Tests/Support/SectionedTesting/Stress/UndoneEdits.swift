import CoreData
import SectionedChanges
import SectionedFetchedResults

/// The list before edits that were reverted by inverse edits. The list should be the same afterwards.
struct UndoneEdits {
  private let before: ReferenceList
  private let limits: [NSManagedObjectID?: ItemLimit]
  private let names: SavedNames
  /// A description of the edits, for a failure's message.
  var log = ""
  /// Whether an object was deleted and replaced by a new one.
  var mayDiffer = false

  /// Records the list before the edits.
  init(of stage: StressStage) {
    (before, limits) = (ReferenceList(shownBy: stage.controller), stage.controller.itemLimitsOfSections)
    // The edited objects may get permanent IDs meanwhile.
    var names = SavedNames()
    names.note(stage.library.context)
    self.names = names
  }

  /// Whether a controller shows the list again. The list may differ if an object was deleted, if a section with a limit
  /// of its own left the list, or if an object overtook another one by getting a permanent ID first.
  func restores(_ controller: MusicLibrary.Controller) -> Bool {
    mayDiffer || before.named { names[$0] } == ReferenceList(shownBy: controller)
      || limits != controller.itemLimitsOfSections || !names.keepsOrder
  }

  var failure: StressRun.Wrong { StressRun.Wrong("\(log): the list is not what it was") }
}
