#if !canImport(Darwin)
  import CoreData
  import Foundation
  import SectionedFetchedResults
  import SectionedTesting
  import Testing

  /// Apple's fetched results controllers cannot run here. Instead, the inner controllers of these lists report as badly
  /// as public reports describe and as the documentation allows. On Apple platforms, the lists have Apple's own.
  @Suite("A list is right, however its inner controllers report")
  struct MisreportTests {
    /// Each kind of misreport alone, and all of them together. `MISREPORT_SEEDS` is the number of seeds of each.
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
