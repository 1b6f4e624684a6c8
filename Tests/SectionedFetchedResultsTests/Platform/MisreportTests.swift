#if !canImport(Darwin)
  import CoreData
  import Foundation
  import SectionedFetchedResults
  import SectionedTesting
  import Testing

  /// Apple's fetched results controllers cannot be run here. These lists have inner controllers that report as badly as
  /// public reports say, and as the documentation allows. On Apple platforms they have Apple's own.
  @Suite("A list is right, however its inner controllers report")
  struct MisreportTests {
    /// Each way alone, and all of them at once. `MISREPORT_SEEDS` is the number of seeds of each.
    private static let kinds = Misreport.allCases.map { Set([$0]) } + [Set(Misreport.allCases)]

    @Test(
      .enabled(if: PublicInterface.isAllThereIs, "Our own controllers report otherwise."), arguments: kinds,
      TestSeeds.seeds(TestShare.count("MISREPORT_SEEDS", else: 12)))
    func everyEventLeavesWhatAFreshFetchGives(misreports: Set<Misreport>, seed: UInt64) throws {
      let library = try ArtistLibrary(seed: seed)
      library.context.performAndWait { MisreportingController.serve(library.context, misreports, seed: seed) }
      let run = RelatedObjectTests.Run(library, seed: seed)
      try run.make(events: 40)
    }
  }
#endif
