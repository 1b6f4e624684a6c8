import Foundation

/// A random number generator that gives the same numbers for the same seed, on every machine (SplitMix64).
package struct SeededRandom: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension SeededRandom {
  /// A number of at least 0 and less than `bound`.
  package mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

  /// One of some elements, of which there must be one.
  package mutating func one<Element>(of elements: [Element]) -> Element { elements[below(elements.count)] }

  /// True once in `n` times.
  package mutating func oneIn(_ n: Int) -> Bool { below(n) == 0 }
}

/// The seeds of a random test. A test prints the seed of what failed; `SECTIONS_SEED` runs that one alone.
///
/// With `SEEDS_SHARE`, as in the gate, one in so many is run, and one where there are fewer, from a place that is drawn: each run
/// of the gate draws others.
package enum TestSeeds {
  private static let environment = ProcessInfo.processInfo.environment
  private static let share = environment["SEEDS_SHARE"].flatMap(UInt64.init).map { max(1, $0) } ?? 1
  private static let place = UInt64.random(in: 0..<share)

  /// `count` seeds beginning with `first`, or the one that the environment names.
  package static func seeds(_ count: Int, from first: UInt64 = 1) -> [UInt64] {
    if let seed = environment["SECTIONS_SEED"].flatMap(UInt64.init) { return [seed] }
    return share(of: (0..<UInt64(count)).map { first + $0 })
  }

  /// The same share of what a random test runs on; all of it with a seed that the environment names.
  package static func share<Element>(of all: [Element]) -> [Element] {
    if environment["SECTIONS_SEED"] != nil || all.isEmpty { return all }
    let first = place % min(share, UInt64(all.count))
    return all.enumerated().filter { UInt64($0.offset) % share == first }.map(\.element)
  }
}
