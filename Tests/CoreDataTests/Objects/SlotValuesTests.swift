import SectionedTesting
import Testing

@testable import CoreData

@Suite("Values by slot") struct SlotValuesTests {
  /// Compares the values with a dictionary.
  @Test("The first value of a slot stands until all are removed", arguments: TestSeeds.seeds(4))
  func twin(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var values = SlotValues()
    var twin: [Int: Int64] = [:]
    for step in 0..<500 {
      switch random.below(20) {
      case 0:
        values.removeAll()
        twin = [:]
      case 1:
        values.updateAll { .int(($0.number ?? 0) + 1) }
        twin = twin.mapValues { $0 + 1 }
      default:
        let slot = random.below(70)
        values.add(.int(Int64(step)), slot)
        if twin[slot] == nil { twin[slot] = Int64(step) }
      }
      #expect((0..<70).map { values[$0]?.number } == (0..<70).map { twin[$0] }, "seed \(seed), step \(step)")
      #expect(values.isEmpty == twin.isEmpty && values.entries.count == twin.count)
    }
  }
}

extension Value {
  fileprivate var number: Int64? {
    if case .int(let number) = self { number } else { nil }
  }
}
