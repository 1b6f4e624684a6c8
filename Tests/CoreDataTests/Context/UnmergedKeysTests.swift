import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataModel

/// Written against a table of places that is not updated: a child would merge an object several times.
@Suite("The changes that the children of a context have not merged")
struct UnmergedKeysTests {
  @Test("each updated object is among them once, with all its slots", arguments: TestSeeds.seeds(20))
  func once(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    func anyKey() -> RowKey { RowKey(entity: random.below(2), primaryKey: Int64(random.below(5))) }
    func slots() -> SlotSet? { random.oneIn(6) ? nil : SlotSet((0..<random.below(3)).map { _ in random.below(80) }) }
    var unmerged = UnmergedKeys()
    for _ in 0..<20 {
      var (inserted, deleted): ([RowKey], [RowKey]) = ([], [])
      var (order, updated): ([RowKey], [RowKey: SlotSet?]) = ([], [:])
      func note(_ key: RowKey, _ slots: SlotSet?) {
        guard let known = updated[key] else {
          order.append(key)
          return updated[key] = .some(slots)
        }
        updated[key] = .some(known.flatMap { known in slots.map(known.union) })
      }
      for _ in 0..<random.below(8) {
        if random.oneIn(4) {
          let key = anyKey()
          unmerged.add(key)
          note(key, nil)
        } else {
          let event = ContextEvent()
          event.inserted = (0..<random.below(2)).map { _ in anyKey() }
          event.deleted = (0..<random.below(2)).map { _ in anyKey() }
          event.updated = (0..<random.below(4)).map { _ in .init(key: anyKey(), slots: slots(), placing: slots()) }
          unmerged.add(event)
          inserted += event.inserted
          deleted += event.deleted
          for update in event.updated { note(update.key, update.placing) }
        }
      }
      let taken = unmerged.take()
      #expect(taken.inserted == inserted && taken.deleted == deleted, "seed \(seed)")
      #expect(taken.updated.map(\.key) == order, "seed \(seed)")
      #expect(taken.updated.map(\.slots) == order.map { updated[$0] ?? nil }, "seed \(seed)")
    }
    #expect(unmerged.take().isEmpty)
  }
}
