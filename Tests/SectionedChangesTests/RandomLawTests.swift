import SectionedChanges
import SectionedTesting
import Testing

@Suite("Laws on random lists")
struct RandomLawTests {
  @Test("the difference of two lists is the least one, and replays", arguments: TestSeeds.seeds(80))
  func difference(seed: UInt64) throws {
    var generator = SnapshotGenerator(seed: seed)
    for _ in 0..<20 {
      let old = generator.list(sections: 5, items: 18)
      let new = generator.edited(old, edits: generator.random.below(9))
      let changes = try Changes(from: old, to: new)
      #expect(changes == LeastChangeOracle.changeSet(from: old, to: new), "\(old) → \(new)")
      #expect(try changes.apply(to: old, contentOf: new) == new)
      #expect(NaiveReplay.apply(changes, to: old, contentOf: new) == new)
      try changes.check(old: old, new: new)
      let inverse = changes.inverted
      #expect(inverse.inverted == changes)
      #expect(try inverse.apply(to: new, contentOf: old) == old)
      try inverse.check(old: new, new: old)
    }
  }

  @Test("two changes combined are true of the first and the last list", arguments: TestSeeds.all(40))
  func combination(seed: UInt64) throws {
    var generator = SnapshotGenerator(seed: seed)
    for _ in 0..<20 {
      let first = generator.list(sections: 5, items: 18)
      let second = generator.edited(first, edits: generator.random.below(7))
      let third = generator.edited(second, edits: generator.random.below(7))
      let combined = try Changes(from: first, to: second).combined(with: Changes(from: second, to: third))
      try combined.check(old: first, new: third)
      #expect(try combined.minimized(old: first, new: third) == Changes(from: first, to: third))
    }
  }
}
