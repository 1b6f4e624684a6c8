import CoreData
import Foundation
import SectionedFetchedResults
import SectionedTesting
import Testing

/// A snapshot is made when it is first read, which may be in the middle of a batch. The running batch must not be
/// applied to it again, neither then nor when a save changes IDs in it.
@Suite("A snapshot that is first read in a callback")
struct FirstSnapshotTests {
  private let fixture: LibraryFixture
  private var context: NSManagedObjectContext { fixture.library.context }

  init() throws {
    fixture = try LibraryFixture()
    fixture.library.run {
      for (position, title) in ["b1", "b2"].enumerated() {
        fixture.library.track(title, position, in: fixture.albums[1])
      }
      context.processPendingChanges()
    }
  }

  /// Causes every kind of callback: a section is inserted and another one renamed; items are inserted, deleted, moved
  /// and changed.
  private func edit() {
    let album = fixture.library.album("D", -1)
    fixture.library.track("d1", 0, in: album)
    fixture.library.track("a0", -1, in: fixture.albums[0])
    fixture.albums[1].setValue("BB", forKey: "title")
    fixture.tracks[0].setValue(fixture.albums[2], forKey: "album")
    fixture.tracks[1].setValue("x", forKey: "title")
    context.delete(fixture.tracks[2])
  }

  @Test(
    "is the list then, and stays it over a save, an edit and a fetch",
    arguments: ["will", "section", "item", "did", "changes"], [true, false])
  func firstReadInACallback(call: String, savesFirst: Bool) throws {
    var read: MusicLibrary.Controller.Snapshot?
    var shown: ReferenceList?
    fixture.recorder.watchers.append { line, controller in
      guard read == nil, line.hasPrefix(call) else { return }
      read = controller.snapshot
      shown = ReferenceList(shownBy: controller)
    }
    _ = try fixture.record { edit() }
    #expect(try ReferenceList(#require(read)) == shown)
    fixture.library.run { expectOneVersion(fixture.controller) }
    let steps: [() throws -> Void] = [
      { try context.save() },
      { fixture.library.track("c9", 9, in: fixture.albums[2]) },
      { try fixture.controller.performFetch() },
    ]
    for step in savesFirst ? steps : [steps[1], steps[0], steps[2]] {
      _ = try fixture.record { try step() }
      fixture.library.run { expectOneVersion(fixture.controller) }
    }
    #expect(fixture.text == "D: d1 | A: a0 x | BB: b1 b2 | C: a1 c9")
  }
}
