import SectionedTesting
import Testing

@testable import SectionedChanges
@testable import SectionedDataSources

@Suite("What a composed source costs")
struct ComposedCostTests {
  @Test("One change of a thousand children asks a few of them")
  func fewQuestions() throws {
    let count = CountedSource.Count()
    let leaves = (0..<1000).map { Shelves([$0: ($0 * 10..<$0 * 10 + 10).map { $0 }]) }
    let source = try BookSource(leaves.map { BookChild(CountedSource($0, count)) })
    #expect(source.numberOfItems == 10_000)
    count.asked = 0
    try leaves[500].append(Book(id: 77_777), toSection: 0)
    try leaves[501].remove(5_010)
    try leaves[502].update(Book(id: 5_021, title: "new"))
    try source.performTogether { try leaves[3].append(try #require(try leaves[900].remove(9_001)), toSection: 0) }
    #expect(count.asked < 20)
    count.asked = 0
    #expect(source.place(of: 9_001) == ItemPlace(section: 3, item: 10))
    #expect(source.item(for: 7_777)?.id == 7_777)
    #expect(count.asked < 10)
    try source.move(from: 0, to: 999)
    #expect(count.asked < 10)
  }

  @Test("Sections have the trees of the children, but for those with an item that has another number")
  func sharedTrees() throws {
    let (first, second) = (Shelves([1: Array(0..<500)]), Shelves([2: Array(1000..<1500), 3: []]))
    let source = try BookSource([BookChild(first), BookChild(second)], anomalies: silent)
    func isShared(_ section: Int, _ leaf: Shelves, _ local: Int) -> Bool {
      source.snapshot.sections[section].items.root === leaf.snapshot.sections[local].items.root
    }
    #expect(isShared(0, first, 0) && isShared(1, second, 0))
    try second.remove(1200)
    try second.append(Book(id: 7000), toSection: 1)
    #expect(isShared(1, second, 0) && isShared(2, second, 1))
    try second.append(Book(id: 77), toSection: 0)
    try second.remove(1201)
    #expect(isShared(0, first, 0) && !isShared(1, second, 0) && isShared(2, second, 1))
    try second.move(77, to: ItemPlace(section: 1, item: 0))
    #expect(isShared(1, second, 0) && !isShared(2, second, 1))
    try second.remove(77)
    #expect(isShared(0, first, 0) && isShared(1, second, 0) && isShared(2, second, 1))
  }

  @Test("The index has at most 8 bytes an item, and finds what is in it", arguments: RandomRuns.seeds(3))
  func index(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    var book = ComposedNames<Int>()
    var held: [Int: Int32] = [:]
    let slots = (0..<50).map { Int32($0) }
    for _ in 0..<60 {
      var (gone, came): ([Int], [(Int, Int32)]) = ([], [])
      for id in held.keys where random.oneIn(5) { gone.append(id) }
      for _ in 0..<random.below(200) {
        let id = random.below(100_000)
        if held[id] == nil { came.append((id, random.one(of: slots))) }
      }
      book.prepare(slots: slots, limit: 50, more: came.count, less: gone.count) { body in
        for (id, slot) in held { body(id, slot) }
      }
      for id in gone {
        _ = book.leave(ListedID(id), slot: held[id] ?? -1)
        held[id] = nil
      }
      for (id, slot) in came where held[id] == nil {
        let name = book.come(ListedID(id), slot: slot) { held[id] == $0 }
        #expect(name.occurrence == 0)
        held[id] = slot
      }
      #expect(book.endStep().isEmpty)
      for (id, slot) in held { #expect(book.local(ListedID(id)) { held[id] == $0 }?.slot == slot) }
      for id in 0..<100 where held[id] == nil { #expect(book.local(ListedID(id)) { held[id] == $0 } == nil) }
    }
    var large = ChildIndex(for: 100_000, most: 100_000, slots: 50)
    for id in 0..<100_000 { large.insert(id.hashValue, slot: Int32(id % 50)) }
    large.insert("gone".hashValue, slot: 7)
    large.remove("gone".hashValue, slot: 7)
    var candidates = 0
    _ = large.first("gone".hashValue) { slot in
      candidates += slot == 7 ? 1 : 0
      return false
    }
    #expect(candidates == 0)
    #expect(large.byteCount <= 100_000 * 8 && large.count == 100_000)
    #expect((0..<100_000).allSatisfy { id in large.first(id.hashValue) { $0 == Int32(id % 50) } != nil })
  }
}
