import Foundation
import SectionedTesting

/// Runs of `sections replay` with scripts for a list in memory.
enum MemoryReplay {
  static let folder = ScenarioTests.folder.deletingLastPathComponent().appendingPathComponent("MemoryScenarios")

  /// Runs the text of a script.
  static func run(_ script: String, _ options: String...) async throws -> InProcessRun {
    let scratch = try TemporaryFolder()
    return await InProcessRun(["replay", "-", try scratch.file("script.json", script)] + options)
  }
}
