import Foundation
import SectionedTesting
import Testing

@Suite("Laws on all small lists")
struct ExhaustiveTests {
  /// The share of pairs that a run checks: one in 64, or in `EXHAUSTIVE_SHARE`. With `TEST_EVERYTHING=1` it checks all.
  /// The first pair is random, unless `EXHAUSTIVE_START` sets it.
  private static let share = TestShare.number("EXHAUSTIVE_SHARE", else: 64)
  private static let start =
    ProcessInfo.processInfo.environment["EXHAUSTIVE_START"].flatMap { Int($0) } ?? Int.random(in: 0..<share)

  /// The test has two parts, for two cores.
  @Test("every pair of lists with at most 3 sections and 3 items keeps every law", arguments: [0, 1])
  func threeSectionsAndThreeItems(part: Int) throws {
    let (first, step) = (part * Self.share + Self.start, 2 * Self.share)
    if Self.share > 1 { print("EXHAUSTIVE_SHARE=\(Self.share) EXHAUSTIVE_START=\(Self.start)") }
    let count = try ExhaustivePairs(maxSections: 3, maxItems: 3).verify(part: first, of: step)
    #expect(count == (Self.pairs(3) - first + step - 1) / step)
  }

  /// The number of pairs, up to renaming, is that of a formula. For three it is the number of the test above, for four
  /// that of `Stress --exhaustive`.
  @Test func allPairsAreMade() {
    var count = 0
    ExhaustivePairs(maxSections: 2, maxItems: 2).forEach(part: 0, of: 1) { _, _, _ in count += 1 }
    #expect(count == ExhaustiveTests.pairs(2))
    #expect(ExhaustiveTests.pairs(3) == 268_877)
    #expect(ExhaustiveTests.pairs(4) == 114_573_998)
  }

  /// The number of pairs of lists with at most `n` sections and `n` items: the shapes of both lists, times the partial
  /// matchings of sections and of items.
  private static func pairs(_ n: Int) -> Int {
    func choose(_ n: Int, _ k: Int) -> Int { (0..<k).reduce(1) { $0 * (n - $1) / ($1 + 1) } }
    func shapes(_ sections: Int, _ items: Int) -> Int {
      sections == 0 ? (items == 0 ? 1 : 0) : choose(items + sections - 1, sections - 1)
    }
    func matchings(_ first: Int, _ second: Int) -> Int {
      (0...min(first, second)).reduce(0) { sum, pairs in
        sum + choose(first, pairs) * choose(second, pairs) * (1...max(pairs, 1)).reduce(1, *)
      }
    }
    var sum = 0
    for (sections, others) in (0...n).flatMap({ first in (0...n).map { (first, $0) } }) {
      for (items, otherItems) in (0...n).flatMap({ first in (0...n).map { (first, $0) } }) {
        sum +=
          shapes(sections, items) * shapes(others, otherItems) * matchings(sections, others)
          * matchings(items, otherItems)
      }
    }
    return sum
  }
}
