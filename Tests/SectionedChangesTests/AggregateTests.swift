import Foundation
import SectionedChanges
import SectionedTesting
import Testing

@Suite("Aggregates are exact, whatever the order in which values come and leave")
struct AggregateTests {
  static let functions: [AggregateFunction] = [.count, .sum, .average, .min, .max]

  /// Returns a random value of a kind of number, small or large, or nil.
  private static func draw(_ kind: AggregateKind, _ random: inout SeededRandom) -> AggregateValue? {
    if random.oneIn(6) { return nil }
    switch kind {
    case .integer: return .integer(random.one(of: [0, 1, -7, 40, .max, .min, Int64(random.below(1000))]))
    case .decimal:
      let significand = Decimal(random.below(100_000)) * (random.oneIn(2) ? 1 : -1)
      return .decimal(significand / random.one(of: [1, 10, 100, 10_000]))
    case .real: return .real(random.one(of: [0.1, 0.2, -0.3, 1e16, -1e16, 1e300, 1e-300, Double(random.below(9)) / 7]))
    case .date: return .date(Date(timeIntervalSinceReferenceDate: Double(random.below(20))))
    case .text: return .text(random.one(of: ["a", "b", "Z", "é", ""]))
    }
  }

  private static func values(_ items: [AggregateValue?]) -> [AggregateValue?] {
    AggregateGroup(of: functions, items: items.map { [$0, $0, $0, $0, $0] }).summary.values
  }

  @Test(
    "items that come and leave give what those that are there give",
    arguments: [AggregateKind.integer, .decimal, .real, .date, .text], TestSeeds.seeds(40))
  func comingAndLeaving(kind: AggregateKind, seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var group = AggregateGroup(of: Self.functions)
    var items: [AggregateValue?] = []
    for step in 0..<200 {
      if random.oneIn(2) || items.isEmpty {
        let value = Self.draw(kind, &random)
        items.append(value)
        group.add([value, value, value, value, value])
      } else {
        let value = items.remove(at: random.below(items.count))
        group.remove([value, value, value, value, value])
      }
      let wanted = Self.values(items.shuffled(using: &random))
      #expect(group.summary.values == wanted, "seed \(seed), step \(step)")
      #expect(group.itemCount == items.count)
    }
  }

  @Test(
    "groups combine to what their items give together, in each order",
    arguments: [AggregateKind.integer, .decimal, .real, .date, .text], TestSeeds.seeds(40))
  func combining(kind: AggregateKind, seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let parts = (0..<4).map { _ in (0..<random.below(6)).map { _ in Self.draw(kind, &random) } }
    let whole = Self.values(parts.flatMap { $0 })
    let summaries = parts.map { part in
      AggregateGroup(of: Self.functions, items: part.map { [$0, $0, $0, $0, $0] }).summary
    }
    var forwards = AggregateSummary(of: Self.functions)
    for summary in summaries { forwards.combine(with: summary) }
    var backwards = summaries[3]
    backwards.combine(with: AggregateSummary(of: Self.functions))
    for summary in summaries[..<3].reversed() { backwards.combine(with: summary) }
    #expect(forwards.values == whole, "seed \(seed)")
    #expect(backwards.values == whole, "seed \(seed)")
  }

  @Test func withoutValuesTheResultIsNilButForACount() {
    #expect(Self.values([nil, nil]) == [.integer(0), nil, nil, nil, nil])
    #expect(AggregateSummary(of: Self.functions).values == [.integer(0), nil, nil, nil, nil])
  }

  @Test func decimalsStayDecimals() {
    let values = Self.values((0..<10).map { _ in .decimal(Decimal(string: "0.1") ?? 0) })
    #expect(values == [.integer(10), .decimal(1), .decimal(Decimal(string: "0.1") ?? 0)] + values[3...])
    #expect(
      Self.values([.decimal(Decimal(string: "1e30") ?? 0), .decimal(Decimal(string: "-1e-8") ?? 0)])[1]
        == .decimal((Decimal(string: "1e30") ?? 0) - (Decimal(string: "1e-8") ?? 0)))
  }

  @Test func aSumOfIntegersThatDoesNotFitIsADecimal() {
    let sum = Self.values([.integer(.max), .integer(1)])
    #expect(sum[1] == .decimal(Decimal(string: "9223372036854775808") ?? 0))
    #expect(Self.values([.integer(.max), .integer(1), .integer(-1)])[1] == .integer(.max))
    #expect(
      Self.values([.integer(.min), .integer(.min), .integer(.max)])[1]?.decimal
        == Decimal(string: "-9223372036854775809"))
  }

  @Test func aSumOfDoublesIsRoundedOnce() {
    #expect(Self.values([.real(1e16), .real(1), .real(-1e16)])[1] == .real(1))
    #expect(Self.values((0..<10).map { _ in .real(0.1) })[1] == .real(1))
    #expect(Self.values([.real(1e300), .real(.infinity)])[1] == .real(.infinity))
    let most = Double.greatestFiniteMagnitude
    #expect(Self.values([.real(most), .real(most), .real(-most)])[1] == .real(most))
    #expect(
      Self.values([.real(.leastNonzeroMagnitude), .real(.leastNonzeroMagnitude)])[1]
        == .real(.leastNonzeroMagnitude * 2))
  }

  /// The table has the items of groups, and the names of two groups. One item moves from one group to the other.
  @Test func aTableFollowsItemsThroughGroupsAndNames() {
    var table = AggregateTable<String, Int>(of: [.sum])
    table.fill(1, with: [("a", [.integer(3)]), ("b", [nil])])
    #expect(table.takeChanged() == [])
    table.set("c", in: 2, to: [.integer(4)])
    table.set("a", in: 1, to: [.integer(3)])
    #expect(table.takeChanged() == [2])
    table.rename("a", to: "d")
    table.set("d", in: 2, to: [.integer(5)])
    #expect(table.takeChanged() == [1, 2])
    #expect(table.summary(of: 1)?.values == [nil])
    #expect(table.summary(of: 2)?.values == [.integer(9)])
    table.remove("b")
    table.remove("a")
    #expect(table.takeChanged() == [1])
    #expect(table.summary(of: 1) == nil)
  }
}
