import SectionedTesting
import Testing

@testable import CoreData
@testable import CoreDataModel

/// Written against an event that is forgotten while an observer still waits for it, and against temporary keys that
/// stay in it.
@Suite("The events of an object that are closed and not delivered")
struct ClosedEventsTests {
  @Test("those from the first undelivered one are kept, with permanent keys", arguments: TestSeeds.seeds(20))
  func kept(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var closed = ClosedEvents()
    var numbers: [Int] = []
    var first = 1
    for number in 1...80 where !random.oneIn(3) {
      first = max(first, number - random.below(5))
      var event = ClosedEvents.Event(number: number)
      event.destinations.note(RowKey(entity: 0, primaryKey: -Int64(number)), 0, isAddition: true)
      event.start.add(.reference(RowKey(entity: 0, primaryKey: -Int64(number))), 1)
      closed.add(event, firstUndelivered: first)
      numbers.append(number)
      if random.oneIn(4) {
        let keys = (1...80).map { (RowKey(entity: 0, primaryKey: -$0), RowKey(entity: 0, primaryKey: $0)) }
        closed.promote(Dictionary(uniqueKeysWithValues: keys))
        for event in closed.events(from: first) {
          let key = RowKey(entity: 0, primaryKey: Int64(event.number))
          #expect(event.destinations.steps(of: 0).map(\.key) == [key], "seed \(seed)")
          #expect(event.start[1].map { $0.isSame(as: .reference(key)) } == true, "seed \(seed)")
        }
      }
      for from in first...number + 1 {
        #expect(closed.events(from: from).map(\.number) == numbers.filter { $0 >= from }, "seed \(seed)")
      }
    }
  }

  /// A relationship with the slot 2 is ordered.
  @Test("the destinations before an event are computed from those after it", arguments: TestSeeds.seeds(20))
  func before(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<20 {
      let keys = (1...8).map { RowKey(entity: 0, primaryKey: $0) }
      let start = (0..<3).map { _ in keys.filter { _ in random.oneIn(2) }.shuffled(using: &random) }
      var now = start
      var log = DestinationLog()
      for _ in 0..<random.below(12) {
        let (slot, key) = (random.below(3), keys[random.below(keys.count)])
        let index = now[slot].firstIndex(of: key)
        let isOrdered = slot == 2
        let end = isOrdered && random.oneIn(2) ? random.below(now[slot].count + 1) : now[slot].count
        if isOrdered, index != nil || end < now[slot].count { log.noteOrder(now[slot], slot) }
        if let index { now[slot].remove(at: index) } else { now[slot].insert(key, at: end) }
        log.note(key, slot, isAddition: index == nil)
      }
      for slot in 0..<3 {
        let before = log.destinations(slot, before: now[slot])
        #expect(before.count == start[slot].count && Set(before) == Set(start[slot]), "seed \(seed), slot \(slot)")
      }
      #expect(log.destinations(2, before: now[2]) == start[2], "seed \(seed)")
      #expect((0..<3).allSatisfy { log.slots.contains($0) || now[$0] == start[$0] })
    }
  }
}
