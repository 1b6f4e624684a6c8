import SectionedChanges
import SectionedTesting
import Testing
import UIKit

@Suite("Random plans")
@MainActor
struct RandomPlanTests {
  typealias List = SectionedSnapshot<Int, Int>

  @Test("Plans of random lists are accepted, and the cells show the right items", arguments: TestSeeds.seeds(30))
  func plansAreAccepted(seed: UInt64) throws {
    var generator = SnapshotGenerator(seed: seed)
    for kind in ViewKind.allCases {
      var old = generator.list(sections: 5, items: 18)
      let driver = PlanDriver(kind, old)
      for _ in 0..<10 {
        let new = generator.edited(old, edits: generator.random.below(9))
        let plan = try UpdatePlan(SectionedChangeSet(from: old, to: new), new: new)
        let said = Refusals.recorded {
          for stage in plan.stages {
            driver.perform(ViewBatch(structureOf: stage.changes), PlanDriver.rows(stage.after, new))
          }
          if let refresh = plan.refresh {
            var batch = ViewBatch()
            batch.reconfiguredItems = refresh.items
            driver.perform(batch, PlanDriver.rows(new))
          }
        }
        #expect(said.isEmpty, "seed \(seed): \(old) → \(new)")
        #expect(driver.shown == PlanDriver.rows(new), "seed \(seed): \(old) → \(new)")
        old = new
      }
    }
  }

  @Test(
    "A batch that is altered is refused when the oracle refuses it, in the same words", arguments: TestSeeds.seeds(30))
  func alteredBatches(seed: UInt64) throws {
    var generator = SnapshotGenerator(seed: seed)
    var refused = 0
    for kind in ViewKind.allCases {
      for _ in 0..<20 {
        let old = generator.list(sections: 4, items: 10)
        let new = generator.edited(old, edits: 1 + generator.random.below(6))
        var batch = ViewBatch(structureOf: try SectionedChangeSet(from: old, to: new))
        alter(&batch, &generator.random)
        var oracle = ViewOracle(kind, showing: old)
        var expected: [String] = []
        do {
          try oracle.perform(batch, before: ViewDataSource(old), after: ViewDataSource(new))
        } catch {
          expected = ["\(error)"]
        }
        let driver = PlanDriver(kind, old)
        let said = Refusals.recorded { driver.perform(batch, PlanDriver.rows(new)) }
        // UIKit does not report that a cell shows the wrong item. The user and the oracle see it.
        if let first = expected.first, first.hasPrefix("the cell at") || first.hasPrefix("the header of") {
          #expect(said.isEmpty, "seed \(seed): \(batch)")
          if first.hasPrefix("the cell at") { #expect(driver.shown != PlanDriver.rows(new)) }
        } else {
          #expect(said == expected, "seed \(seed): \(batch)")
        }
        refused += expected.count
      }
    }
    #expect(refused > 0)
  }

  /// Omits, duplicates or shifts an element of the batch. Sections are not duplicated, because an `IndexSet` has each
  /// only once.
  private func alter(_ batch: inout ViewBatch, _ random: inout SeededRandom) {
    let place = ItemPlace(section: random.below(4), item: random.below(5))
    switch random.below(9) {
    case 0: batch.insertedItems.append(place)
    case 1: batch.deletedItems.append(place)
    case 2: batch.reloadedItems.append(place)
    case 3: batch.movedItems.append(ViewBatch.Move(place, ItemPlace(section: random.below(4), item: 0)))
    case 4: if !batch.insertedItems.isEmpty { batch.insertedItems.removeLast() }
    case 5: if !batch.deletedItems.isEmpty { batch.deletedItems.removeFirst() }
    case 6: if !batch.movedSections.isEmpty { batch.movedSections.removeLast() }
    case 7: batch.reloadedSections.append(random.below(4))
    default: batch.reconfiguredItems.append(place)
    }
    batch.insertedSections.sort()
    batch.deletedSections.sort()
  }
}
