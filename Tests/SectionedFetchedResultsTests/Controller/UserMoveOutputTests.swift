import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting
import Testing

/// A user's move is not reported to the delegate. A snapshot that was read before, and a sequence of updates, must
/// learn of it in another way.
@Suite("After a user's move all outputs are one list")
struct UserMoveOutputTests {
  /// The kinds of moves: the moved object, and what the edits do.
  enum Drag: CaseIterable {
    case within, across, intoEmpty, section, sectionBack
    case itemThrows, sectionThrows, itemElsewhere, sectionElsewhere, itemNothing, itemAndOthers, itemDeleted
  }

  struct Refused: Error {}

  private func path(_ section: Int, _ item: Int) -> IndexPath { IndexPath(indexes: [section, item]) }

  private func drag(_ drag: Drag, _ fixture: LibraryFixture) throws {
    let (controller, albums, tracks) = (fixture.controller, fixture.albums, fixture.tracks)
    switch drag {
    case .within:
      controller.performUserMove(from: path(0, 0), to: path(0, 1)) { tracks[0].setValue(9, forKey: "position") }
    case .across:
      controller.performUserMove(from: path(0, 0), to: path(2, 0)) {
        tracks[0].setValue(albums[2], forKey: "album")
        tracks[0].setValue(-1, forKey: "position")
      }
    case .intoEmpty:
      controller.performUserMove(from: path(0, 0), to: path(1, 0)) { tracks[0].setValue(albums[1], forKey: "album") }
    case .section:
      controller.performUserMove(fromSection: 0, to: 2) { albums[0].setValue(9, forKey: "position") }
    case .sectionBack:
      controller.performUserMove(fromSection: 2, to: 0) { albums[2].setValue(-9, forKey: "position") }
    case .itemThrows:
      try controller.performUserMove(from: path(0, 0), to: path(1, 0)) {
        fixture.library.track("c0", -1, in: albums[2])
        throw Refused()
      }
    case .sectionThrows:
      try controller.performUserMove(fromSection: 0, to: 2) {
        albums[1].setValue(-9, forKey: "position")
        throw Refused()
      }
    case .itemElsewhere:
      controller.performUserMove(from: path(0, 0), to: path(1, 0)) { tracks[0].setValue(albums[2], forKey: "album") }
    case .sectionElsewhere:
      controller.performUserMove(fromSection: 0, to: 2) {
        albums[0].setValue(3, forKey: "position")
        albums[2].setValue(5, forKey: "position")
      }
    case .itemNothing: controller.performUserMove(from: path(0, 0), to: path(1, 0)) {}
    case .itemAndOthers:
      controller.performUserMove(from: path(0, 0), to: path(1, 0)) {
        tracks[0].setValue(albums[1], forKey: "album")
        tracks[1].setValue(albums[2], forKey: "album")
        fixture.library.track("d1", 0, in: fixture.library.album("D", -1))
      }
    case .itemDeleted:
      controller.performUserMove(from: path(0, 0), to: path(1, 0)) { fixture.library.context.delete(tracks[0]) }
    }
  }

  @Test(
    "snapshot, sections and updates, at once, after a fetch, a save and another drag", arguments: Drag.allCases,
    [true, false])
  func allOutputsAgree(_ drag: Drag, readBefore: Bool) throws {
    let fixture = try LibraryFixture()
    let (library, controller, recorder) = (fixture.library, fixture.controller, fixture.recorder)
    // The law follows the updates, and therefore reads the snapshot at once. Without the law, the test reads no
    // snapshot before the move.
    let law = readBefore ? library.run { OutputLaw(of: controller, recorder) } : nil
    func check(_ sourceLocation: SourceLocation = #_sourceLocation) throws {
      try library.run {
        law?.check()
        expectOneVersion(controller, sourceLocation: sourceLocation)
        try expectCurrent(controller, sourceLocation: sourceLocation)
      }
    }
    law?.expectJump()
    try library.run {
      do { try self.drag(drag, fixture) } catch is Refused {}
    }
    try check()
    try library.run { try controller.performFetch() }
    try check()
    _ = try fixture.record { fixture.tracks[2].setValue("x", forKey: "title") }
    try check()
    try library.run { try library.context.save() }
    try check()
    law?.expectJump()
    try library.run {
      let first = try #require(controller.allSections.firstIndex { $0.numberOfObjects > 0 })
      let to = (first + 1) % controller.allSections.count
      let (item, album) = (controller.object(at: path(first, 0)), controller.section(at: to))
      controller.performUserMove(from: path(first, 0), to: path(to, 0)) {
        item.setValue(album, forKey: "album")
        item.setValue(-5, forKey: "position")
      }
    }
    try check()
    #expect(law?.wrong ?? [] == [])
    #expect(recorder.errors.isEmpty)
  }

  @Test(
    "the sequence of updates leads through the moves", arguments: [Drag.across, .section, .itemElsewhere, .itemThrows])
  func updatesLeadOn(_ drag: Drag) async throws {
    let fixture = try LibraryFixture()
    let updates = try await FollowedUpdates(fixture)
    try fixture.library.run {
      do { try self.drag(drag, fixture) } catch is Refused {}
      fixture.tracks[2].setValue("x", forKey: "title")
      fixture.library.context.processPendingChanges()
    }
    let last = try await updates.next()
    fixture.library.run { #expect(last.snapshot == fixture.controller.snapshot) }
  }

  /// The delegate's view already shows the moved item, so that no change of it is reported to the delegate. The updates
  /// must still say that the item changed.
  @Test func whatElseTheEditsChangeOfTheMovedItemIsInTheUpdates() throws {
    let fixture = try LibraryFixture()
    let controller = fixture.controller
    let updates = fixture.library.run { controller.updates }
    _ = fixture.library.run { updates.takeWaiting() }
    let lines = try fixture.record {
      controller.performUserMove(from: [0, 0], to: [0, 1]) {
        fixture.tracks[0].setValue(5, forKey: "position")
        fixture.tracks[0].setValue("new", forKey: "title")
      }
    }
    #expect(lines == [])
    #expect(fixture.text == "A: a2 new | B: | C: c1")
    try fixture.library.run {
      let update = try #require(updates.takeWaiting())
      let changes = try #require(update.changes)
      #expect(changes.reconfiguredItems(in: update.snapshot) == [fixture.tracks[0].objectID])
      #expect(update.snapshot == controller.snapshot)
    }
  }
}
