import CoreData
import Foundation
import SectionedFetchedResults
import SectionedTesting
import Testing

@Suite("Any events, in any order", .serialized)
struct StressTests {
  /// The number of events of a seed: `STRESS_EVENTS`, or else 200, or 50 under a sanitizer. The number of seeds is
  /// `STRESS_SEEDS`. The command `Stress` runs many more events in a release build.
  static let events =
    ProcessInfo.processInfo.environment["STRESS_EVENTS"].flatMap(Int.init) ?? (Sanitizer.isOn ? 50 : 200)

  /// The list has six albums and thirty tracks at first. A failing run is shrunk to the fewest events that still fail.
  @Test(arguments: TestSeeds.seeds(TestShare.count("STRESS_SEEDS", else: 12)))
  func onSmallLists(seed: UInt64) throws {
    try StressRun.find(in: StressRun.events(seed: seed, count: Self.events)) {
      try StressRun(seed: seed)
    }
  }

  #if !canImport(Darwin)
    /// The traits of a library depend on its seed. The twelve default seeds must cover all values of these traits.
    @Test func theseSeedsHaveAllThatThereIs() {
      let traits = (1...12).map { LibraryTraits(seed: $0) }
      #expect(Set(traits.filter(\.hasCodes).map(\.policy.rawValue)) == [0, 1, 2, 3, 4])
      #expect(Set(traits.map(\.parents)) == [0, 1, 2])
      #expect(Set(traits.filter(\.isOnMain).map { $0.parents > 0 }) == [true, false])
      for parents in [1, 2] {
        #expect(Set(traits.filter { $0.parents == parents }.map(\.savesAtOnce)) == [true, false])
      }
      #expect(Set(traits.filter { $0.parents > 0 }.map(\.mergesAutomatically)) == [true, false])
      #expect(Set(traits.filter(\.hasOtherCoordinator).map(\.hasCodes)) == [true, false])
      #expect(Set(traits.filter(\.hasOtherCoordinator).map { $0.parents > 0 }) == [true, false])
    }
  #endif

  /// Each call of the delegate asks for the places of all rows while the list changes, so that the work grows with the
  /// square of the number of rows.
  @Test func onAListOfSixHundredRows() throws {
    try StressRun.find(in: StressRun.events(seed: 2000, count: max(20, TestSeeds.rounds(Self.events * 2 / 5)))) {
      try StressRun(.sqlite, seed: 2000, albums: 60, tracks: 600)
    }
  }
}
