import CoreData
import SectionedFetchedResults
import SectionedTesting

/// The cost of a change, from `processPendingChanges` to the last callback.
///
/// A sample is the mean of several events of different objects.
enum EventCases {
  static var all: [Benchmark] { [item, floor, section, itemGrowth, sectionGrowth, translation, updates] }

  private static let eventsPerRepetition = 20

  private static var item: Benchmark {
    Benchmark.ratio("event.item", atMost: 0.2, repetitions: 30) { workspace in
      let list = try LiveList(try workspace.library(.million))
      let arrays = IdentifierArrays(count: list.library.shape.books)
      return ItemEdit.allCases.map { edit in
        Comparison(size: "\(list.library.shape.size), rows not loaded, \(edit.rawValue)") {
          try arrays.compare()
        } ours: {
          try mean(of: list) { edit.perform($0) }
        }
      }
    }
  }

  /// The cost compared with the statements that no implementation can omit. It has no bound, because the difference is
  /// some microseconds, which no user notices.
  private static var floor: Benchmark {
    Benchmark.ratio("event.floor", atMost: nil, repetitions: 30) { workspace in
      let list = try LiveList(try workspace.library(.million))
      let statements = EventStatements(list.library)
      return ItemEdit.allCases.map { edit in
        Comparison(size: "\(list.library.shape.size), rows not loaded, \(edit.rawValue)") {
          try (0..<eventsPerRepetition).reduce(.zero) { sum, _ in try sum + statements.perform(edit) }
            / eventsPerRepetition
        } ours: {
          try mean(of: list) { edit.perform($0) }
        }
      }
    }
  }

  /// The cost that a consumer of the asynchronous sequence adds to the delegate's batch.
  private static var updates: Benchmark {
    Benchmark.ratio("updates", atMost: 2, repetitions: 7) { workspace in
      let library = try workspace.library(.hundredThousand)
      let reported = try LiveList(library)
      let consumed = try LiveList(library)
      guard let updates = consumed.updates, updates.takeWaiting() != nil else {
        throw BenchmarkError("The sequence has no first element.")
      }
      let edits = (0..<1_000).map { ItemEdit.allCases[$0 % ItemEdit.allCases.count] }
      return [
        Comparison(size: "1k events of \(library.shape.size), one consumer") {
          try edits.reduce(.zero) { sum, edit in try sum + reported.measure { edit.perform($0) } }
        } ours: {
          try edits.reduce(.zero) { sum, edit in
            let event = try consumed.measure {
              edit.perform($0)
            } took: {
              guard updates.takeWaiting()?.changes != nil else {
                throw BenchmarkError("An event came without changes.")
              }
            }
            // Removes the update that the rollback caused.
            _ = updates.takeWaiting()
            return sum + event
          }
        }
      ]
    }
  }

  private static var section: Benchmark {
    Benchmark.ratio("event.section", atMost: 0.1, repetitions: 30) { workspace in
      let list = try LiveList(try workspace.library(.million))
      let arrays = IdentifierArrays(count: list.library.shape.books)
      return SectionEdit.allCases.map { edit in
        Comparison(size: "\(list.library.shape.size), rows not loaded, \(edit.rawValue)") {
          try arrays.compare()
        } ours: {
          try mean(of: list) { edit.perform($0) }
        }
      }
    }
  }

  private static var itemGrowth: Benchmark {
    growth("event.growth.item", atMost: 4, ItemEdit.allCases.map { edit in { edit.perform($0) } })
  }

  private static var sectionGrowth: Benchmark {
    growth("event.growth.section", atMost: 20, SectionEdit.allCases.map { edit in { edit.perform($0) } })
  }

  private static func growth(
    _ name: String, atMost bound: Double, _ edits: [(LiveList) -> Void]
  ) -> Benchmark {
    Benchmark.ratio(name, atMost: bound, repetitions: 30) { workspace in
      let small = try LiveList(
        try workspace.library(LibraryShape(books: 10_000, shelves: 100, emptyShelves: 20)))
      let large = try LiveList(try workspace.library(.million))
      func measure(_ list: LiveList) throws -> Duration {
        try edits.reduce(.zero) { try $0 + mean(of: list, $1) } / edits.count
      }
      return [
        Comparison(size: "\(large.library.shape.size) over \(small.library.shape.size)") {
          try measure(small)
        } ours: {
          try measure(large)
        }
      ]
    }
  }

  /// The cost of our controller: the difference between a list that it shows and a list that only the two inner
  /// controllers show. The delegates of both do the same work.
  private static var translation: Benchmark {
    Benchmark.ratio("event.translation", atMost: 0.02, repetitions: 30) { workspace in
      let library = try workspace.library(.million)
      let list = try LiveList(library)
      let inner = try LiveList(library, .inner)
      let arrays = IdentifierArrays(count: library.shape.books)
      return ItemEdit.allCases.map { edit in
        Comparison(size: "\(library.shape.size), rows not loaded, \(edit.rawValue)") {
          try arrays.compare()
        } ours: {
          let without = try mean(of: inner) { edit.perform($0) }
          return max(.zero, try mean(of: list) { edit.perform($0) } - without)
        }
      }
    }
  }

  static func mean(of list: LiveList, _ edit: (LiveList) -> Void) throws -> Duration {
    try (0..<eventsPerRepetition).reduce(.zero) { sum, _ in try sum + list.measure(edit) } / eventsPerRepetition
  }
}
