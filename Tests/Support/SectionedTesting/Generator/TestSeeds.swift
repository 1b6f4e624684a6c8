import Foundation

/// The seeds of a random test. A test prints the seed of a failure; `SECTIONS_SEED` runs that seed alone.
///
/// By default one seed in eight is run, but at least one. The first one is random, so that each run draws different
/// seeds.
package enum TestSeeds {
  private static let share = TestShare.number("SEEDS_SHARE", else: 8)
  private static let place = Int.random(in: 0..<share)
  private static let named = ProcessInfo.processInfo.environment["SECTIONS_SEED"].flatMap(UInt64.init)

  /// The drawn share of `count` seeds beginning with `first`, or the one that the environment names.
  package static func seeds(_ count: Int, from first: UInt64 = 1) -> [UInt64] {
    if let named { return [named] }
    return share(of: all(count, from: first))
  }

  /// `count` seeds beginning with `first`, or the one that the environment names: for tests that run all of them
  /// quickly.
  package static func all(_ count: Int, from first: UInt64 = 1) -> [UInt64] {
    if let named { return [named] }
    return (0..<UInt64(count)).map { first + $0 }
  }

  /// The number of rounds that a random test runs of each seed: the same share of them, and at least two.
  package static func rounds(_ all: Int) -> Int { max(min(2, all), all / share) }

  /// The same share of a random test's cases; all of them with a seed that the environment names.
  package static func share<Element>(of all: [Element]) -> [Element] {
    if named != nil || all.isEmpty { return all }
    let first = place % min(share, all.count)
    return all.enumerated().filter { $0.offset % share == first }.map(\.element)
  }
}

/// The share of a long test that is run.
package enum TestShare {
  /// Whether `TEST_EVERYTHING=1` asks for all of each long test.
  package static let isEverything = ProcessInfo.processInfo.environment["TEST_EVERYTHING"] == "1"

  /// The number in a variable, to run one case in so many; without it 1 if everything is asked for, or else a usual
  /// number.
  package static func number(_ variable: String, else usual: Int) -> Int {
    count(variable, else: isEverything ? 1 : usual)
  }

  /// The number in a variable, at least 1; without it a usual number.
  package static func count(_ variable: String, else usual: Int) -> Int {
    max(1, ProcessInfo.processInfo.environment[variable].flatMap { Int($0) } ?? usual)
  }
}
