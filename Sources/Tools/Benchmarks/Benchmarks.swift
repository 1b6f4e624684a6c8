import Foundation

/// The benchmark program: every figure is a ratio taken in one run, against a baseline in the same process.
@main
@MainActor
struct Benchmarks {
  static func main() async {
    do {
      let arguments = Array(CommandLine.arguments.dropFirst())
      if try PeakMemory.runTask(arguments) { return }
      let options = try BenchmarkOptions(arguments: arguments)
      let selected = options.select(from: allCases)
      guard !selected.isEmpty else {
        throw BenchmarkError("No benchmark has '\(options.filter ?? "")' in its name.")
      }
      warnAboutDebugBuilds()
      let workspace = try Workspace(options.scale)
      defer { workspace.remove() }
      var failures: [String: any Error] = [:]
      let table = try await measure(selected, options, workspace, &failures)
      for figure in table { figure.report(json: options.json) }
      if !options.json { print(BenchmarkResult.verdict(on: table)) }
      guard failures.isEmpty else {
        let lines = failures.map { "\($0.key) was not measured: \($0.value)" }
        throw BenchmarkError(lines.sorted().joined(separator: "\n"))
      }
    } catch {
      FileHandle.standardError.write(Data("Benchmarks: \(error)\n".utf8))
      exit(1)
    }
  }

  /// Measures all benchmarks one after the other, and repeats this in each round.
  ///
  /// - Parameter failures: the errors of benchmarks, by name. The figures of these benchmarks are left out.
  private static func measure(
    _ benchmarks: [Benchmark], _ options: BenchmarkOptions, _ workspace: Workspace,
    _ failures: inout [String: any Error]
  ) async throws -> [BenchmarkResult] {
    var table: [BenchmarkResult] = []
    // Benchmarks that run only by name have no bounds and take long, so one round is enough.
    let rounds = benchmarks.contains { $0.isOnlyNamed } ? 1 : options.rounds
    for round in 1...rounds {
      var figures: [BenchmarkResult] = []
      for benchmark in benchmarks where failures[benchmark.name] == nil {
        let note = "round \(round) of \(rounds): \(benchmark.name)\n"
        FileHandle.standardError.write(Data(note.utf8))
        do {
          figures += try await benchmark.measure(workspace)
        } catch {
          failures[benchmark.name] = error
        }
      }
      table.removeAll { failures[$0.name] != nil }
      table = try table.isEmpty ? figures : zip(table, figures).map { try $0.adding($1) }
    }
    return table
  }

  private static func warnAboutDebugBuilds() {
    assert(
      {
        FileHandle.standardError.write(
          Data("Benchmarks: a debug build says nothing about speed; run it with -c release.\n".utf8))
        return true
      }())
  }
}

/// Every benchmark, cheap ones first.
var allCases: [Benchmark] {
  FetchCases.all + AccessorCases.all + MakeCases.all + SaveCases.all + BatchInsertCases.all + BatchChangeCases.all
    + VarietyCases.all + [
      PredicateCase.benchmark
    ]
    + [MigrationCase.benchmark] + FirstFetchCases.all + ListCases.all + EventCases.all + AggregateCases.all
    + BatchCases.all + [
      ReorderCase.benchmark,
      PlanCase.benchmark, MemoryCase.benchmark,
    ] + SavedEventCases.all + [
      ExternalHistoryCase.benchmark, HistoryReadingCase.benchmark,
    ]
    + ImportCases.all + SourceCases.all + TreeCases.all + ViewCases.all + AppKitViewCases.all
    + [BodyCase.benchmark, ValuesCase.benchmark] + BrowseCases.all + ServerCases.all + [
      GrowthCases.benchmark
    ]
}
