import AppKit
import SectionedTesting
import Testing

@Suite("Bindings of towers of sources are never refused, and show what the sources have", .serialized)
@MainActor
struct RandomRowsTests {
  private func play(_ seed: UInt64, _ kind: RandomWorld.Kind, isFetched: Bool = false, steps: Int = 200) async throws {
    let world = try RandomWorld(seed: seed, depth: 3, on: kind, isFetched: isFetched)
    let refusals = await Refusals.recorded { await world.play(steps) }
    ViewRuns.count(world.updates, "AppKit \(kind)\(isFetched ? ", fetched" : "")")
    #expect(refusals == [], "seed \(seed), \(world.names)")
    #expect(world.faults == [], "seed \(seed), \(world.names)")
    #expect(world.updates > 3)
  }

  // A test has 50 seeds of 200 events each, which are 10,000 events.

  @Test("tables, one for each storey", arguments: ViewRuns.seeds(50))
  func tables(seed: UInt64) async throws { try await play(seed, .table) }

  @Test("outlines, one for each storey", arguments: ViewRuns.seeds(50))
  func outlines(seed: UInt64) async throws { try await play(seed, .outline) }

  @Test("collections, one for each storey", arguments: ViewRuns.seeds(50))
  func collections(seed: UInt64) async throws { try await play(seed, .collection) }

  @Test("diffable data sources of tables", arguments: ViewRuns.seeds(50))
  func diffableTables(seed: UInt64) async throws { try await play(seed, .diffableTable) }

  @Test("diffable data sources of collections", arguments: ViewRuns.seeds(50))
  func diffableCollections(seed: UInt64) async throws { try await play(seed, .diffableCollection) }

  @Test("tables of what is built on fetched objects", arguments: ViewRuns.seeds(6))
  func fetchedTables(seed: UInt64) async throws { try await play(seed, .table, isFetched: true, steps: 100) }

  @Test("outlines of what is built on fetched objects", arguments: ViewRuns.seeds(6))
  func fetchedOutlines(seed: UInt64) async throws { try await play(seed, .outline, isFetched: true, steps: 100) }
}
