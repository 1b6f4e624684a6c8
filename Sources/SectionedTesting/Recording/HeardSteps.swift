import CoreData
import SectionedFetchedResults

/// The lists that a delegate saw before and after each batch, each held against the one before: what is shown changes in
/// batches and in nothing else.
package final class HeardSteps {
  package typealias Step = (old: ReferenceList, new: ReferenceList)

  private let controller: MusicLibrary.Controller
  private var steps: [Step] = []
  private var last: ReferenceList
  /// Objects that were not saved when a list named them, by the IDs that they had. A save gives them others.
  private var unsaved: [NSManagedObjectID: NSManagedObject] = [:]

  /// Listens to a controller's recorder, in place of whoever did.
  package init(of controller: MusicLibrary.Controller, _ recorder: MusicLibrary.Recorder) {
    self.controller = controller
    last = ReferenceList(shownBy: controller)
    noteUnsaved()
    recorder.during = { [weak self] line, _ in self?.hear(line) }
  }

  private func hear(_ line: String) {
    switch line {
    case "will": steps.append((ReferenceList(shownBy: controller), ReferenceList(sections: [])))
    case "did":
      steps[steps.count - 1].new = ReferenceList(shownBy: controller)
      noteUnsaved()
    default: break
    }
  }

  /// The steps since the last time, which begin anew.
  ///
  /// - Throws: when the list changed between two of them, or before the first, or after the last.
  package func take() throws -> [Step] {
    let taken = steps
    steps = []
    let shown = ReferenceList(shownBy: controller)
    let ends = [last] + taken.map(\.new)
    for (before, after) in zip(ends, taken.map(\.old) + [shown]) where named(before) != named(after) {
      throw StressRun.Wrong("the list became \(named(after)) from \(named(before)), and nothing was told")
    }
    last = shown
    unsaved = [:]
    noteUnsaved()
    return taken
  }

  private func noteUnsaved() {
    for object in controller.managedObjectContext.insertedObjects { unsaved[object.objectID] = object }
  }

  /// The list with the IDs that its objects have now.
  private func named(_ list: ReferenceList) -> ReferenceList {
    func name(_ id: NSManagedObjectID) -> NSManagedObjectID { unsaved[id]?.objectID ?? id }
    return ReferenceList(
      sections: list.sections.map { .init(id: $0.id.map(name), items: $0.items.map(name)) })
  }
}
