import CoreData
import SectionedFetchedResults

/// The same work on lists of 1,000 to 10 million rows, to show how each cost grows. `sections draw growth` draws it.
///
/// The baseline of each figure is the same work on the smallest list. The benchmark runs only with `--filter growth`,
/// because ten million rows take minutes to insert.
enum GrowthCases {
  static var benchmark: Benchmark {
    Benchmark(name: "growth", isOnlyNamed: true) { workspace in
      let exponents = workspace.scale == .full ? 3...7 : 3...6
      var smallest: [Cost: [Duration]] = [:]
      return try exponents.flatMap { exponent in
        let library = try workspace.ownLibrary(shape(exponent))
        let setting = try Setting(library)
        return try Cost.allCases.map { cost in
          // The first time warms caches and is not counted.
          let times = try (0...workspace.scale.repetitions(15)).map { _ in try setting.measure(cost) }.dropFirst()
          let first = smallest[cost, default: Array(times)]
          smallest[cost] = first
          return BenchmarkResult(
            name: "growth.\(cost.rawValue)", rows: library.shape.books, size: library.shape.size,
            samples: zip(first, times).map { Sample(baseline: $0, ours: $1) })
        }
      }
    }
  }

  /// A library with a hundred rows per section on average, and a fifth of its sections empty.
  private static func shape(_ exponent: Int) -> LibraryShape {
    let rows = (0..<exponent).reduce(1) { rows, _ in rows * 10 }
    return LibraryShape(books: rows, shelves: rows / 100, emptyShelves: rows / 500)
  }

  private enum Cost: String, CaseIterable {
    case fetch, item, section, merge
  }

  private struct Setting {
    let list: LiveList
    let saved: SavedBatch

    init(_ library: LibraryStore) throws {
      list = try LiveList(library)
      saved = SavedBatch(list)
    }

    /// - Returns: the time of a first fetch, the mean time of an event over all kinds, or the time to merge 1k changed
    ///   rows.
    func measure(_ cost: Cost) throws -> Duration {
      switch cost {
      case .fetch:
        try list.library.newContext().measuring { context in
          let controller = LibraryList.controller(context)
          return try timed { try controller.performFetch() }.duration
        }
      case .item: try mean(ItemEdit.allCases.map { edit in { edit.perform($0) } })
      case .section: try mean(SectionEdit.allCases.map { edit in { edit.perform($0) } })
      case .merge: try saved.measure(1_000, countsSave: false)
      }
    }

    private func mean(_ edits: [(LiveList) -> Void]) throws -> Duration {
      let times = 5
      return try (0..<times).reduce(.zero) { sum, _ in try edits.reduce(sum) { try $0 + list.measure($1) } }
        / (times * edits.count)
    }
  }
}
