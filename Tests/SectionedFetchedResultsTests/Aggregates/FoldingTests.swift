import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting
import Testing

/// The fixture shows `A: a1 a2 | B: | C: c1`.
@Suite("Sections are folded by their identity")
struct FoldingTests {
  @Test func foldingRemovesItemsAndUnfoldingKeepsTheLimit() throws {
    let fixture = try LibraryFixture { $0.itemLimit = .first(1) }
    #expect(
      try fixture.record { fixture.controller.setFolded(true, sectionAt: 0) }
        == ["will", "item delete [0, 0] a1", "did"])
    fixture.library.run {
      #expect(fixture.controller.itemLimit(ofSectionAt: 0) == .first(1))
      #expect(fixture.controller.allSections[0].numberOfHiddenObjects == 2)
    }
    #expect(try fixture.record { fixture.controller.setFolded(true, sectionAt: 0) } == [])
    #expect(
      try fixture.record { fixture.controller.setFolded(false, sectionAt: 0) }
        == ["will", "item insert [0, 0] a1", "did"])
  }

  @Test func allAreFoldedInOneBatchAndNewOnesToo() throws {
    let fixture = try LibraryFixture()
    #expect(
      try fixture.record { fixture.controller.setAllFolded(true) }
        == ["will", "item delete [2, 0] c1", "item delete [0, 1] a2", "item delete [0, 0] a1", "did"])
    let come = try fixture.record {
      fixture.library.track("d1", 0, in: fixture.library.album("D", 3))
    }
    #expect(come == ["will", "section insert 3 D", "did"])
    #expect(fixture.text == "A: | B: | C: | D:")
  }

  @Test func aStateIsKeptThroughMovesRenamesAndFetches() throws {
    let fixture = try LibraryFixture()
    _ = try fixture.record { fixture.controller.setFolded(true, sectionAt: 0) }
    _ = try fixture.record { fixture.albums[0].setValue(9, forKey: "position") }
    #expect(fixture.text == "B: | C: c1 | A:")
    _ = try fixture.record { fixture.albums[0].setValue("A2", forKey: "identifier") }
    #expect(fixture.text == "B: | C: c1 | A:")
    _ = try fixture.record { try fixture.controller.performFetch() }
    #expect(fixture.text == "B: | C: c1 | A:")
    // The section leaves the list, and comes back.
    fixture.controller.sectionFetchRequest.predicate = NSPredicate(format: "position < 9")
    _ = try fixture.record { try fixture.controller.performFetch() }
    #expect(fixture.text == "B: | C: c1")
    _ = try fixture.record { fixture.albums[0].setValue(0, forKey: "position") }
    #expect(fixture.text == "A: | B: | C: c1")
    fixture.library.run { #expect(fixture.controller.isFolded(sectionAt: 0)) }
  }

  @Test func aStateIsKeptWhenASectionIsSaved() throws {
    let fixture = try LibraryFixture(.sqlite)
    var album: NSManagedObject?
    _ = try fixture.record {
      album = fixture.library.album("D", 3)
      fixture.library.track("d1", 0, in: album)
    }
    _ = try fixture.record { fixture.controller.setFolded(true, sectionAt: 3) }
    _ = try fixture.record { try fixture.library.context.save() }
    #expect(fixture.text == "A: a1 a2 | B: | C: c1 | D:")
    let id = try #require(album).objectID
    fixture.library.run { #expect(fixture.controller.folding.states == [id: true]) }
    _ = try fixture.record { try fixture.controller.performFetch() }
    #expect(fixture.text == "A: a1 a2 | B: | C: c1 | D:")
    // A new controller that restores this state, as after a launch.
    let other = fixture.library.controller()
    try fixture.library.run {
      other.restoreFolding(from: fixture.controller.foldingPropertyList)
      try other.performFetch()
      #expect(MusicLibrary.text(other) == "A: a1 a2 | B: | C: c1 | D:")
    }
  }

  @Test func theSectionOfUnmatchedItemsKeepsItsStateWhileItIsAway() throws {
    let fixture = try LibraryFixture { $0.unmatchedItems = .shownLast }
    _ = try fixture.record { fixture.tracks[0].setValue(nil, forKey: "album") }
    _ = try fixture.record { fixture.controller.setFolded(true, sectionAt: 3) }
    #expect(fixture.text == "A: a2 | B: | C: c1 | unmatched:")
    _ = try fixture.record { fixture.tracks[0].setValue(fixture.albums[1], forKey: "album") }
    _ = try fixture.record { fixture.tracks[1].setValue(nil, forKey: "album") }
    #expect(fixture.text == "A: | B: a1 | C: c1 | unmatched:")
  }

  /// The view shows the moved item until the edits have been made.
  @Test func anItemThatTheUserMovesIntoAFoldedSectionIsRemoved() throws {
    let fixture = try LibraryFixture()
    _ = try fixture.record { fixture.controller.setFolded(true, sectionAt: 2) }
    let recorded = try fixture.record {
      fixture.controller.performUserMove(from: [0, 0], to: [2, 0]) {
        #expect(MusicLibrary.text(fixture.controller) == "A: a2 | B: | C: a1")
        fixture.tracks[0].setValue(fixture.albums[2], forKey: "album")
      }
    }
    #expect(recorded == ["will", "item delete [2, 0] a1", "did"])
  }

  @Test("a property list has the state, whatever is damaged in it")
  func propertyLists() {
    var folding = SectionFolding<Int>(isFoldedByDefault: true)
    folding[1] = false
    folding[2] = true
    let list = folding.propertyList { "\($0)" }
    #expect(SectionFolding(propertyList: list) { Int($0) } == folding)
    #expect(SectionFolding(propertyList: [:]) { Int($0) } == SectionFolding())
    let damaged: [String: Any] = ["isFoldedByDefault": "?", "folded": [1, 2], "unfolded": ["x", "7"]]
    #expect(SectionFolding(propertyList: damaged) { Int($0) }.states == [7: false])
    folding.rename(2, to: 3)
    folding.forget(1)
    #expect(folding.states == [3: true] && folding[1] && folding[3])
    folding.setAll(false)
    #expect(folding == SectionFolding())
  }
}
