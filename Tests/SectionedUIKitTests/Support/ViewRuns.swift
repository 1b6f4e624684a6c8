import Foundation
import SectionedTesting

/// The number of runs of the bindings' random tests. `VIEW_RUNS=50` makes fifty times as many, and prints the number of
/// updates that views have performed so far.
@MainActor
enum ViewRuns {
  private nonisolated static let factor =
    ProcessInfo.processInfo.environment["VIEW_RUNS"].flatMap { Int($0) } ?? 1
  private static var counts: [String: Int] = [:]

  /// The seeds of a random test. Each seed is one run.
  nonisolated static func seeds(_ count: Int, from first: UInt64 = 1) -> [UInt64] {
    TestSeeds.seeds(Sanitizer.isOn ? max(1, count / 4) : count * factor, from: first)
  }

  /// Adds to the number of updates that views have performed.
  static func count(_ updates: Int, _ name: String) {
    counts[name, default: 0] += updates
    if factor > 1 { print("VIEW_RUNS \(name): \(counts[name, default: 0]) updates") }
  }
}
