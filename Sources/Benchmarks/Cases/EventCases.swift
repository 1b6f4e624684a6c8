import CoreData

/// What one change costs, from `processPendingChanges` to the last callback.
///
/// A repetition is the mean of several events of different objects.
enum EventCases {
  static var all: [Benchmark] { [item, section, itemGrowth, sectionGrowth, translation] }

  private static let eventsPerRepetition = 20

  private static var item: Benchmark {
    Benchmark.ratio("event.item", atMost: 0.04, repetitions: 30) { workspace in
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

  /// What our controller takes is the difference between a list that it shows and one that the two inner controllers
  /// show, their delegates as busy.
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

  private static func mean(of list: LiveList, _ edit: (LiveList) -> Void) throws -> Duration {
    try (0..<eventsPerRepetition).reduce(.zero) { sum, _ in try sum + list.measure(edit) } / eventsPerRepetition
  }
}
