import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting
import TestTraits
import Testing

#if DEBUG && (os(macOS) || os(Linux))
  @Suite("Changes that a delegate misses are in the log of debug builds, once")
  struct MissedChangesTests {
    /// A delegate that has Apple's methods with the types of our protocol. Its method for sections has only one index.
    private final class HalfChanged: SectionedFetchedResultsControllerDelegate {
      func controller(
        _ controller: MusicLibrary.Controller, didChange section: any NSFetchedResultsSectionInfo,
        atSectionIndex sectionIndex: Int, for type: NSFetchedResultsChangeType
      ) {}

      func controller(
        _ controller: MusicLibrary.Controller, didChange item: NSManagedObject, at indexPath: IndexPath?,
        for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
      ) {}
    }

    /// A delegate that takes items one by one, but sections from the whole change set.
    private final class WholeBatches: SectionedFetchedResultsControllerDelegate {
      func controller(
        _ controller: MusicLibrary.Controller, didChange item: NSManagedObject, at indexPath: IndexPath?,
        for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
      ) {}

      func controller(
        _ controller: MusicLibrary.Controller, didChangeContentWith changes: MusicLibrary.Controller.ChangeSet
      ) {}
    }

    private static func log(_ result: ExitTest.Result?) throws -> String {
      String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    }

    @Test("a method for items and none for sections", .startsProcesses)
    func sections() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        let fixture = try LibraryFixture()
        let (whole, half) = (WholeBatches(), HalfChanged())
        for delegate in [whole, half, half]
          as [any SectionedFetchedResultsControllerDelegate<NSManagedObject, NSManagedObject>]
        {
          fixture.library.run {
            fixture.controller.delegate = delegate
            // Changes of items alone are not missed.
            fixture.library.track("x", 5, in: fixture.albums[0])
            fixture.library.context.processPendingChanges()
            FileHandle.standardError.write(Data("items\n".utf8))
            fixture.library.album("D\(fixture.controller.allSections.count)", 9)
            fixture.library.context.processPendingChanges()
            fixture.library.track("y", 6, in: fixture.albums[0])
            fixture.library.context.processPendingChanges()
          }
        }
      }
      let lines = try Self.log(result).split(separator: "\n").map(String.init)
      #expect(
        lines.filter { $0 == "items" || $0.hasPrefix("SectionedFetchedResults") } == [
          "items", "items",
          "SectionedFetchedResults: HalfChanged takes changes of items but not of sections, and a section changed. The "
            + "method for sections is controller(_:didChange:atSectionIndex:for:newSectionIndex:), with a "
            + "SectionedFetchedResultsSectionInfo and two indices of the type Int?. Apple's, without newSectionIndex, "
            + "is never called.",
          "items",
        ])
    }

    @Test("a fetch that was forgotten; an event that a first fetch ends is part of it", .startsProcesses)
    func forgottenFetch() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        let library = try MusicLibrary()
        let recorder = MusicLibrary.recorder()
        let forgotten = library.controller()
        try library.run {
          let (fetched, fetchedNext) = (library.controller(), library.controller())
          for controller in [fetched, fetchedNext, forgotten] { controller.delegate = recorder }
          // A list without a delegate reports nothing anyway.
          let silent = library.controller()
          let album = library.album("A", 0)
          try fetched.performFetch()
          try fetchedNext.performFetch()
          for title in ["a1", "a2"] {
            library.track(title, 0, in: album)
            library.context.processPendingChanges()
          }
          withExtendedLifetime((fetched, fetchedNext, silent)) {}
        }
        library.run {}
        withExtendedLifetime(forgotten) {}
      }
      let text = try Self.log(result)
      #expect(
        text.contains(
          "SectionedFetchedResults: The list of Track has the delegate \(type(of: MusicLibrary.recorder())), and its "
            + "context changed, but no fetch has succeeded: a list follows nothing before performFetch(). Call it, and "
            + "look at the error that it throws."), "\(text)")
      #expect(text.components(separatedBy: "no fetch has succeeded").count == 2, "\(text)")
    }
  }
#endif
