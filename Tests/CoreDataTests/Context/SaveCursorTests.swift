import SectionedTesting
import Testing

@testable import CoreData

/// Written against counters that are off by one, and numbers that stay in the set of those ahead.
@Suite("The number up to which a context has seen all saves")
struct SaveCursorTests {
  @Test(
    "it is the last number before the first gap, in whatever order the numbers come", arguments: TestSeeds.seeds(20))
  func gaps(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let start = random.below(5)
    var cursor = SaveCursor(at: start)
    var noted: Set<Int> = []
    // No more numbers are ahead than a cursor remembers.
    var waiting = (1...200).map { start + $0 }.shuffled(using: &random)
    while !waiting.isEmpty {
      var numbers = (0..<min(waiting.count, random.below(4))).map { _ in waiting.removeLast() }
      // A merge may report again what was seen.
      if random.oneIn(2) { numbers.append(random.below(cursor.seen + 1)) }
      numbers.shuffle(using: &random)
      cursor.note(numbers)
      noted.formUnion(numbers.filter { $0 > start })
      var seen = start
      while noted.contains(seen + 1) { seen += 1 }
      #expect(cursor.seen == seen, "seed \(seed)")
    }
    #expect(cursor.seen == start + 200)
  }

  @Test("numbers that are seen do not count among those ahead, of which 256 are remembered, and no more")
  func limit() {
    var cursor = SaveCursor()
    cursor.note(Array(502...757))
    for number in 1...500 {
      cursor.note([number])
      cursor.note([number, 1])
    }
    cursor.note([501])
    #expect(cursor.seen == 757)
    cursor.note(Array(759...1_015))
    cursor.note([758])
    #expect(cursor.seen == 758)
  }
}
