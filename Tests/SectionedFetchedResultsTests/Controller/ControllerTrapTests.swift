import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting
import TestTraits
import Testing

#if os(macOS) || os(Linux)
  /// Written against an access that does not check its queue, and a bound that is off by one. Each case runs in a process
  /// of its own.
  @Suite("A programmer's mistake stops the program, whichever access makes it")
  struct ControllerTrapTests {
    private static let reads: [@Sendable (LibraryFixture) throws -> Void] = [
      { _ = $0.controller.allSections },
      { _ = $0.controller.nonEmptySections },
      { _ = $0.controller.sections },
      { _ = $0.controller.fetchedObjects },
      { _ = $0.controller.sectionIndexTitles },
      { _ = $0.controller.items },
      { _ = $0.controller.snapshot },
      { _ = $0.controller.updates },
      { _ = $0.controller.outline },
      { _ = $0.controller.object(at: IndexPath(indexes: [0, 0])) },
      { _ = $0.controller.indexPath(forObject: $0.tracks[0]) },
      { _ = $0.controller.indexPath(forObjectID: $0.tracks[0].objectID) },
      { _ = $0.controller.section(at: 0) },
      { _ = $0.controller.index(ofSection: $0.albums[0]) },
      { _ = $0.controller.index(forSectionObjectID: $0.albums[0].objectID) },
      { $0.controller.itemLimit = .first(1) },
      { $0.controller.setAllFolded(true) },
      { try $0.controller.performFetch(reporting: true) },
      { ControllerTrapTests.readObserved($0) },
      // Before the first fetch, these two read no list.
      { _ = $0.library.controller().sections },
      { _ = $0.library.controller().fetchedObjects },
    ]

    @Sendable private static func readObserved(_ fixture: LibraryFixture) {
      guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *) else { return }
      let list = fixture.library.run { ObservableSectionedResults(fixture.controller) }
      _ = list.sections
    }

    @Test("on another queue", .startsProcesses, .ourInnerControllers, arguments: reads.indices)
    func queue(number: Int) async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        [number = number as Int] in
        setenv("CORE_DATA_CONCURRENCY_DEBUG", "1", 1)
        try ControllerTrapTests.reads[number](LibraryFixture())
      }
      let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(text.contains("was used on a queue that is not its own: use it inside its perform(_:)"), "read \(number)")
    }

    /// The list is `A: a1 a2 | B: | C: c1`.
    private static let places: [(message: String, read: @Sendable (LibraryFixture) throws -> Void)] = [
      (
        "There is no item [0, 2]: section 0 has 2 items.",
        { _ = $0.controller.object(at: IndexPath(indexes: [0, 2])) }
      ),
      (
        "There is no item [1, 0]: section 1 has 0 items.",
        { _ = $0.controller.object(at: IndexPath(indexes: [1, 0])) }
      ),
      (
        "There is no item [3, 0]: the list has 3 sections.",
        { _ = $0.controller.object(at: IndexPath(indexes: [3, 0])) }
      ),
      ("There is no item 3: the list has 3.", { _ = $0.controller.items[3] }),
      ("There is no item -1: the list has 3.", { _ = $0.controller.items[-1] }),
      ("There is no section 3: the list has 3.", { _ = $0.controller.allSections[3] }),
      ("There is no section -1: the list has 3.", { _ = $0.controller.allSections[-1] }),
      ("There is no section 3: the list has 3.", { _ = $0.controller.section(at: 3) }),
      ("There is no section 3: the list has 3.", { $0.controller.setItemLimit(.first(1), ofSectionAt: 3) }),
      (
        "An item cannot be moved to [0, 2]: section 0 has room for indices up to 1.",
        { $0.controller.performUserMove(from: IndexPath(indexes: [0, 0]), to: IndexPath(indexes: [0, 2])) {} }
      ),
      (
        "An item cannot be moved to [1, 1]: section 1 has room for indices up to 0.",
        { $0.controller.performUserMove(from: IndexPath(indexes: [0, 0]), to: IndexPath(indexes: [1, 1])) {} }
      ),
    ]

    @Test("just outside the list", .startsProcesses, arguments: places.indices)
    func place(number: Int) async throws {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        [number = number as Int] in
        let fixture = try LibraryFixture()
        try fixture.library.run { try ControllerTrapTests.places[number].read(fixture) }
      }
      let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
      #expect(text.contains(Self.places[number].message), "\(text)")
    }
  }
#endif
