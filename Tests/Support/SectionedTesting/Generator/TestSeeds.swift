import Foundation

/// The seeds of a random test. A test prints the seed of a failure; `SECTIONS_SEED` runs that seed alone.
///
/// By default one seed in eight is run, but at least one. The first one is random, so that each run draws different
/// seeds.
package enum TestSeeds {
  private static let share = TestShare.number("SEEDS_SHARE", else: 8)
  private static let place = Int.random(in: 0..<share)
  private static let named = ProcessInfo.processInfo.environment["SECTIONS_SEED"].flatMap(UInt64.init)

  /// Returns a random share of the `count` seeds from `first` on; only the seed in `SECTIONS_SEED`, if that is set.
  package static func seeds(_ count: Int, from first: UInt64 = 1) -> [UInt64] {
    if let named { return [named] }
    return share(of: all(count, from: first))
  }

  /// Returns the `count` seeds from `first` on; only the seed in `SECTIONS_SEED`, if that is set. For tests that are
  /// quick enough to run all seeds.
  package static func all(_ count: Int, from first: UInt64 = 1) -> [UInt64] {
    if let named { return [named] }
    return (0..<UInt64(count)).map { first + $0 }
  }

  /// Reduces the number of rounds of a random test to the run's share, but not below two.
  package static func rounds(_ all: Int) -> Int { max(min(2, all), all / share) }

  /// Returns a random share of a test's cases; all of them, if `SECTIONS_SEED` is set.
  package static func share<Element>(of all: [Element]) -> [Element] {
    if named != nil || all.isEmpty { return all }
    let first = place % min(share, all.count)
    return all.enumerated().filter { $0.offset % share == first }.map(\.element)
  }
}

/// Environment variables that decide how many cases of a long test run.
package enum TestShare {
  /// Whether `TEST_EVERYTHING=1` is set, so that long tests run all their cases.
  package static let isEverything = ProcessInfo.processInfo.environment["TEST_EVERYTHING"] == "1"

  /// Returns the number `n` for a test that runs one case in `n`: the value of the variable if it is set, otherwise 1
  /// if all cases were requested, and `usual` if not.
  package static func number(_ variable: String, else usual: Int) -> Int {
    count(variable, else: isEverything ? 1 : usual)
  }

  /// Returns the number in an environment variable, but at least 1; `usual`, if the variable is not set.
  package static func count(_ variable: String, else usual: Int) -> Int {
    max(1, ProcessInfo.processInfo.environment[variable].flatMap { Int($0) } ?? usual)
  }
}
