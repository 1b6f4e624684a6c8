/// A row of the table: a name, and the figures that it measures.
struct Benchmark {
  let name: String
  /// Whether it runs only when `--filter` is its whole name.
  var isOnlyNamed = false
  let figures: (Workspace) throws -> [BenchmarkResult]
  /// Measures what happens on the main actor between the turns of a task; nil for all other benchmarks.
  var later: (@MainActor (Workspace) async throws -> [BenchmarkResult])?

  /// Measures the figures of the row.
  @MainActor
  func measure(_ workspace: Workspace) async throws -> [BenchmarkResult] {
    try figures(workspace) + (try await later?(workspace) ?? [])
  }

  /// A benchmark that compares two timed pieces of work, in turn, `repetitions` times at full scale in each round.
  ///
  /// - Parameters:
  ///   - atMost: the bound that the ratio must keep, unless a comparison has one of its own; nil where it is only
  ///     looked at.
  ///   - prepare: builds what both sides need and returns them with the size; none of it is timed.
  static func ratio(
    _ name: String, atMost bound: Double?, repetitions: Int, prepare: @escaping (Workspace) throws -> [Comparison]
  ) -> Benchmark {
    Benchmark(name: name) { workspace in
      try prepare(workspace).map { comparison in
        let samples = try (0...workspace.scale.repetitions(repetitions)).map { _ in
          Sample(baseline: try comparison.baseline(), ours: try comparison.ours())
        }
        // The first pair warms caches and is not counted.
        return BenchmarkResult(
          name: name, size: comparison.size, bound: comparison.bound ?? bound, samples: Array(samples.dropFirst()))
      }
    }
  }
}

/// Two pieces of work on one size. Each times itself, so that setting up and undoing between repetitions are not
/// counted.
///
/// Unchecked, because the program makes and runs them on the main actor only.
struct Comparison: @unchecked Sendable {
  let size: String
  /// The bound of this size, where it is another than that of the benchmark.
  var bound: Double?
  let baseline: () throws -> Duration
  let ours: () throws -> Duration
}

struct Sample {
  let baseline: Duration
  let ours: Duration
  var ratio: Double { ours / baseline }
}

/// Times one call.
func timed<Result>(_ work: () throws -> Result) rethrows -> (duration: Duration, result: Result) {
  let clock = ContinuousClock()
  let start = clock.now
  let result = try work()
  return (clock.now - start, result)
}

/// Keeps a result from being optimised away.
@inline(never) func keep<Value>(_ value: Value) {
  withExtendedLifetime(value) {}
}
