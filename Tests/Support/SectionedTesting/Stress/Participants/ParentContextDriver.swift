import CoreData
import Foundation
import SectionedFetchedResults

/// A controller on a parent context of a stress run. It follows the saves of the child context, and merges.
final class ParentContextDriver {
  private let context: NSManagedObjectContext
  private let controller: MusicLibrary.Controller
  private let rows: StressRows
  /// The number of contexts from this one down to the library's.
  private let distance: Int
  /// Whether the context saves as soon as its child has saved.
  private let savesAtOnce: Bool
  private let recorder = MusicLibrary.Recorder { $0.objectID.uriRepresentation().lastPathComponent }

  init(of library: MusicLibrary, _ shape: StressShape, in context: NSManagedObjectContext) throws {
    self.context = context
    distance = library.chain.count - 1 - (library.chain.firstIndex(of: context) ?? 0)
    savesAtOnce = library.traits.savesAtOnce
    controller = StressStage.controller(of: library, shape, in: context)
    controller.itemDependencies = shape.itemDependencies
    controller.delegate = recorder
    rows = try context.performAndWait { [controller] () throws in
      try controller.performFetch()
      return try StressRows(in: context)
    }
  }

  /// Checks the list and the reported errors. If contexts save at once, it also checks that nothing is left to save.
  func check() throws {
    try context.performAndWait {
      if let error = recorder.errors.first { throw StressRun.Wrong("a controller above reported: \(error)") }
      let (shown, reference) = (ReferenceList(shownBy: controller), try ReferenceList(for: controller))
      guard shown == reference else {
        throw StressRun.Wrong("a controller \(distance) above shows \(shown), should show \(reference)")
      }
      do { try rows.check() } catch { throw StressRun.Wrong("\(distance) above: \(error)") }
      guard !savesAtOnce || !context.hasChanges else {
        throw StressRun.Wrong("a context above has not saved what was saved to it")
      }
      _ = recorder.take()
    }
  }
}
