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

  /// Returns a random element of an array, which must not be empty.
  package mutating func one<Element>(of elements: [Element]) -> Element { elements[below(elements.count)] }

  /// True once in `n` times.
  package mutating func oneIn(_ n: Int) -> Bool { below(n) == 0 }
}
