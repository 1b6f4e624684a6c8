/// A benchmark: a name, and closures that measure the figures of that name.
struct Benchmark {
  let name: String
  /// Whether the benchmark runs only if `--filter` is its whole name.
  var isOnlyNamed = false
  let figures: (Workspace) throws -> [BenchmarkResult]
  /// Measures work on the main actor that happens between the steps of a task; nil if there is none.
  var later: (@MainActor (Workspace) async throws -> [BenchmarkResult])?

  /// Measures all figures of the benchmark.
  @MainActor
  func measure(_ workspace: Workspace) async throws -> [BenchmarkResult] {
    try figures(workspace) + (try await later?(workspace) ?? [])
  }

  /// Makes a benchmark that compares two timed closures. They run in turn, `repetitions` times at full scale in each
  /// round.
  ///
  /// - Parameters:
  ///   - atMost: the largest allowed ratio of each comparison that has no own bound; nil for a ratio that is not
  ///     checked.
  ///   - prepare: builds what both sides need and returns the comparisons. Its time is not measured.
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

/// Two pieces of work on data of one size. Each times itself, so that set-up and clean-up between repetitions are not
/// counted.
///
/// Unchecked, because the program makes and runs comparisons on the main actor only.
struct Comparison: @unchecked Sendable {
  let size: String
  /// The largest allowed ratio of this comparison; nil for the bound of the benchmark.
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

/// Uses a value, so that the compiler does not remove the code that computes it.
@inline(never) func keep<Value>(_ value: Value) {
  withExtendedLifetime(value) {}
}
