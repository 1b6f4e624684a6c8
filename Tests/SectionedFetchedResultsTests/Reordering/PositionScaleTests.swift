import SectionedTesting
import Testing

@testable import SectionedFetchedResults

@Suite("The numbers of positions")
struct PositionScaleTests {
  @Test("floating-point numbers are numbered in their order", arguments: [PositionScale.Kind.double, .float])
  func order(_ kind: PositionScale.Kind) {
    let scale = PositionScale(kind, -1...1)
    let values: [Double] = [-.infinity, -1e30, -2, -1, -1e-30, 0, 1e-30, 0.5, 1, 2, 1e30, .infinity]
    let numbers = values.map(scale.number(of:))
    #expect(numbers == numbers.sorted() && Set(numbers).count == values.count)
    #expect(scale.number(of: -0.0) == scale.number(of: 0))
    for (value, number) in zip(values, numbers) {
      #expect(scale.fraction(number) == (kind == .float ? Double(Float(value)) : value))
    }
  }

  @Test("new positions are in order, even where halves would meet", arguments: TestSeeds.seeds(8))
  func between(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let greatest = PositionScale(.double, 0...0).number(of: .greatestFiniteMagnitude)
    let greatestFloat = PositionScale(.float, 0...0).number(of: Double(Float.greatestFiniteMagnitude))
    let scales = [
      PositionScale(.double, -greatest...greatest), PositionScale(.float, -greatestFloat...greatestFloat),
      PositionScale(.integer(stride: 1 << 16), -(1 << 61)...(1 << 61)), PositionScale(.integer(stride: 3), 0...60),
    ]
    for _ in 0..<300 {
      let scale = random.one(of: scales)
      let count = 1 + random.below(20)
      let room = scale.range.upperBound - count
      let low = random.oneIn(3) ? nil : Int.random(in: scale.range.lowerBound...(room - 1), using: &random)
      let distance = random.oneIn(2) ? count + 1 : count + 1 + random.below(1000)
      let least = (low ?? scale.range.lowerBound - 1) + distance
      let high = random.oneIn(3) || least > scale.range.upperBound ? nil : least
      let numbers = scale.numbers(count, above: low, below: high)
      let all = [low ?? scale.range.lowerBound - 1] + numbers + [high ?? scale.range.upperBound + 1]
      #expect(
        numbers.count == count && zip(all, all.dropFirst()).allSatisfy { $0 < $1 },
        "seed \(seed): \(count) of \(scale) above \(String(describing: low)) below \(String(describing: high))")
    }
  }
}
