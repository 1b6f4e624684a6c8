import CoreData

/// Many changes in one event, and what a list reports for them.
enum BatchCases {
  static var all: [Benchmark] { [batch, reported] }

  private static var batch: Benchmark {
    Benchmark.ratio("event.batch", atMost: 1, repetitions: 7) { workspace in
      let library = try workspace.library(.million)
      let count = library.shape.books / 100
      // The copy is made before the list, because its checkpoint would look to the list like a write of another
      // process.
      let refetched = try RefetchedList(try workspace.database(copying: library))
      let list = try LiveList(library)
      let external = ExternalEdits(refetched.database, library.shape)
      return [
        Comparison(size: "\(LibraryShape.short(count)) changes of \(library.shape.size), rows not loaded") {
          try external.performMixedEdits(count)
          return try timed { try refetched.refetchAndDiff() }.duration
        } ours: {
          try list.measure { _ = $0.performMixedEdits(count) }
        }
      ]
    }
  }

  private static var reported: Benchmark {
    Benchmark(name: "reported") { workspace in
      try [LibraryShape.hundredThousand, .million].map { shape in
        let list = try LiveList(try workspace.library(shape))
        let ratios = try (0..<3).map { _ in
          var operations = 0
          _ = try list.measure { operations = $0.performMixedEdits(shape.books / 100) }
          return Double(list.lastChanges) / Double(operations)
        }
        return BenchmarkResult(
          name: "reported", size: "\(LibraryShape.short(shape.books / 100)) operations on \(shape.size)", bound: 1,
          value: ratios.max() ?? .nan)
      }
    }
  }
}
