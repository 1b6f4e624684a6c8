import Foundation
import SectionedFetchedResults
import SectionedTesting
import Testing

@Suite("Any events, in any order", .serialized)
struct StressTests {
  /// How many events a seed has. `STRESS_EVENTS` scales the runs; under a sanitizer they take a quarter. Many more are run
  /// in release: `sections stress`.
  static let events =
    ProcessInfo.processInfo.environment["STRESS_EVENTS"].flatMap(Int.init) ?? (Sanitizer.isOn ? 50 : 200)

  /// Six albums and thirty tracks at first; a failing run is shrunk to the fewest events that still fail.
  @Test(arguments: TestSeeds.seeds(12))
  func onSmallLists(seed: UInt64) throws {
    try StressRun.find(in: StressRun.events(seed: seed, count: Self.events)) {
      try StressRun(
        seed % 4 == 0 ? .sqlite : .memory, seed: seed, parents: StressRun.parents(seed: seed), albums: 6, tracks: 30)
    }
  }

  /// Each call of a delegate asks for the place of every row, in a list that is being changed: rows squared.
  @Test func onAListOfSixHundredRows() throws {
    try StressRun.find(in: StressRun.events(seed: 2000, count: Self.events * 2 / 5)) {
      try StressRun(.sqlite, seed: 2000, albums: 60, tracks: 600)
    }
  }
}
