import SectionedChanges
import SectionedTesting
import Testing

@Suite("Larger lists")
struct LargeListTests {
  /// The lists have several chunks. They are too long for brute force, so replay and the second implementation check
  /// the result.
  @Test("a few thousand rows keep the laws that need no brute force", arguments: TestSeeds.seeds(4, from: 50))
  func thousandsOfRows(seed: UInt64) throws {
    var generator = SnapshotGenerator(seed: seed)
    let sections = (0..<4).map { section in
      List.Section(section, items: (0..<700).map { ListElement(10_000 * (section + 1) + $0) })
    }
    var old = List(sections: sections)
    for _ in 0..<5 {
      let new = generator.edited(old, edits: 30)
      let changes = try Changes(from: old, to: new)
      let reported = try ReportedChanges.changeSet(
        from: old, to: new, reporting: .needed(andOneIn: 50, SeededRandom(seed: seed)))
      #expect(reported == changes)
      let next = try changes.apply(to: old, contentOf: new)
      #expect(next == new)
      try changes.check(old: old, new: new)
      let plan = try UpdatePlan(changes, new: new.outline)
      var view = ViewOracle(.collection, showing: old)
      try view.perform(plan, from: old, to: new)
      old = next
    }
  }

  /// Every item but one moves. No step may be quadratic in the number of moves.
  @Test func aWholeSectionIsReversed() throws {
    let ids = Array(0..<20_000)
    let changes = try Changes(from: list([1: ids]), to: list([1: ids.reversed()]))
    #expect(changes.items.moved.count == 19_999)
    #expect(changes.items.moved.first?.from == place(0, 1), "of equal lists the smallest old indices stay")
  }
}
