import Foundation
import SectionedTesting
import Testing

@testable import CoreData

@Suite("The versions of rows, kept as differences") struct RowVersionsTests {
  @Test("Whatever is put in comes out", arguments: TestSeeds.seeds(4)) func twin(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<50 {
      var keys: Set<Int64> = []
      for _ in 0..<Int.random(in: 0...40, using: &random) {
        let bounds: [Int64] = [1, 200, 1 << 20, .max]
        let bound = bounds.randomElement(using: &random) ?? 1
        keys.insert(.random(in: (Bool.random(using: &random) ? -bound : 0)...bound, using: &random))
      }
      let rows = keys.sorted().map { key in
        RowVersion(
          key: RowKey(entity: .random(in: 0...3, using: &random) * 100, primaryKey: key),
          version: ([0, 1, 127, 128, 300, -1, .min, .max] as [Int64]).randomElement(using: &random) ?? 0)
      }
      #expect(Array(RowVersions(rows)) == rows)
    }
  }

  @Test("A row takes three bytes where keys are dense, versions small and the entity one") func size() {
    let rows = RowVersions((1...1_000).map { RowVersion(key: RowKey(entity: 70, primaryKey: $0), version: 5) })
    #expect(rows.size == 3_000)
  }
}
