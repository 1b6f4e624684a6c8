import SectionedChanges
import SectionedTesting
import Testing

@testable import SectionedViews

/// Written against a cache that is not updated or not used, because a view works without it, only slower.
@Suite("The cached counts of a view's sections")
@MainActor
struct ShownCountsTests {
  private typealias Changes = SectionedChangeSet<Int, Int>

  @Test(
    "they are those of the list, whatever changes follow, and there are none beside it", arguments: ViewRuns.seeds(20))
  func follows(seed: UInt64) throws {
    var generator = SnapshotGenerator(seed: seed)
    var list = generator.list(sections: 5, items: 12)
    let counts = ShownCounts()
    counts.remember(ContiguousArray(list.sections.map { Int32($0.items.count) }))
    for step in 0..<40 {
      let next = generator.edited(list, edits: 1 + generator.random.below(3))
      let changes = try Changes(from: list, to: next)
      if let one = changes.one, generator.random.oneIn(2) {
        counts.follow(one)
      } else {
        counts.follow(changes) { next.numberOfItems(inSection: $0) }
      }
      list = next
      let wanted = [nil] + list.sections.map { Optional($0.items.count) } + [nil]
      let cached = (-1...list.numberOfSections).map { counts.count(ofSection: $0) }
      #expect(cached == wanted, "seed \(seed), step \(step)")
    }
    counts.isPaused = true
    #expect((-1...list.numberOfSections).allSatisfy { counts.count(ofSection: $0) == nil })
  }

  @Test("a view asks for one section after the other if no change was between them, and the counts are not cached")
  func passes() throws {
    let counts = ShownCounts()
    #expect(
      [0, 1, 2, 2, 3, 5, 0, 1].map { counts.isNext($0) } == [false, true, true, false, true, false, false, true])
    let one = OneItemChange(deleted: nil, inserted: ItemPlace(section: 0, item: 0), moved: nil, updated: nil)
    let changes: [() -> Void] = [
      { counts.forget() }, { counts.follow(one) }, { counts.follow(Changes()) { _ in 0 } },
    ]
    for change in changes {
      #expect([3, 4].map { counts.isNext($0) } == [false, true])
      change()
      #expect([5, 6].map { counts.isNext($0) } == [false, true])
    }
    counts.remember([1, 2, 3])
    #expect([0, 1, 2].map { counts.isNext($0) } == [false, false, false])
  }
}
