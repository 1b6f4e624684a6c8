import Foundation
import SectionedTesting

/// The number of runs of the random tests of views: `VIEW_RUNS=50` makes fifty times as many.
enum ViewRuns {
  private static let factor = ProcessInfo.processInfo.environment["VIEW_RUNS"].flatMap { Int($0) } ?? 1

  /// The seeds of a random test, one for each run.
  static func seeds(_ count: Int, from first: UInt64 = 1) -> [UInt64] {
    TestSeeds.seeds(Sanitizer.isOn ? max(1, count / 4) : count * factor, from: first)
  }
}
