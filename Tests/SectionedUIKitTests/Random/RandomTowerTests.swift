import SectionedTesting
import Testing
import UIKit

@Suite("Bindings of towers of sources are never refused, and show what the sources have", .serialized)
@MainActor
struct RandomTowerTests {
  private func play(_ seed: UInt64, isTable: Bool) async throws {
    let world = try RandomWorld(seed: seed, depth: 5, isTable: isTable)
    let refusals = await Refusals.recorded { await world.play(100) }
    ViewRuns.count(world.updates, isTable ? "table" : "collection")
    #expect(refusals == [], "seed \(seed), \(world.names)")
    #expect(world.faults == [], "seed \(seed), \(world.names)")
    #expect(world.updates > 50)
  }

  @Test("tables, one for each storey", arguments: ViewRuns.seeds(8))
  func tables(seed: UInt64) async throws { try await play(seed, isTable: true) }

  @Test("collections, one for each storey", arguments: ViewRuns.seeds(8))
  func collections(seed: UInt64) async throws { try await play(seed, isTable: false) }
}
