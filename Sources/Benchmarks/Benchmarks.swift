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
      for benchmark in selected {
        for figure in try benchmark.figures(workspace) { figure.report(json: options.json) }
      }
    } catch {
      FileHandle.standardError.write(Data("Benchmarks: \(error)\n".utf8))
      exit(1)
    }
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
