import SectionedChanges
import SectionedTesting
import Testing

@testable import SectionedDataSources

@Suite("Steps that wait are joined to one")
struct PendingStepTests {
  @Test("each at the cost of those of its own size")
  func cost() throws {
    let list = shelves("1:")
    var pending = PendingUpdates<Int, Int>()
    var (cost, largest) = (0, 0)
    let token = list.observe { update in
      if pending.isEmpty { pending.append(update) } else { cost += pending.join(update) }
      largest = max(largest, pending.before.count)
    }
    for number in 0..<2000 { try list.append(Book(id: number), toSection: 0) }
    // If each update were joined with all updates before it, it would cost 1,000 on average.
    #expect(cost < 2000 * 40 && largest < 12)
    let old = list.snapshot
    try list.setItems([Book(id: 5000)], inSection: 0)
    #expect(pending.joined?.changes.count == 1 && pending.joined?.new == list.snapshot && old != list.snapshot)
    let taken = pending.take()
    #expect(taken?.old.numberOfItems == 0 && pending.isEmpty && pending.joined?.new == nil)
    token.cancel()
  }

  @Test("those of a base while what is built on it is held")
  func beneath() throws {
    let list = shelves("1:")
    let filter = FilteredDataSource(list, keepsEmptySections: true) { _ in true }
    let trace = Trace(filter)
    try filter.performTogether {
      for number in 0..<100 { try list.append(Book(id: number), toSection: 0) }
    }
    #expect(trace.updates.map(\.changes.count) == [100] && trace.lists == [ids(list)])
  }

  @Test("joined in whatever order, they are the least changes", arguments: RandomRuns.seeds(5))
  func least(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let list = shelves("1: 10 11 12 | 2: 20 | 3:", anomalies: silent)
    let filter = FilteredDataSource(list) { $0.id % 7 != 0 }
    let watcher = SourceWatcher(filter)
    let updates = list.updates
    for _ in 0..<20 {
      let old = updates.takeWaiting()?.new ?? list.snapshot
      try filter.performTogether {
        for _ in 0..<random.below(40) {
          let section = random.below(list.numberOfSections)
          switch random.below(6) {
          case 0:
            try list.append(
              contentsOf: (0..<random.below(9)).map { _ in Book(id: random.below(60)) }, toSection: section)
          case 1: list.removeItems { _ in random.oneIn(4) }
          case 2: try list.moveSection(from: section, to: random.below(list.numberOfSections))
          case 3: if let id = list.itemID(at: ItemPlace(section: section, item: 0)) { try list.reload(id) }
          case 4: if list.numberOfSections > 2 { try list.removeSection(at: section) }
          default: list.appendSection(Shelf(id: random.below(9)), items: [Book(id: random.below(60))])
          }
        }
      }
      if let update = updates.takeWaiting() {
        #expect(update.old == old && update.new == list.snapshot)
        #expect(update.changes == (try SectionedChangeSet(from: update.old, to: update.new)))
      }
      watcher.checkSource()
    }
  }
}
