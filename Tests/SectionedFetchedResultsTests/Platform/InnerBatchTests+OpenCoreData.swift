#if !canImport(Darwin) && !SECTIONED_PUBLIC_API
  import CoreData
  import OrderedRows
  import SectionedTesting
  import Testing

  @testable import SectionedFetchedResults

  @Suite("Reports of objects that are named more than once") struct InnerBatchTests {
    private struct Report {
      let name: Int
      let old: RowPlace?
      let isNew: Bool
    }

    private func subject(_ name: Int) -> InnerSubject {
      InnerSubject(key: RowKey(entity: 0, primaryKey: Int64(name)), knownObject: nil)
    }

    @Test("have the first place, and are an insertion only if each of them is", arguments: TestSeeds.seeds(100))
    func merges(seed: UInt64) {
      var random = SeededRandom(seed: seed)
      let reports = (0..<random.below(30)).map { _ in
        let isNew = random.below(3) == 0
        let hasPlace = !isNew && random.below(3) > 0
        let place = RowPlace(section: random.below(3), item: random.below(5))
        return Report(name: random.below(8), old: hasPlace ? place : nil, isNew: isNew)
      }
      var batch = InnerBatch()
      for report in reports {
        batch.merge(subject(report.name), old: report.old, new: nil, isNew: report.isNew, keys: nil)
      }
      var names: [Int] = []
      for report in reports where !names.contains(report.name) { names.append(report.name) }
      #expect(batch.touches.names == names.map { subject($0) })
      for (number, name) in names.enumerated() {
        let own = reports.filter { $0.name == name }
        let (old, isNew) = (own.compactMap(\.old).first, own.allSatisfy(\.isNew))
        #expect(batch.touches[number].old == old, "\(name)")
        #expect(batch.isNew(number) == isNew, "\(name)")
      }
    }
  }
#endif
