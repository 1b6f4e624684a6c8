import CSQLite
import CoreData
import Foundation
import SectionedFetchedResults

/// The time to read a list from beginning to end, and the time to change its predicate.
enum ListCases {
  static var all: [Benchmark] { [scroll, predicate] }

  private static let booksByShelf =
    #"SELECT \#(CBook.columns) FROM "ZBOOK" AS t0 ORDER BY t0."ZSHELF", t0."ZNAME", t0.Z_PK"#

  private static var scroll: Benchmark {
    Benchmark.ratio("scroll", atMost: 4, repetitions: 7) { workspace in
      let library = try workspace.library(.hundredThousand)
      return [0, 20, 50].map { batchSize in
        Comparison(size: "\(library.shape.size), every item read, fetchBatchSize \(batchSize)") {
          try library.database.timeOfReading(booksByShelf)
        } ours: {
          try library.newContext().measuring { context in
            let controller = LibraryList.controller(context)
            controller.itemFetchRequest.fetchBatchSize = batchSize
            try controller.performFetch()
            let sections = controller.allSections
            let (duration, sum) = timed {
              var sum = 0
              for (section, info) in sections.enumerated() {
                for item in 0..<info.numberOfObjects {
                  sum &+= controller.object(at: IndexPath(indexes: [section, item])).digest
                }
              }
              return sum
            }
            keep(sum)
            return duration
          }
        }
      }
    }
  }

  private static var predicate: Benchmark {
    Benchmark.ratio("fetch.predicate", atMost: 2.5, repetitions: 7) { workspace in
      let library = try workspace.library(.hundredThousand)
      let refetched = try RefetchedList(try workspace.database(copying: library))
      let list = try LiveList(library)
      return [90, 10, 1, 0].map { percent in
        let least = Double(library.shape.books * (100 - percent) / 100) * 0.25
        let size = "\(LibraryShape.short(library.shape.books)) rows, of which \(percent) % stay"
        // With 0 % our controller reports every item as deleted, with its object. The baseline only finds that the list
        // is empty.
        return Comparison(size: size, bound: percent == 0 ? 5 : nil) {
          refetched.condition = "WHERE t0.ZVALUE > \(least)"
          let duration = try timed { try refetched.refetchAndDiff() }.duration
          refetched.condition = ""
          try refetched.refetchAndDiff()
          return duration
        } ours: {
          let duration = try list.fetch(where: NSPredicate(format: "value > %f", least))
          guard list.lastChanges > 0 else { throw BenchmarkError("Nothing was reported of another predicate.") }
          _ = try list.fetch(where: nil)
          return duration
        }
      }
    }
  }
}
