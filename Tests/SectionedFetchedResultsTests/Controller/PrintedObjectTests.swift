import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting
import Testing

/// The list `A: a1 a2 | B: | C: c1` is printed as `Album p1: [Track p1, Track p2]` and so on.
@Suite("The controller's reports print objects by entity and key")
struct PrintedObjectTests {
  private static func name(_ object: NSManagedObject) -> String {
    "\(object.entity.name ?? "") \(object.objectID.uriRepresentation().lastPathComponent)"
  }

  /// The names of the albums and of the tracks.
  private static func names(_ fixture: LibraryFixture) -> (albums: [String], tracks: [String]) {
    fixture.library.run { (fixture.albums.map(Self.name), fixture.tracks.map(Self.name)) }
  }

  @Test("Change sets, snapshots, plans and updates") func outputs() throws {
    let fixture = try LibraryFixture()
    let (albums, tracks) = Self.names(fixture)
    #expect(albums.allSatisfy { $0.wholeMatch(of: /Album p\d+/) != nil })
    try fixture.library.run {
      let updates = fixture.controller.updates
      let first = try #require(updates.takeWaiting())
      #expect("\(first)" == "version \(first.version): 3 sections, 3 items")
      fixture.library.context.delete(fixture.albums[1])
      fixture.library.context.delete(fixture.tracks[2])
      fixture.library.context.processPendingChanges()
      let changes = try #require(fixture.recorder.changes.last)
      #expect("\(changes.sections.deleted)" == "[1 (\(albums[1]))]")
      #expect("\(changes.items.deleted)" == "[[2, 0] (\(tracks[2]))]")
      #expect("\(changes)".hasPrefix("sections: deleted 1 (\(albums[1]))"))
      let update = try #require(updates.takeWaiting())
      #expect("\(update)" == "version \(update.version): \(changes)")
      // Revisions are numbers after a dot.
      let list = "\(update.snapshot)".replacing(/·\d+/, with: "")
      #expect(list == "[\(albums[0]): [\(tracks[0]), \(tracks[1])], \(albums[2]): []]")
      let plan = try UpdatePlan(changes, new: update.snapshot.outline)
      #expect("\(plan)".contains(" → [\(albums[0]): 2, \(albums[2]): 0]"))
      #expect(!"\(changes)\(plan)\(update)".contains("x-coredata"))
    }
  }

  @Test("An object that is not saved has a short number, and an unmatched section none") func unsaved() throws {
    let fixture = try LibraryFixture { $0.unmatchedItems = .shownLast }
    try fixture.library.run {
      let track = fixture.library.track("x", 0, in: nil)
      fixture.library.context.processPendingChanges()
      try #require(track.objectID.isTemporaryID)
      let changes = try #require(fixture.recorder.changes.last)
      #expect("\(changes)".wholeMatch(of: /sections: inserted 3 \(nil\); brought: \[3, 0\] \(Track t\d+\)/) != nil)
    }
  }

  @Test("Sections and errors") func sections() throws {
    let fixture = try LibraryFixture()
    let (albums, _) = Self.names(fixture)
    fixture.library.run {
      #expect("\(fixture.controller.allSections[0])" == "<section 0 “A”: 2 items, \(albums[0])>")
      let ids = fixture.albums.map { $0.objectID }
      let error = SectionedFetchedResultsError.duplicateKey(key: "A", sections: ids)
      #expect("\(error)".hasPrefix("3 sections have the key “A”: \(albums.joined(separator: ", "))."))
    }
  }

  @Test("Errors of a list") func checks() throws {
    let fixture = try LibraryFixture()
    let (albums, tracks) = Self.names(fixture)
    try fixture.library.run {
      let list = fixture.controller.snapshot
      let twice = SectionedSnapshot(sections: Array(list.sections) + [list.sections[0]])
      let error = try #require(throws: SectionedChangeError.self) { try SectionedChangeSet(from: list, to: twice) }
      #expect([albums[0], tracks[0]].contains { error.description.contains("identifier \($0)") })
      #expect(!error.description.contains("x-coredata"))
    }
  }
}
