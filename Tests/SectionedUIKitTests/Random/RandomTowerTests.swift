import SectionedTesting
import Testing
import UIKit

@Suite("Bindings of towers of sources are never refused, and show what the sources have", .serialized)
@MainActor
struct RandomTowerTests {
  private func play(_ seed: UInt64, _ kind: RandomWorld.Kind, isFetched: Bool = false, steps: Int = 100) async throws {
    let world = try RandomWorld(seed: seed, depth: 5, on: kind, isFetched: isFetched)
    let refusals = await Refusals.recorded { await world.play(steps) }
    ViewRuns.count(world.updates, "\(kind)\(isFetched ? ", fetched" : "")")
    #expect(refusals == [], "seed \(seed), \(world.names)")
    #expect(world.faults == [], "seed \(seed), \(world.names)")
    #expect(world.updates > 3)
  }

  @Test("tables, one for each storey", arguments: ViewRuns.seeds(6))
  func tables(seed: UInt64) async throws { try await play(seed, .table) }

  @Test("collections, one for each storey", arguments: ViewRuns.seeds(6))
  func collections(seed: UInt64) async throws { try await play(seed, .collection) }

  @Test("tables of what is built on fetched objects", arguments: ViewRuns.seeds(3))
  func fetchedTables(seed: UInt64) async throws { try await play(seed, .table, isFetched: true) }

  @Test("collections of what is built on fetched objects", arguments: ViewRuns.seeds(3))
  func fetchedCollections(seed: UInt64) async throws { try await play(seed, .collection, isFetched: true) }

  @Test("diffable data sources of tables", arguments: ViewRuns.seeds(2))
  func diffableTables(seed: UInt64) async throws { try await play(seed, .diffableTable) }

  @Test("diffable data sources of collections", arguments: ViewRuns.seeds(2))
  func diffableCollections(seed: UInt64) async throws { try await play(seed, .diffableCollection) }

  @Test("diffable data sources of what is built on fetched objects", arguments: ViewRuns.seeds(2))
  func fetchedDiffable(seed: UInt64) async throws {
    try await play(seed, seed % 2 == 0 ? .diffableTable : .diffableCollection, isFetched: true)
  }

  @Test("pickers", arguments: ViewRuns.seeds(2))
  func pickers(seed: UInt64) async throws { try await play(seed, .picker) }

  @Test("pickers of what is built on fetched objects", arguments: ViewRuns.seeds(2))
  func fetchedPickers(seed: UInt64) async throws { try await play(seed, .picker, isFetched: true) }
}
