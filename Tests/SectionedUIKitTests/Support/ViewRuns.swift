import Foundation
import SectionedTesting

/// How long the random tests of bindings run: `VIEW_RUNS=50` makes fifty times as many runs, and prints how many
/// updates views have taken so far.
@MainActor
enum ViewRuns {
  private nonisolated static let factor =
    ProcessInfo.processInfo.environment["VIEW_RUNS"].flatMap { Int($0) } ?? 1
  private static var counts: [String: Int] = [:]

  /// The seeds of a random test, each for one run.
  nonisolated static func seeds(_ count: Int, from first: UInt64 = 1) -> [UInt64] {
    TestSeeds.seeds(Sanitizer.isOn ? max(1, count / 4) : count * factor, from: first)
  }

  /// Counts updates that views have taken.
  static func count(_ updates: Int, _ name: String) {
    counts[name, default: 0] += updates
    if factor > 1 { print("VIEW_RUNS \(name): \(counts[name, default: 0]) updates") }
  }
}
