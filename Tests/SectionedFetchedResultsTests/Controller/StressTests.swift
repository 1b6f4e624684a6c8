import Foundation
import SectionedFetchedResults
import SectionedTesting
import Testing

@Suite("Any events, in any order", .serialized)
struct StressTests {
  /// `STRESS_EVENTS` scales the runs; sanitizer runs take a tenth.
  static let events = ProcessInfo.processInfo.environment["STRESS_EVENTS"].flatMap(Int.init) ?? 500

  @Test(arguments: TestSeeds.seeds(20))
  func randomEventsOnASmallLibrary(seed: UInt64) throws {
    let run = { try StressRun(seed % 4 == 0 ? .sqlite : .memory, seed: seed, albums: 6, tracks: 30) }
    try StressRun.find(in: StressRun.events(seed: seed, count: Self.events), making: run)
  }
}
