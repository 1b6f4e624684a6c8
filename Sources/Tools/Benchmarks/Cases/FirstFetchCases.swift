import CoreData
import SectionedFetchedResults

/// The first fetch of a sectioned list. It makes no objects of items.
enum FirstFetchCases {
  static var all: [Benchmark] { [resultsController, sectionedController] }

  private static var resultsController: Benchmark {
    Benchmark.ratio("frc.performFetch", atMost: 2, repetitions: 15) { workspace in
      let library = try workspace.library(.hundredThousand)
      return [
        Comparison(size: "\(library.shape.size), nothing loaded") {
          let (duration, list) = try timed { try library.database.groupedIdentifiers(RefetchedList.sql) }
          keep(list)
          return duration
        } ours: {
          try library.newContext().measuring { try resultsController(in: $0) }
        }
      ]
    }
  }

  private static var sectionedController: Benchmark {
    Benchmark.ratio(
      "controller.performFetch", atMost: 1.15, repetitions: 15
    ) { workspace in
      let library = try workspace.library(.hundredThousand)
      return [
        Comparison(size: "\(library.shape.size), 20 % of them empty") {
          try library.newContext().measuring { try resultsController(in: $0) }
        } ours: {
          try library.newContext().measuring { context in
            let controller = LibraryList.controller(context)
            let duration = try timed { try controller.performFetch() }.duration
            guard controller.allSections.count == library.shape.shelves else {
              throw BenchmarkError("The controller shows \(controller.allSections.count) sections.")
            }
            return duration
          }
        }
      ]
    }
  }

  private static func resultsController(in context: NSManagedObjectContext) throws -> Duration {
    let controller = LibraryList.resultsController(context)
    let duration = try timed { try controller.performFetch() }.duration
    keep(controller)
    return duration
  }
}
