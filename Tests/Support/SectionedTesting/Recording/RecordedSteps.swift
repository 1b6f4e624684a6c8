import CoreData
import SectionedFetchedResults

/// Records the lists that a delegate saw before and after each batch, and checks that the list changes only in batches.
package final class RecordedSteps {
  package typealias Step = (old: ReferenceList, new: ReferenceList)

  private let controller: MusicLibrary.Controller
  private var steps: [Step] = []
  private var last: ReferenceList
  /// The current IDs of objects, because a save changes them.
  private(set) var names = SavedNames()
  /// Whether the list may change once without a batch, because of a silent fetch or a user's move.
  package var mayJump = false

  /// Watches a controller's recorder.
  package init(of controller: MusicLibrary.Controller, _ recorder: MusicLibrary.Recorder) {
    self.controller = controller
    last = ReferenceList(shownBy: controller)
    names.note(controller.managedObjectContext)
    recorder.watchers.append { [weak self] line, _ in self?.record(line) }
  }

  private func record(_ line: String) {
    switch line {
    case "will":
      names.note(controller.managedObjectContext)
      steps.append((ReferenceList(shownBy: controller), ReferenceList(sections: [])))
    case "did":
      steps[steps.count - 1].new = ReferenceList(shownBy: controller)
      names.note(controller.managedObjectContext)
    default: break
    }
  }

  /// Returns the steps since the last call, with the current IDs of the objects.
  ///
  /// - Throws: an error if the list changed outside of a batch.
  package func take() throws -> [Step] {
    names.note(controller.managedObjectContext)
    let taken = steps.map { (old: named($0.old), new: named($0.new)) }
    steps = []
    let shown = ReferenceList(shownBy: controller)
    let ends = [named(last)] + taken.map(\.new)
    for (before, after) in zip(ends, taken.map(\.old) + [named(shown)]) where before != after && !mayJump {
      throw StressRun.Wrong("the list became \(after) from \(before), and nothing was reported")
    }
    mayJump = false
    last = shown
    return taken
  }

  private func named(_ list: ReferenceList) -> ReferenceList { list.named { names[$0] } }
}
