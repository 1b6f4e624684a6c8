import SectionedTesting
import Testing

@testable import CoreData

/// Compares a set of objects in the order of their insertion with an array. Its sizes are on both sides of the limit up
/// to which the set is searched without an index.
@Suite("Objects in the order in which they came") struct ObjectListTests {
  @Test("The same objects in the same order as an array", arguments: TestSeeds.seeds(8))
  func twin(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    try MusicStack(NSInMemoryStoreType).run { context in
      let objects = try (0..<60).map { try context.insert("Tag", ["name": "\($0)"]) }
      for some in [3, 7, 8, 9, 10, 60] {
        var list = ObjectList()
        var twin: [NSManagedObject] = []
        for step in 0..<400 {
          let object = objects[random.below(some)]
          let known = twin.contains { $0 === object }
          // Long runs of insertions or of removals, so that the list grows and shrinks past its limits.
          if (step / 40) % 2 == 0 ? !random.oneIn(4) : random.oneIn(4) {
            #expect(list.insert(object) == !known)
            if !known { twin.append(object) }
          } else {
            #expect(list.remove(object) == known)
            twin.removeAll { $0 === object }
          }
          if random.oneIn(150) {
            list.removeAll()
            twin = []
          }
          #expect(Array(list.all) == twin, "seed \(seed), \(some) objects, step \(step)")
          #expect(list.count == twin.count && list.isEmpty == twin.isEmpty)
          #expect(list.contains(object) == twin.contains { $0 === object })
        }
        list.remove(list.all)
        #expect(list.isEmpty && list.set.isEmpty)
      }
    }
  }
}
