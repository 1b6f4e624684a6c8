import Foundation
import SectionedTesting

/// How long the random tests of views run: `VIEW_RUNS=50` makes fifty times as many runs.
enum ViewRuns {
  private static let factor = ProcessInfo.processInfo.environment["VIEW_RUNS"].flatMap { Int($0) } ?? 1

  /// The seeds of a random test, each for one run.
  static func seeds(_ count: Int, from first: UInt64 = 1) -> [UInt64] {
    TestSeeds.seeds(Sanitizer.isOn ? max(1, count / 4) : count * factor, from: first)
  }
}
