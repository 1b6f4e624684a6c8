import CSQLite
import CoreData
import Foundation
import SectionedFetchedResults

/// The cost of aggregates, which a controller computes from the items of each section and of the list.
enum AggregateCases {
  static var all: [Benchmark] { [event, fetch] }

  /// The events of `event.item`, compared with those of a list without aggregates.
  private static var event: Benchmark {
    Benchmark.ratio("aggregate.event", atMost: 1.3, repetitions: 30) { workspace in
      let library = try workspace.library(.million)
      let plain = try LiveList(library)
      let list = try LiveList(
        library, aggregates: [.count(where: "rank > 1000"), .sum("value"), .min("rank"), .max("date")])
      // The first event reads the values of all items, and later events do not.
      _ = try list.measure { ItemEdit.update.perform($0) }
      return ItemEdit.allCases.map { edit in
        Comparison(size: "\(library.shape.size), four aggregates, \(edit.rawValue)") {
          try EventCases.mean(of: plain) { edit.perform($0) }
        } ours: {
          try EventCases.mean(of: list) { edit.perform($0) }
        }
      }
    }
  }

  /// The cost of the first values: the difference between a fetch with aggregates and a fetch without, compared with a
  /// grouped query by hand. Books are grouped by the rank of their shelf.
  private static var fetch: Benchmark {
    let sql = """
      SELECT s."ZRANK", COUNT(*), SUM(t."ZRANK"), MIN(t."ZRANK"), MAX(t."ZRANK")
      FROM "ZBOOK" AS t JOIN "ZSHELF" AS s ON s.Z_PK = t."ZSHELF" GROUP BY s."ZRANK"
      """
    return Benchmark.ratio("aggregate.fetch", atMost: 1.2, repetitions: 9) { workspace in
      let library = try workspace.library(.hundredThousand)
      return [
        Comparison(size: "\(library.shape.size), four aggregates") {
          let (duration, groups) = try timed { try library.database.integers(sql, columns: 5) }
          guard groups.count == 5 * library.shape.filledShelves else {
            throw BenchmarkError("There are \(groups.count / 5) groups of books.")
          }
          keep(groups)
          return duration
        } ours: {
          let without = try duration(of: [], library)
          return max(.zero, try duration(of: [.count, .sum("rank"), .min("rank"), .max("rank")], library) - without)
        }
      ]
    }
  }

  /// The time of a first fetch.
  private static func duration(of aggregates: [ItemAggregate], _ library: LibraryStore) throws -> Duration {
    try library.newContext().measuring { context in
      let controller = LibraryList.controller(context, by: "shelf.rank")
      controller.aggregates = aggregates
      let duration = try timed { try controller.performFetch() }.duration
      for aggregate in aggregates {
        guard controller.allSections.value(of: aggregate) != nil else {
          throw BenchmarkError("The list has no \(aggregate).")
        }
      }
      keep(controller)
      return duration
    }
  }
}

extension CDatabase {
  /// The first columns of every row, in one array, row after row.
  fileprivate func integers(_ sql: String, columns: Int32) throws -> ContiguousArray<Int64> {
    let statement = try statement(sql)
    var integers: ContiguousArray<Int64> = []
    while sqlite3_step(statement) == SQLITE_ROW {
      for column in 0..<columns { integers.append(sqlite3_column_int64(statement, column)) }
    }
    sqlite3_reset(statement)
    return integers
  }
}
