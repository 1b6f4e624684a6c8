import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting
import Testing

@Suite("A user's move is not reported back")
struct UserMoveTests {
  private func path(_ section: Int, _ item: Int) -> IndexPath { IndexPath(indexes: [section, item]) }

  @Test("19: the echo of a drag fights the view")
  func theEchoIsSwallowed() throws {
    let fixture = try LibraryFixture()
    let recorded = try fixture.record {
      fixture.controller.performUserMove(from: path(0, 0), to: path(1, 0)) {
        fixture.tracks[0].setValue(fixture.albums[1], forKey: "album")
      }
    }
    #expect(recorded.isEmpty)
    #expect(fixture.text == "A: a2 | B: a1 | C: c1")
  }

  @Test func theUsersOrderIsShownAtOnce() throws {
    let fixture = try LibraryFixture()
    try fixture.library.run {
      fixture.controller.performUserMove(from: path(0, 1), to: path(0, 0)) {
        #expect(MusicLibrary.text(fixture.controller) == "A: a2 a1 | B: | C: c1")
        fixture.tracks[1].setValue(-1, forKey: "position")
      }
      try expectCurrent(fixture.controller)
      #expect(fixture.recorder.take().isEmpty)
    }
  }

  @Test func whatElseChangesIsReported() throws {
    let fixture = try LibraryFixture()
    let recorded = try fixture.record {
      fixture.controller.performUserMove(from: path(0, 0), to: path(1, 0)) {
        fixture.tracks[0].setValue(fixture.albums[1], forKey: "album")
        fixture.tracks[1].setValue(0, forKey: "position")
      }
    }
    #expect(recorded == ["will", "item update [0, 0] a2", "did"])
  }

  @Test func editsThatLeadElsewhereAreReportedFromWhereTheUserPutIt() throws {
    let fixture = try LibraryFixture()
    let recorded = try fixture.record {
      fixture.controller.performUserMove(from: path(0, 0), to: path(1, 0)) {
        fixture.tracks[0].setValue(fixture.albums[2], forKey: "album")
      }
    }
    #expect(recorded == ["will", "item move [1, 0]→[2, 0] a1", "did"])
  }

  /// While the context delivers an event, it does not process the edits. If the list showed the move at once, it would
  /// have to take it back and report it again.
  @Test(.ourInnerControllers) func whileTheContextDeliversAnEventItIsReportedAsAnyChange() throws {
    let fixture = try LibraryFixture()
    let context = fixture.library.context
    // Used only on the context's queue.
    nonisolated(unsafe) let (controller, tracks, albums) = (fixture.controller, fixture.tracks, fixture.albums)
    nonisolated(unsafe) var isDone = false
    let token = NotificationCenter.default.addObserver(
      forName: NSManagedObjectContext.didChangeObjectsNotification, object: context, queue: nil
    ) { _ in
      if isDone { return }
      isDone = true
      controller.performUserMove(from: IndexPath(indexes: [0, 0]), to: IndexPath(indexes: [1, 0])) {
        tracks[0].setValue(albums[1], forKey: "album")
      }
    }
    defer { NotificationCenter.default.removeObserver(token) }
    let recorded = try fixture.record { tracks[2].setValue("c!", forKey: "title") }
    #expect(recorded == ["will", "item update [2, 0] c!", "did", "will", "item move [0, 0]→[1, 0] a1", "did"])
  }

  struct Refused: Error {}

  /// The edits cause two events and set a new key, and then they throw. The delegate rolls all of it back. The list
  /// must not keep the new key, which was never reported.
  @Test(.ourInnerControllers) func editsThatThrowAreTakenBackInACallback() throws {
    let fixture = try LibraryFixture()
    let (library, context) = (fixture.library, fixture.library.context)
    defer { fixture.recorder.during = nil }
    fixture.recorder.during = { line, _ in
      guard line == "did" else { return }
      fixture.recorder.during = nil
      context.rollback()
    }
    let recorded = try fixture.record {
      #expect(throws: Refused.self) {
        try fixture.controller.performUserMove(from: path(0, 0), to: path(0, 0)) {
          for title in ["a3", "a4"] {
            library.track(title, 9, in: fixture.albums[0])
            context.processPendingChanges()
          }
          fixture.albums[0].setValue("another", forKey: "identifier")
          throw Refused()
        }
      }
    }
    let reported = ["item insert [0, 2] a3", "item insert [0, 3] a4"]
    let takenBack = ["item delete [0, 3] a4", "item delete [0, 2] a3"]
    #expect(
      recorded == ["will", "section update 0 A"] + reported + ["did", "will", "section update 0 A"] + takenBack + [
        "did"
      ])
    #expect(fixture.text == "A: a1 a2 | B: | C: c1")
  }

  @Test func editsThatThrowBringItBack() throws {
    let fixture = try LibraryFixture()
    let recorded = try fixture.record {
      #expect(throws: Refused.self) {
        try fixture.controller.performUserMove(from: path(0, 0), to: path(1, 0)) { throw Refused() }
      }
    }
    #expect(recorded == ["will", "item move [1, 0]→[0, 0] a1", "did"])
  }

  /// A program that numbers all rows anew after a drag also changes the row that stood at the target. That row must be
  /// reported at its new index path, wherever the moved item came from.
  @Test(arguments: [0, 1, 2, 3], [0, 1, 2, 3])
  func numberingAllAnewReportsAllOtherItems(from: Int, to: Int) throws {
    let fixture = try LibraryFixture()
    try fixture.library.run {
      for (number, title) in ["a3", "a4"].enumerated() {
        fixture.library.track(title, 2 + number, in: fixture.albums[0])
      }
      try fixture.library.context.save()
    }
    var names = ["a1", "a2", "a3", "a4"]
    let moved = names.remove(at: from)
    names.insert(moved, at: to)
    let recorded = try fixture.record {
      let items = fixture.controller.allSections[0].items ?? []
      fixture.controller.performUserMove(from: path(0, from), to: path(0, to)) {
        for (number, name) in names.enumerated() {
          items.first { MusicLibrary.name($0) == name }?.setValue(10 + number, forKey: "position")
        }
      }
    }
    let others = names.enumerated().filter { $0.element != moved }
      .map { "item update [0, \($0.offset)] \($0.element)" }
    #expect(recorded == ["will"] + others + ["did"])
    #expect(fixture.text == "A: \(names.joined(separator: " ")) | B: | C: c1")
  }

  /// An item moves to each possible place in another section, whose rows are all numbered anew.
  @Test(arguments: [0, 1, 2]) func numberingAnotherSectionAnewReportsItsRows(to: Int) throws {
    let fixture = try LibraryFixture()
    var tracks = [fixture.tracks[0], fixture.tracks[1]]
    tracks.insert(fixture.tracks[2], at: to)
    let recorded = try fixture.record {
      fixture.controller.performUserMove(from: path(2, 0), to: path(0, to)) {
        fixture.tracks[2].setValue(fixture.albums[0], forKey: "album")
        for (number, track) in tracks.enumerated() { track.setValue(10 + number, forKey: "position") }
      }
    }
    let others = tracks.indices.filter { $0 != to }
      .map { index in "item update [0, \(index)] \(fixture.library.run { MusicLibrary.name(tracks[index]) })" }
    #expect(recorded == ["will"] + others + ["did"])
  }

  @Test(arguments: [0, 1, 2], [0, 1, 2]) func numberingSectionsAnewReportsAllOtherSections(from: Int, to: Int) throws {
    let fixture = try LibraryFixture()
    var albums = fixture.albums
    let moved = albums.remove(at: from)
    albums.insert(moved, at: to)
    let recorded = try fixture.record {
      fixture.controller.performUserMove(fromSection: from, to: to) {
        for (number, album) in albums.enumerated() { album.setValue(10 + number, forKey: "position") }
      }
    }
    let others = try fixture.library.run {
      try fixture.albums.filter { $0 !== moved }.map { album in
        let index = try #require(albums.firstIndex(of: album))
        return "section update \(index) \(MusicLibrary.name(album))"
      }
    }
    #expect(recorded.sorted() == (["will"] + others + ["did"]).sorted())
  }

  /// While the edits run, the section that the item leaves shows one item fewer. The controller knows only after the
  /// edits which item takes the free place.
  @Test func aSectionWithALimitShowsOneLessUntilTheEditsAreMade() throws {
    let fixture = try LibraryFixture { $0.itemLimit = .first(2) }
    _ = try fixture.record { fixture.library.track("a3", 2, in: fixture.albums[0]) }
    #expect(fixture.text == "A: a1 a2 | B: | C: c1")
    let recorded = try fixture.record {
      fixture.controller.performUserMove(from: path(0, 0), to: path(1, 0)) {
        #expect(MusicLibrary.text(fixture.controller) == "A: a2 | B: a1 | C: c1")
        fixture.tracks[0].setValue(fixture.albums[1], forKey: "album")
      }
    }
    #expect(recorded == ["will", "item insert [0, 1] a3", "did"])
    #expect(fixture.text == "A: a2 a3 | B: a1 | C: c1")
  }

  @Test func sectionsTheSame() throws {
    let fixture = try LibraryFixture()
    let recorded = try fixture.record {
      fixture.controller.performUserMove(fromSection: 2, to: 0) {
        #expect(fixture.controller.allSections.map(\.name) == ["C", "A", "B"])
        fixture.albums[2].setValue(-1, forKey: "position")
      }
    }
    #expect(recorded.isEmpty)
    let back = try fixture.record {
      #expect(throws: Refused.self) {
        try fixture.controller.performUserMove(fromSection: 0, to: 1) { throw Refused() }
      }
    }
    #expect(back == ["will", "section move 1→0 C", "did"])
  }

  /// The edits give two sections the same key. The controller must report that error with the move.
  @Test func aSharedKeyThatTheEditsMakeIsReported() throws {
    let fixture = try LibraryFixture()
    fixture.library.run {
      fixture.controller.performUserMove(from: [0, 0], to: [0, 1]) {
        fixture.tracks[0].setValue(5, forKey: "position")
        fixture.albums[1].setValue("C", forKey: "identifier")
      }
      #expect(
        fixture.recorder.errors.contains {
          if case SectionedFetchedResultsError.duplicateKey = $0 { true } else { false }
        })
    }
  }
}
