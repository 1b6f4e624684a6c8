import OrderedRows
import SectionedTesting
import Testing

@Suite("Heaviest increasing subsequence")
struct LongestIncreasingSubsequenceTests {
  /// Returns the best subsequence after trying every subset.
  private func bruteForce(_ values: [Int], _ weights: [SubsequenceWeight]) -> [Bool] {
    var best: (weight: SubsequenceWeight, chosen: [Int]) = (SubsequenceWeight(0, 0), [])
    for subset in 0..<(1 << values.count) {
      let positions = values.indices.filter { subset & (1 << $0) != 0 }
      let chosen = positions.map { values[$0] }
      guard zip(chosen, chosen.dropFirst()).allSatisfy({ $0 < $1 }) else { continue }
      let weight = SubsequenceWeight(
        positions.reduce(0) { $0 + weights[$1].first }, positions.reduce(0) { $0 + weights[$1].second })
      if best.weight < weight || best.weight == weight && chosen.lexicographicallyPrecedes(best.chosen) {
        best = (weight, chosen)
      }
    }
    return values.map { best.chosen.contains($0) }
  }

  @Test("is what trying every subset finds", arguments: TestSeeds.seeds(50))
  func agreesWithBruteForce(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<10 {
      let values = Array(0..<random.below(9)).shuffled(using: &random)
      let weights = values.map { _ in SubsequenceWeight(random.below(3), 1 + random.below(2)) }
      #expect(
        heaviestIncreasingSubsequence(of: values, weights: weights) == bruteForce(values, weights),
        "\(values) \(weights)")
    }
  }

  @Test func nothingAndEverything() {
    #expect(heaviestIncreasingSubsequence(of: [], weights: []).isEmpty)
    let one = SubsequenceWeight(0, 1)
    #expect(heaviestIncreasingSubsequence(of: [0, 1, 2], weights: [one, one, one]) == [true, true, true])
    #expect(heaviestIncreasingSubsequence(of: [2, 1, 0], weights: [one, one, one]) == [false, false, true])
  }
}
