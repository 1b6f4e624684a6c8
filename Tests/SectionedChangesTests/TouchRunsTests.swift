import SectionedTesting
import Testing

@testable import SectionedChanges

@Suite("Runs of touches against filtering") struct TouchRunsTests {
  @Test(arguments: 0..<200) func everySectionIsFoundInAnyOrder(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let places = (0..<random.below(60)).map { _ in ItemPlace(section: random.below(40), item: random.below(100)) }
      .sorted()
    let runs = TouchRuns(places)
    #expect(runs.sections == Set(places.map(\.section)).sorted())
    var hint = 0
    // Sections are requested in order, and then at random.
    for section in Array(0..<40) + (0..<100).map({ _ in random.below(42) }) {
      let found = runs.touches(of: section, near: &hint)
      #expect(Array(places[found]) == places.filter { $0.section == section })
    }
  }
}
