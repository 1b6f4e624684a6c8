import SectionedTesting
import Testing

@testable import SectionedDataSources

@Suite("Keys are found by their slots, beside a dictionary")
struct SlotIndexTests {
  /// A key with few different hashes, so that several keys collide.
  private struct Key: Hashable, Sendable {
    let number: Int
    let spread: Int

    func hash(into hasher: inout Hasher) { hasher.combine(number % spread) }
    static func == (lhs: Self, rhs: Self) -> Bool { lhs.number == rhs.number }
  }

  @Test("random keys come, leave and come back", arguments: [1, 3, 16, 1000], TestSeeds.seeds(4))
  func random(spread: Int, seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var table = SlotTable<Key>()
    var copies: [(table: SlotTable<Key>, slots: [Key: Int32])] = []
    var slots: [Key: Int32] = [:]
    for step in 0..<1500 {
      let key = Key(number: random.below(120), spread: spread)
      if let slot = slots[key] {
        #expect(table.slot(of: key) == slot && table[slot] == key)
        if random.oneIn(2) {
          table.remove(slot)
          slots[key] = nil
        }
      } else {
        #expect(table.slot(of: key) == nil)
        slots[key] = table.add(key)
      }
      #expect(table.count == slots.count)
      if step % 100 == 0 {
        for number in 0..<120 {
          let key = Key(number: number, spread: spread)
          #expect(table.slot(of: key) == slots[key])
        }
        copies.append((table, slots))
      }
    }
    for (table, slots) in copies {
      for number in 0..<120 {
        let key = Key(number: number, spread: spread)
        #expect(table.slot(of: key) == slots[key], "a copy has changed")
      }
    }
    #expect(Set(slots.values).count == slots.count)
  }

  @Test("a whole content is there at once, unless a key stands twice", arguments: [1, 3, 1000, Int.max])
  func atOnce(spread: Int) {
    // Few keys if all of them collide.
    let count = spread < 1000 ? 300 : 50_000
    let keys = ContiguousArray((0..<count).map { Key?.some(Key(number: $0 * 7, spread: spread)) })
    var table = SlotTable<Key>()
    let isMade = table.begin(keys)
    #expect(isMade && table.count == count)
    #expect(keys.indices.allSatisfy { keys[$0].map(table.slot) == .some(Int32($0)) })
    #expect(table.slot(of: Key(number: 1, spread: spread)) == nil)
    for (first, second) in [(0, count - 1), (count / 2, count / 2 + 1)] {
      var repeated = keys
      repeated[second] = repeated[first]
      var other = SlotTable<Key>()
      let isDouble = !other.begin(repeated)
      #expect(isDouble && other.slot(of: Key(number: 0, spread: spread)) == nil)
    }
    var empty = SlotTable<Key>()
    let isEmpty = empty.begin([])
    #expect(isEmpty && empty.slot(of: Key(number: 1, spread: spread)) == nil && empty.count == 0)
  }
}
