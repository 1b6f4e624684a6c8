import SectionedChanges
import SectionedTesting
import Testing

@testable import SectionedDataSources

/// A source that knows the places of some books, but not their models.
private final class HidingRacks: SectionedDataSource {
  let base: Racks
  let hidden: Set<Int>
  var core: SourceCore<Int, Int> { base.core }

  init(_ base: Racks, hidden: Set<Int>) {
    self.base = base
    self.hidden = hidden
  }

  func item(for id: ListedID<Int>) -> Volume? { hidden.contains(id.id) ? nil : base.item(for: id) }
  func section(for id: ListedID<Int>) -> Rack? { base.section(for: id) }
  func place(of id: ListedID<Int>) -> ItemPlace? { base.place(of: id) }
  func index(ofSection id: ListedID<Int>) -> Int? { base.index(ofSection: id) }
}

@Suite("A search on several threads")
struct ConcurrentSearchTests {
  private func racks(_ random: inout SeededRandom) -> (racks: Racks, count: Int) {
    let names = (0..<4).map { _ in (0..<random.below(2_500)).map { _ in random.one(of: ["a", "ab", "b", ""]) } }
    return (.make(names), names.reduce(0) { $0 + $1.count })
  }

  @Test("It finds what one on a single thread finds, under edits too", arguments: RandomRuns.seeds(8))
  func agreement(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let (base, count) = racks(&random)
    let plain = FilteredDataSource(base) { $1.matches($0.name) }
    let concurrent = FilteredDataSource.concurrent(base) { $1.matches($0.name) }
    for step in 0..<8 {
      switch random.below(3) {
      case 0: try base.append(Volume(id: count + step, name: random.one(of: ["a", "b"])), toSection: random.below(4))
      case 1 where base.numberOfItems(inSection: 0) > 0: try base.remove(at: ItemPlace(section: 0, item: 0))
      default: break
      }
      let text = random.one(of: ["a", "ab", "b", "c", ""])
      plain.text = text
      concurrent.text = text
      #expect(concurrent.snapshot.sections.map(\.id) == plain.snapshot.sections.map(\.id), "seed \(seed), step \(step)")
      #expect(concurrent.names == plain.names, "seed \(seed), step \(step)")
    }
  }

  @Test("Items without a model match nothing, and change no other answer", arguments: RandomRuns.seeds(8))
  func missingModels(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let (racks, count) = racks(&random)
    let hidden = Set((0..<40).map { _ in random.below(max(1, count)) })
    let base = HidingRacks(racks, hidden: hidden)
    let found = FilteredDataSource.concurrent(base) { $1.matches($0.name) }
    found.text = "b"
    let expected = (0..<racks.numberOfSections).map { section in
      racks.items(inSection: section).filter { $0.name.contains("b") && !hidden.contains($0.id) }.map(\.id)
    }
    let shown = found.snapshot.sections.map { $0.items.map(\.id.id) }
    #expect(shown == expected.filter { !$0.isEmpty }, "seed \(seed)")
  }
}
