import CoreData
import Foundation
import SectionedChanges
import SectionedTesting
import Testing

@testable import SectionedFetchedResults

/// The albums A and B are not among the sections, so that their tracks are unmatched. So are tracks without an album.
/// By position, the tracks of these groups alternate. C is a section.
@Suite("Unmatched items are shown in the order of the item fetch")
struct UnmatchedOrderTests {
  private func fixture() throws -> LibraryFixture {
    let fixture = try LibraryFixture { controller in
      controller.unmatchedItems = .shownLast
      controller.sectionFetchRequest.predicate = NSPredicate(format: "identifier == 'C' OR identifier == 'D'")
    }
    return fixture
  }

  /// Gives the tracks of A the positions 0 and 2, and inserts tracks of B at 1 and 4 and one without an album at 3.
  ///
  /// - Returns: the inserted tracks.
  private func interleave(_ fixture: LibraryFixture) throws -> [NSManagedObject] {
    var made: [NSManagedObject] = []
    _ = try fixture.record {
      fixture.tracks[1].setValue(2, forKey: "position")
      made = [
        fixture.library.track("b1", 1, in: fixture.albums[1]), fixture.library.track("n", 3, in: nil),
        fixture.library.track("b4", 4, in: fixture.albums[1]),
      ]
    }
    return made
  }

  @Test func theItemFetchesOrderIsShown() throws {
    let fixture = try fixture()
    let made = try interleave(fixture)
    #expect(fixture.text == "C: c1 | unmatched: a1 b1 a2 n b4")
    try fixture.library.run {
      let last = fixture.controller.allSections[1]
      #expect(last.items?.map(MusicLibrary.name) == ["a1", "b1", "a2", "n", "b4"])
      #expect(fixture.controller.indexPath(forObject: made[1]).map(Array.init) == [1, 3])
      #expect(fixture.controller.object(at: IndexPath(indexes: [1, 2])) === fixture.tracks[1])
      // Another fetch, and setting the policy after the fetch, must lead to the same list.
      try fixture.controller.performFetch()
      fixture.controller.unmatchedItems = .hidden
      fixture.controller.unmatchedItems = .shownLast
      try fixture.library.context.save()
    }
    #expect(fixture.text == "C: c1 | unmatched: a1 b1 a2 n b4")
    let other = fixture.library.controller()
    other.unmatchedItems = .shownLast
    other.sectionFetchRequest = fixture.controller.sectionFetchRequest
    try fixture.library.run { try other.performFetch() }
    #expect(fixture.library.run { MusicLibrary.text(other) } == "C: c1 | unmatched: a1 b1 a2 n b4")
  }

  /// The items of a single group already have the order of the inner list, so that most lists need no third inner
  /// controller.
  @Test func theOrderIsFetchedForSeveralGroupsOnly() throws {
    let fixture = try LibraryFixture { $0.unmatchedItems = .shownLast }
    func fetchesOrder() -> Bool { fixture.library.run { fixture.controller.tracker.lists?.order != nil } }
    #expect(!fetchesOrder())
    _ = try fixture.record { fixture.library.track("n", -1, in: nil) }
    #expect(fixture.text == "A: a1 a2 | B: | C: c1 | unmatched: n")
    #expect(!fetchesOrder())
    // There are two groups: the items without a key, and the items of an album that is no longer a section.
    fixture.library.run { fixture.controller.sectionFetchRequest.predicate = NSPredicate(format: "identifier == 'C'") }
    try fixture.library.run { try fixture.controller.performFetch() }
    #expect(fixture.text == "C: c1 | unmatched: n a1 a2")
    #expect(fetchesOrder())
    fixture.library.run { fixture.controller.unmatchedItems = .hidden }
    #expect(!fetchesOrder())
  }

  @Test func changesAreReportedInThatOrder() throws {
    let fixture = try fixture()
    let made = try interleave(fixture)
    func record(_ edits: () throws -> Void) throws -> [String] {
      try fixture.record(edits).filter { $0 != "will" && $0 != "did" }
    }
    // The item a1 stays the first of its group, and the first of all unmatched items.
    #expect(try record { fixture.tracks[0].setValue(1, forKey: "position") } == ["item update [1, 0] a1"])
    #expect(try record { made[2].setValue(-1, forKey: "position") } == ["item move [1, 4]→[1, 0] b4"])
    #expect(fixture.text == "C: c1 | unmatched: b4 a1 b1 a2 n")
    #expect(try record { made[0].setValue(nil, forKey: "album") } == ["item update [1, 2] b1"])
    #expect(try record { fixture.library.context.delete(fixture.tracks[0]) } == ["item delete [1, 1] gone"])
    #expect(try record { fixture.library.track("a9", 9, in: fixture.albums[0]) } == ["item insert [1, 4] a9"])
    #expect(fixture.text == "C: c1 | unmatched: b4 b1 a2 n a9")
    // An album becomes a section, which takes its items out of the unmatched ones, and later gives them back.
    let calls = try record {
      fixture.albums[0].setValue("D", forKey: "identifier")
    }
    #expect(calls.contains { $0.hasPrefix("section insert") })
    #expect(fixture.text == "A: a2 a9 | C: c1 | unmatched: b4 b1 n")
    _ = try record { fixture.albums[0].setValue("A", forKey: "identifier") }
    #expect(fixture.text == "C: c1 | unmatched: b4 b1 a2 n a9")
    // A limit counts the unmatched items in the shown order.
    fixture.library.run { fixture.controller.itemLimit = .first(3) }
    #expect(fixture.text == "C: c1 | unmatched: b4 b1 a2")
    #expect(try record { made[2].setValue(7, forKey: "position") }.count == 2)
    #expect(fixture.text == "C: c1 | unmatched: b1 a2 n")
    fixture.library.run { fixture.controller.itemLimit = .all }
    #expect(fixture.text == "C: c1 | unmatched: b1 a2 n b4 a9")
  }

  /// The unmatched items are sorted by their album's title first. When a title changes, its group passes another group
  /// as a whole, although no item moves within the group.
  @Test func groupsPassEachOther() throws {
    let fixture = try LibraryFixture { controller in
      controller.unmatchedItems = .shownLast
      controller.sectionFetchRequest.predicate = NSPredicate(format: "identifier == 'C'")
      controller.itemFetchRequest.sortDescriptors = [
        NSSortDescriptor(key: "album.title", ascending: true), NSSortDescriptor(key: "position", ascending: true),
      ]
    }
    _ = try fixture.record { fixture.library.track("b1", 1, in: fixture.albums[1]) }
    #expect(fixture.text == "C: c1 | unmatched: a1 a2 b1")
    _ = try fixture.record { fixture.albums[0].setValue("Z", forKey: "title") }
    #expect(fixture.text == "C: c1 | unmatched: b1 a1 a2")
  }

  /// The user's move makes a second group, so that the controller needs the order of the item fetch for the first time.
  @Test func aUserMoveMayNeedTheOrderFirst() throws {
    let fixture = try fixture()
    #expect(fixture.text == "C: c1 | unmatched: a1 a2")
    let lines = try fixture.record {
      fixture.controller.performUserMove(from: [1, 0], to: [1, 1]) {
        fixture.tracks[0].setValue(nil, forKey: "album")
        fixture.tracks[0].setValue(9, forKey: "position")
      }
    }
    #expect(lines == [])
    #expect(fixture.text == "C: c1 | unmatched: a2 a1")
    #expect(try fixture.record { fixture.tracks[1].setValue(10, forKey: "position") }.count == 3)
    #expect(fixture.text == "C: c1 | unmatched: a1 a2")
  }

  @Test func aUserMovesAnUnmatchedItem() throws {
    let fixture = try fixture()
    let made = try interleave(fixture)
    let lines = try fixture.record {
      fixture.controller.performUserMove(from: [1, 4], to: [1, 1]) { made[2].setValue(0, forKey: "position") }
    }
    #expect(lines == [])
    #expect(fixture.text == "C: c1 | unmatched: a1 b4 b1 a2 n")
    #expect(try fixture.record { made[1].setValue("x", forKey: "title") } == ["will", "item update [1, 4] x", "did"])
  }
}
