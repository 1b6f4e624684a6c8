import SectionedTesting
import Testing

@testable import SectionedFetchedResults

@Suite("A plan of positions writes the fewest rows")
struct PositionPlanTests {
  private func planned(
    _ before: [Int?], _ moved: [Int?], _ after: [Int?], areWritten: Bool = false, on scale: PositionScale
  ) -> PositionPlan? {
    PositionPlan(
      moving: moved, areWritten: areWritten,
      before: { $0 < before.count ? .row(before[before.count - 1 - $0]) : .end },
      after: { $0 < after.count ? .row(after[$0]) : .end }, on: scale)
  }

  private let whole = PositionScale(.integer(stride: 10), -1000...1000)

  @Test("between two neighbours with room, only the moved row is written")
  func gap() throws {
    let between = try #require(planned([0, 10], [50], [20, 30], on: whole))
    #expect(between.moved == [15] && between.writtenCount == 1)
    let atTheEnd = try #require(planned([0, 10], [5], [], on: whole))
    #expect(atTheEnd.moved == [20] && atTheEnd.writtenCount == 1)
    let atTheBeginning = try #require(planned([], [5], [0, 10], on: whole))
    #expect(atTheBeginning.moved == [-10] && atTheBeginning.writtenCount == 1)
    let alone = try #require(planned([], [nil], [], on: whole))
    #expect(alone.moved == [10] && alone.writtenCount == 1)
  }

  @Test("a moved row whose position fits is not written")
  func kept() throws {
    let plan = try #require(planned([0, 10], [15], [20], on: whole))
    #expect(plan.moved == [nil] && plan.writtenCount == 0)
    let several = try #require(planned([0], [3, 500, 5], [9], on: whole))
    #expect(several.moved == [nil, 4, nil] && several.writtenCount == 1)
  }

  @Test("without room, the rows up to the next gap are written")
  func dense() throws {
    let plan = try #require(planned([0, 1, 2], [9], [3, 4, 8], on: whole))
    #expect(plan.before == [] && plan.moved == [3] && plan.after == [5, 6])
  }

  @Test("rows without a position are less than all, and keep none where that suffices")
  func missing() throws {
    let behind = try #require(planned([nil, nil], [nil], [], on: whole))
    #expect(behind.writtenCount == 1)
    let between = try #require(planned([nil], [nil], [nil, 7], on: whole))
    #expect(between.before.isEmpty && between.after.count == 1 && between.writtenCount == 2)
  }

  @Test("rows that share a position are separated where a row comes between them")
  func ties() throws {
    let plan = try #require(planned([0, 0], [0], [0, 0, 0], on: whole))
    #expect(plan.before.count == 2 && plan.after.isEmpty && plan.writtenCount == 3)
  }

  @Test("a scale with too few numbers has no plan")
  func noRoom() {
    #expect(planned([0, 1], [0], [2], on: PositionScale(.integer(stride: 1), 0...2)) == nil)
    #expect(planned([0, 1], [0], [2], on: PositionScale(.integer(stride: 1), 0...3))?.writtenCount == 2)
  }

  @Test("the number of written rows is that of trying all sets of rows", arguments: TestSeeds.seeds(16))
  func fewest(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<400 {
      let scale = PositionScale(.integer(stride: 2), 0...random.one(of: [3, 5, 8, 12]))
      let all = scale.range.lowerBound - 1...scale.range.upperBound + 1
      let rows = (0..<random.below(5)).map { _ in random.oneIn(4) ? nil : Int.random(in: all, using: &random) }
        .sorted { ($0 ?? -9) < ($1 ?? -9) }
      let split = random.below(rows.count + 1)
      let (before, after) = (Array(rows[..<split]), Array(rows[split...]))
      let moved = (0...random.below(3)).map { _ in random.oneIn(4) ? nil : Int.random(in: all, using: &random) }
      let areWritten = random.oneIn(3)
      let found = planned(before, moved, after, areWritten: areWritten, on: scale)
      let fewest = FewestRows(before: before, moved: moved, after: after, range: scale.range)
      let story: Comment = "seed \(seed): \(before) \(moved) \(after) of \(scale.range)"
      let count = found.map { areWritten ? $0.before.count + $0.after.count : $0.writtenCount }
      #expect(count == fewest.count(areWritten: areWritten), story)
      guard let found else { continue }
      #expect(isOrdered(found, before, moved, after), story)
    }
  }

  /// Returns whether the numbers of the moved and the written rows ascend, and lie between those of their neighbours.
  private func isOrdered(_ plan: PositionPlan, _ before: [Int?], _ moved: [Int?], _ after: [Int?]) -> Bool {
    let own = zip(moved, plan.moved).map { $1 ?? $0 }
    let written: [Int?] = plan.before.reversed() + own + plan.after
    let rows = before.dropLast(plan.before.count).suffix(1) + written + after.dropFirst(plan.after.count).prefix(1)
    return zip(rows, rows.dropFirst()).allSatisfy { ($0 ?? .min) < ($1 ?? .min) }
  }

  @Test("rows far away are not read")
  func local() throws {
    var reads = 0
    let plan = PositionPlan(
      moving: [5], areWritten: false,
      before: {
        reads += 1
        return .row(1000 - 10 * $0)
      },
      after: {
        reads += 1
        return .row(1010 + 10 * $0)
      }, on: PositionScale(.integer(stride: 10), -1_000_000...1_000_000))
    #expect(plan?.writtenCount == 1)
    #expect(reads <= 10)
  }
}
