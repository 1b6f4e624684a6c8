import CoreData
import Foundation
import SectionedFetchedResults

/// A controller on a context above that of a stress run: it follows what is saved to that context, and what is merged.
final class StressElder {
  private let context: NSManagedObjectContext
  private let controller: MusicLibrary.Controller
  private let recorder = MusicLibrary.Recorder { $0.objectID.uriRepresentation().lastPathComponent }

  init(of library: MusicLibrary, _ shape: StressShape, in context: NSManagedObjectContext) throws {
    self.context = context
    controller = StressStage.controller(of: library, shape, in: context)
    controller.itemDependencies = shape.itemDependencies
    controller.delegate = recorder
    try context.performAndWait { [controller] in try controller.performFetch() }
  }

  func check() throws {
    try context.performAndWait {
      if let error = recorder.errors.first { throw StressRun.Wrong("a controller above reported: \(error)") }
      let (shown, reference) = (ReferenceList(shownBy: controller), try ReferenceList(for: controller))
      guard shown == reference else {
        throw StressRun.Wrong("a controller above shows \(shown), should show \(reference)")
      }
      guard !context.hasChanges else { throw StressRun.Wrong("a context above has not saved what was saved to it") }
      _ = recorder.take()
    }
  }
}
