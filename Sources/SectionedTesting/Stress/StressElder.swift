import CoreData
import Foundation
import SectionedFetchedResults

/// A controller on a context above that of a stress run: it follows what is saved to that context, and what is merged.
final class StressElder {
  private let context: NSManagedObjectContext
  private let controller: MusicLibrary.Controller
  private let rows: StressRows
  /// How far above.
  private let place: Int
  /// Whether it saves at once what is saved to it.
  private let savesAtOnce: Bool
  private let recorder = MusicLibrary.Recorder { $0.objectID.uriRepresentation().lastPathComponent }

  init(of library: MusicLibrary, _ shape: StressShape, in context: NSManagedObjectContext) throws {
    self.context = context
    place = library.chain.count - 1 - (library.chain.firstIndex(of: context) ?? 0)
    savesAtOnce = library.traits.savesAtOnce
    controller = StressStage.controller(of: library, shape, in: context)
    controller.itemDependencies = shape.itemDependencies
    controller.delegate = recorder
    rows = try context.performAndWait { [controller] () throws in
      try controller.performFetch()
      return try StressRows(in: context)
    }
  }

  func check() throws {
    try context.performAndWait {
      if let error = recorder.errors.first { throw StressRun.Wrong("a controller above reported: \(error)") }
      let (shown, reference) = (ReferenceList(shownBy: controller), try ReferenceList(for: controller))
      guard shown == reference else {
        throw StressRun.Wrong("a controller \(place) above shows \(shown), should show \(reference)")
      }
      do { try rows.check() } catch { throw StressRun.Wrong("\(place) above: \(error)") }
      guard !savesAtOnce || !context.hasChanges else {
        throw StressRun.Wrong("a context above has not saved what was saved to it")
      }
      _ = recorder.take()
    }
  }
}
