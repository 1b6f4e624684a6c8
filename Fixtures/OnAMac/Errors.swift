#if canImport(SwiftUI) && canImport(Observation)
  import CoreData
  import SectionedFetchedResults

  /// Prints and counts the errors that a controller reports.
  @MainActor
  final class Errors {
    private(set) var count = 0
  }

  extension Errors: @MainActor SectionedFetchedResultsControllerDelegate {
    func controller(_ controller: ZonesScreen.Controller, didFailWith error: any Error) {
      count += 1
      print("error \(count): \(error)")
    }
  }
#endif
