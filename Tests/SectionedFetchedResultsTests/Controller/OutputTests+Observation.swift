import CoreData
import Foundation
import Observation
import SectionedFetchedResults
import SectionedTesting
import Testing

/// A view reads an observed list, and is drawn again when it is notified. So it must be notified of every change of
/// what is shown, even if the delegate is not.
extension OutputTests {
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  private typealias Observed = ObservableSectionedResults<NSManagedObject, NSManagedObject>

  /// Unchecked: everything happens on the context's queue.
  private final class Reader: @unchecked Sendable {
    var timesReported = 0
    var whenReported: () -> Void = {}
  }

  /// Reads the list, as a view does, and then makes edits, after which the list must be `text`.
  ///
  /// - Parameter isReported: whether the reader must be notified.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  private func expect(
    _ observed: Observed, toShow text: String, reporting isReported: Bool = true,
    whenReported: @escaping () -> Void = {},
    sourceLocation: SourceLocation = #_sourceLocation, _ edits: () throws -> Void
  ) throws {
    let reader = Reader()
    reader.whenReported = whenReported
    withObservationTracking {
      _ = observed.sections.count
    } onChange: {
      reader.timesReported += 1
      reader.whenReported()
    }
    try edits()
    observed.controller.managedObjectContext.processPendingChanges()
    #expect(Self.text(observed) == text, sourceLocation: sourceLocation)
    #expect(MusicLibrary.text(observed.controller) == text, sourceLocation: sourceLocation)
    #expect(reader.timesReported == (isReported ? 1 : 0), sourceLocation: sourceLocation)
  }

  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  private static func text(_ observed: Observed) -> String {
    observed.sections.map { section in
      let items = section.items?.map { " " + MusicLibrary.name($0) }.joined() ?? " outdated"
      return "\(section.object.map(MusicLibrary.name) ?? "unmatched"):\(items)"
    }.joined(separator: " | ")
  }

  /// Runs a test with the observed list of a fixture that has fetched, on the context's queue.
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, *)
  private func observing(_ body: (LibraryFixture, Observed) throws -> Void) throws {
    let fixture = try LibraryFixture()
    try fixture.library.run { try body(fixture, ObservableSectionedResults(fixture.controller)) }
  }

  @Test func anObservedListNotifiesItsReaders() throws {
    guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, *) else { return }
    try observing { fixture, observed in
      try expect(observed, toShow: "A: a1 a2 | B: | C: c1 | D:") { fixture.library.album("D", 3) }
      try expect(observed, toShow: "A: x a2 | B: | C: c1 | D:") { fixture.tracks[0].setValue("x", forKey: "title") }
      try expect(observed, toShow: "A: x a2 | C: c1") { fixture.controller.showsEmptySections = false }
      fixture.controller.itemFetchRequest.predicate = NSPredicate(format: "title != 'a2'")
      try expect(observed, toShow: "A: x | C: c1") { try observed.performFetch() }
      #expect(observed.error == nil)
    }
  }

  /// The delegate is not notified of a move that the view already shows.
  @Test func anObservedListHasAUsersMove() throws {
    guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, *) else { return }
    try observing { fixture, observed in
      let (controller, albums, tracks) = (fixture.controller, fixture.albums, fixture.tracks)
      try expect(observed, toShow: "A: a2 | B: a1 | C: c1") {
        controller.performUserMove(from: IndexPath(indexes: [0, 0]), to: IndexPath(indexes: [1, 0])) {
          #expect(Self.text(observed) == "A: a2 | B: a1 | C: c1")
          tracks[0].setValue(albums[1], forKey: "album")
        }
      }
      try expect(observed, toShow: "B: a1 | C: c1 | A: a2") {
        controller.performUserMove(fromSection: 0, to: 2) { albums[0].setValue(9, forKey: "position") }
      }
    }
  }

  @Test func anObservedListHasWhatWasFetchedWithoutReporting() throws {
    guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, *) else { return }
    try observing { fixture, observed in
      fixture.controller.itemFetchRequest.predicate = NSPredicate(format: "title == 'a2'")
      try expect(observed, toShow: "A: a2 | B: | C:") { try fixture.controller.performFetch(reporting: false) }
      let first = fixture.library.controller()
      let unfetched = ObservableSectionedResults(first)
      try expect(unfetched, toShow: "A: a1 a2 | B: | C: c1") { try first.performFetch() }
    }
  }

  /// A view may store data by ID.
  @Test func readersOfAnObservedListAreNotifiedOfNewIDs() throws {
    guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, *) else { return }
    try observing { fixture, observed in
      let (library, context) = (fixture.library, fixture.library.context)
      let track = library.track("b1", 0, in: fixture.albums[1])
      context.processPendingChanges()
      #expect(observed.sections[1].items?.first?.objectID.isTemporaryID == true)
      try expect(observed, toShow: "A: a1 a2 | B: b1 | C: c1") { try context.save() }
      #expect(!track.objectID.isTemporaryID)
      #expect(observed.sections[1].items?.first?.objectID == track.objectID)
    }
  }

  /// Apple's contexts report this only with their next notification.
  @Test(.ourInnerControllers) func readersOfAnObservedListAreNotifiedOfNewIDsAtOnce() throws {
    guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, *) else { return }
    try observing { fixture, observed in
      let (library, context) = (fixture.library, fixture.library.context)
      let album = library.album("D", 3)
      context.processPendingChanges()
      #expect(observed.sections[3].object?.objectID.isTemporaryID == true)
      try expect(observed, toShow: "A: a1 a2 | B: | C: c1 | D:") { try context.obtainPermanentIDs(for: [album]) }
      #expect(observed.sections[3].object?.objectID.isTemporaryID == false)
    }
  }

  /// After a reset the view's sections are invalid, and the next fetch makes new ones.
  @Test func readersOfAnObservedListAreNotifiedOfAReset() throws {
    guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, *) else { return }
    try observing { fixture, observed in
      let (library, text) = (fixture.library, "A: a1 a2 | B: | C: c1")
      let before = observed.sections[0].object
      try expect(observed, toShow: text) { library.context.reset() }
      #expect(observed.sections[0].object !== before)
      try expect(observed, toShow: text) { try observed.performFetch() }
    }
  }

  /// Two controllers of a context. The second one is notified of the reset after the first one.
  @Test func aReaderOfAResetFindsTheSectionsOfAnother() throws {
    guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, *) else { return }
    try observing { fixture, observed in
      let (library, text) = (fixture.library, "A: a1 a2 | B: | C: c1")
      let other = library.controller()
      try other.performFetch()
      var found: [Int?] = []
      try expect(observed, toShow: text) {
        found = other.allSections.indices.map { index in other.section(at: index).flatMap(other.index(ofSection:)) }
      } _: {
        library.context.reset()
      }
      #expect(found == [0, 1, 2])
    }
  }

  @Test func whatIsNotShownIsReportedToNoReader() throws {
    guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, *) else { return }
    try observing { fixture, observed in
      let (library, text) = (fixture.library, "A: a1 a2 | B: | C: c1")
      try expect(observed, toShow: text, reporting: false) { library.insert("Artist", ["name": "X"]) }
      try expect(observed, toShow: text, reporting: false) { library.track("u1", 0, in: nil) }
      try expect(observed, toShow: text, reporting: false) { try library.context.save() }
      try expect(observed, toShow: text, reporting: false) { try observed.performFetch() }
    }
  }

  /// Two observed lists of one controller. The second one has replaced the first one as the delegate.
  @Test func anObservedListIsCurrentWhoeverIsTheDelegate() throws {
    guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, *) else { return }
    let fixture = try LibraryFixture()
    try fixture.library.run {
      let (first, second) = (
        ObservableSectionedResults(fixture.controller), ObservableSectionedResults(fixture.controller)
      )
      try expect(first, toShow: "A: a1 a2 | B: | C: c1 | D:") { fixture.library.album("D", 3) }
      fixture.controller.delegate = fixture.recorder
      try expect(first, toShow: "A: a1 a2 | B: | C: c1 | D: | E:") { fixture.library.album("E", 4) }
      #expect(Self.text(second) == Self.text(first))
    }
  }

  /// A request that a reader makes while it is notified is performed next, as in a delegate's method.
  @Test func whatAReaderDoesWhenItIsNotifiedComesNext() throws {
    guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, *) else { return }
    try observing { fixture, observed in
      let (controller, recorder) = (fixture.controller, fixture.recorder)
      controller.delegate = recorder
      let law = OutputLaw(of: controller, recorder)
      func fetch(_ format: String) -> () -> Void {
        {
          controller.itemFetchRequest.predicate = NSPredicate(format: format)
          #expect(throws: Never.self) { try controller.performFetch() }
        }
      }
      law.expectJump()
      try expect(observed, toShow: "A: | B: a1 | C: c1", whenReported: fetch("title != 'a2'")) {
        controller.performUserMove(from: IndexPath(indexes: [0, 0]), to: IndexPath(indexes: [1, 0])) {
          fixture.tracks[0].setValue(fixture.albums[1], forKey: "album")
        }
      }
      law.check()
      try expect(observed, toShow: "A: | B: | C: cc", whenReported: fetch("title == 'cc'")) {
        fixture.tracks[2].setValue("cc", forKey: "title")
      }
      law.check()
      #expect(law.wrong == [])
      try expectCurrent(controller)
    }
  }
}
