import SectionedTesting
import Testing

@testable import SectionedDataSources

@Suite("Composed sources, whatever happens to their children")
struct ComposedRandomTests {
  @Test("Each step leads from list to list by the least changes", arguments: RandomRuns.seeds(4))
  func randomVerbs(seed: UInt64) throws {
    let world = try ComposedWorld(seed: seed)
    for step in 0..<350 {
      world.act()
      let found = world.found()
      try #require(found.isEmpty, "seed \(seed), step \(step): \(found.prefix(3))")
    }
    #expect(world.laws.reduce(0) { $0 + $1.steps } > 100)
    #expect(world.laws.reduce(0) { $0 + $1.crossings } > 5)
  }
}
