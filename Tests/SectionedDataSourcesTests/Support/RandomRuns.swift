import Foundation
import SectionedTesting

/// The length of the random tests of sources: `DATA_SOURCE_RUNS=50` makes fifty times as many runs.
enum RandomRuns {
  private static let factor: Int = {
    ProcessInfo.processInfo.environment["DATA_SOURCE_RUNS"].flatMap { Int($0) } ?? 1
  }()

  private static func number(_ count: Int) -> Int { Sanitizer.isOn ? max(1, count / 4) : count * factor }

  /// Returns the drawn share of a random test's seeds, each for one run.
  static func seeds(_ count: Int, from first: UInt64 = 1) -> [UInt64] { TestSeeds.seeds(number(count), from: first) }

  /// Returns all seeds of a random test. For tests that are fast with all of them.
  static func all(_ count: Int, from first: UInt64 = 1) -> [UInt64] { TestSeeds.all(number(count), from: first) }
}
