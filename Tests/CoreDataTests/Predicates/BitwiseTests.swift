import Foundation
import SectionedTesting
import Testing

@testable import CoreData

/// Compares the operators with a model that uses lists of bits. The integers are from the whole range of 64 bits, with
/// all shift counts. Shifts are those of signed integers: to the right the sign moves in, to the left zeros do, and a
/// negative count reverses the direction.
@Suite("Bitwise operators, over all integers")
struct BitwiseTests {
  private static let words = [
    "bitwiseAnd:with:", "bitwiseOr:with:", "bitwiseXor:with:", "leftshift:by:", "rightshift:by:",
  ]
  private static let signs = ["&", "|", "^", "<<", ">>"]

  private static let numbers: [Int64] = [
    0, 1, -1, 2, -2, 5, -6, 255, -256, 2_147_483_648, -2_147_483_648, 4_294_967_296, 4_611_686_018_427_387_904,
    -4_611_686_018_427_387_904, 0x5555_5555_5555_5555, -0x5555_5555_5555_5556, 9_223_372_036_854_775_806,
    9_223_372_036_854_775_807, -9_223_372_036_854_775_807, -9_223_372_036_854_775_808,
  ]
  private static let counts: [Int64] = [
    0, 1, -1, 2, 31, 32, 33, 62, 63, 64, 65, 66, 127, 128, 1000, -62, -63, -64, -65, -128,
    9_223_372_036_854_775_807, -9_223_372_036_854_775_807, -9_223_372_036_854_775_808,
  ]

  /// Returns pairs of each number with each count and with each number, and random pairs.
  private static func pairs(_ random: inout SeededRandom) -> [(Int64, Int64)] {
    func anyNumber(_ random: inout SeededRandom) -> Int64 {
      Int64(bitPattern: random.next()) >> Int64(random.below(64))
    }
    var pairs = numbers.flatMap { number in counts.map { (number, $0) } }
    pairs += numbers.flatMap { number in numbers.map { (number, $0) } }
    for _ in 0..<60 {
      let left = anyNumber(&random)
      pairs.append((left, random.oneIn(2) ? anyNumber(&random) : Int64(random.below(140) - 70)))
    }
    return pairs
  }

  // MARK: The model

  /// Returns the bits, the lowest first.
  private static func bits(_ number: Int64) -> [Bool] {
    var left = UInt64(bitPattern: number)
    return (0..<64).map { _ in
      defer { left /= 2 }
      return left % 2 == 1
    }
  }

  private static func number(_ bits: [Bool]) -> Int64 {
    Int64(bitPattern: bits.reversed().reduce(UInt64(0)) { $0 &* 2 &+ ($1 ? 1 : 0) })
  }

  private static func shifted(_ number: Int64, left: Bool, by count: Int64) -> Int64 {
    // After 64 steps, further steps change nothing.
    let steps = count < -64 || count > 64 ? 64 : Int(count < 0 ? -count : count)
    let bits = Self.bits(number)
    if left == (count >= 0) {
      return self.number(Array(repeating: false, count: steps) + Array(bits.dropLast(steps)))
    }
    return self.number(Array(bits.dropFirst(steps)) + Array(repeating: bits[63], count: steps))
  }

  private static func expected(_ operation: Int, _ left: Int64, _ right: Int64) -> Int64 {
    let pairs = zip(bits(left), bits(right))
    return switch operation {
    case 0: number(pairs.map { $0 && $1 })
    case 1: number(pairs.map { $0 || $1 })
    case 2: number(pairs.map { $0 != $1 })
    case 3: shifted(left, left: true, by: right)
    default: shifted(left, left: false, by: right)
    }
  }

  private static func complement(_ number: Int64) -> Int64 { self.number(bits(number).map { !$0 }) }

  // MARK: Expressions

  @Test("Of expressions in memory, in words and in signs", arguments: TestSeeds.seeds(8))
  func expressions(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let complement = CoreData.NSExpression(format: "onesComplement:(a)")
    let expressions = (0..<5).map { operation in
      ["\(Self.words[operation])(a, b)", "a \(Self.signs[operation]) b"].map { CoreData.NSExpression(format: $0) }
    }
    func value(_ expression: CoreData.NSExpression, _ values: [String: Any]) -> Int64? {
      (expression.expressionValue(with: values, context: nil) as? NSNumber)?.int64Value
    }
    for (left, right) in Self.pairs(&random) {
      let values: [String: Any] = ["a": NSNumber(value: left), "b": NSNumber(value: right)]
      for operation in 0..<5 {
        let expected = Self.expected(operation, left, right)
        for expression in expressions[operation] {
          let found = value(expression, values)
          try #require(found == expected, "\(expression): \(left), \(right), SECTIONS_SEED=\(seed)")
        }
      }
      try #require(value(complement, values) == Self.complement(left), "\(left), SECTIONS_SEED=\(seed)")
    }
  }

  // MARK: Stores

  /// Predicates on columns and constants must find the rows for which the model computes the result.
  @Test("Of columns, in memory and in SQL", arguments: TestSeeds.seeds(16))
  func columns(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let pairs = Self.pairs(&random).shuffled(using: &random).prefix(60)
    let stores = try MusicStores(
      pairs.map { left, right in
        MusicRow(entity: "Track", values: ["title": .string("t"), "plays": .int(left), "number": .int(right)])
      })
    func keys(_ holds: ((Int64, Int64)) -> Bool) -> [Int64] {
      pairs.enumerated().filter { holds($0.element) }.map { Int64($0.offset) + 1 }
    }
    for (left, right) in pairs.prefix(12) {
      for operation in 0..<5 {
        let result = Self.expected(operation, left, right)
        let comment: Comment = "\(Self.words[operation]) of \(left), \(right), SECTIONS_SEED=\(seed)"
        let (word, sign) = (Self.words[operation], Self.signs[operation])
        let ofBoth = keys { Self.expected(operation, $0.0, $0.1) == result }
        for format in ["\(word)(plays, number) == %@", "plays \(sign) number == %@"] {
          #expect(try stores.answers("Track", format, [NSNumber(value: result)]) == ofBoth, comment)
        }
        let ofFirst = keys { Self.expected(operation, $0.0, right) == result }
        let first = try stores.answers(
          "Track", "\(word)(plays, %@) == %@", [NSNumber(value: right), NSNumber(value: result)])
        #expect(first == ofFirst, comment)
        let ofSecond = keys { Self.expected(operation, left, $0.1) > result }
        let second = try stores.answers(
          "Track", "\(word)(%@, number) > %@", [NSNumber(value: left), NSNumber(value: result)])
        #expect(second == ofSecond, comment)
      }
      let complements = keys { $0.0 == left }
      let found = try stores.answers("Track", "~plays == %@", [NSNumber(value: Self.complement(left))])
      #expect(found == complements, "~\(left), SECTIONS_SEED=\(seed)")
    }
  }

  /// Compares the results themselves, which a batch update stores.
  @Test("Of a batch update", arguments: 0..<5, MusicStack.types)
  func batchUpdates(operation: Int, type: String) throws {
    let pairs = Self.numbers.flatMap { number in Self.counts.map { (number, $0) } }
    try MusicStack(type).run { context in
      for (index, pair) in pairs.enumerated() {
        let values: [String: Any?] = [
          "title": "\(index)", "plays": NSNumber(value: pair.0), "number": NSNumber(value: pair.1),
        ]
        try context.insert("Track", values)
      }
      try context.save()
      context.reset()
      let request = NSBatchUpdateRequest(entityName: "Track")
      request.propertiesToUpdate = [
        "number": CoreData.NSExpression(format: "\(Self.words[operation])(plays, number)"),
        "plays": CoreData.NSExpression(format: "onesComplement:(plays)"),
      ]
      _ = try context.execute(request)
      for track in try context.all("Track") {
        let pair = pairs[try #require(Int(track.text("title")))]
        let comment: Comment = "\(Self.words[operation]) of \(pair.0), \(pair.1)"
        let result = (track.value(forKey: "number") as? NSNumber)?.int64Value
        #expect(result == Self.expected(operation, pair.0, pair.1), comment)
        #expect((track.value(forKey: "plays") as? NSNumber)?.int64Value == Self.complement(pair.0), comment)
      }
    }
  }
}
