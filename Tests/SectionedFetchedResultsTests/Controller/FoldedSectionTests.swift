import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting
import Testing

/// The fixture shows `A: a1 a2 | B: | C: c1`.
@Suite("A section that shows no items knows how many it has")
struct FoldedSectionTests {
  private func totals(_ fixture: LibraryFixture) -> [Int] {
    fixture.library.run { fixture.controller.allSections.map(\.totalNumberOfObjects) }
  }

  @Test func foldingAndUnfoldingRemoveAndInsertItsItems() throws {
    let fixture = try LibraryFixture()
    #expect(
      try fixture.record { fixture.controller.setItemLimit(.none, ofSectionAt: 0) }
        == ["will", "item delete [0, 1] a2", "item delete [0, 0] a1", "did"])
    #expect(fixture.text == "A: | B: | C: c1")
    #expect(totals(fixture) == [2, 0, 1])
    // Its items change unseen, and their number is reported.
    #expect(
      try fixture.record { fixture.library.track("a3", 2, in: fixture.albums[0]) }
        == ["will", "section update 0 A", "did"])
    #expect(totals(fixture) == [3, 0, 1])
    #expect(
      try fixture.record { fixture.library.context.delete(fixture.tracks[0]) } == ["will", "section update 0 A", "did"])
    #expect(totals(fixture) == [2, 0, 1])
    #expect(
      try fixture.record { fixture.controller.removeItemLimit(ofSectionAt: 0) }
        == ["will", "item insert [0, 0] a2", "item insert [0, 1] a3", "did"])
  }

  /// Otherwise the user could not unfold it.
  @Test func aFoldedSectionWithItemsIsNotHiddenAsEmpty() throws {
    let fixture = try LibraryFixture {
      $0.showsEmptySections = false
      $0.itemLimit = .none
    }
    #expect(fixture.text == "A: | C:")
    #expect(
      try fixture.record { fixture.library.track("b1", 0, in: fixture.albums[1]) }
        == ["will", "section insert 1 B", "did"])
    #expect(
      try fixture.record { fixture.library.context.delete(fixture.tracks[2]) } == ["will", "section delete 2 C", "did"])
    #expect(
      try fixture.record { fixture.controller.itemLimit = .first(1) }
        == ["will", "item insert [0, 0] a1", "item insert [1, 0] b1", "did"])
    #expect(totals(fixture) == [2, 1])
  }

  @Test func theSectionOfUnmatchedItemsIsThereWhileItHasAny() throws {
    let fixture = try LibraryFixture {
      $0.unmatchedItems = .shownLast
      $0.itemLimit = .none
    }
    let come = try fixture.record { fixture.tracks[0].setValue(nil, forKey: "album") }
    #expect(come == ["will", "section insert 3 unmatched", "section update 0 A", "did"])
    #expect(totals(fixture) == [1, 0, 1, 1])
    #expect(
      try fixture.record { fixture.tracks[1].setValue(nil, forKey: "album") }
        == ["will", "section update 0 A", "section update 3 unmatched", "did"])
    #expect(totals(fixture) == [0, 0, 1, 2])
    _ = try fixture.record { for track in fixture.tracks[..<2] { track.setValue(fixture.albums[0], forKey: "album") } }
    #expect(fixture.text == "A: | B: | C:")
  }

  /// The view shows the moved item until the edits have been made.
  @Test func anItemThatTheUserMovesIntoAFoldedSectionIsRemoved() throws {
    let fixture = try LibraryFixture()
    _ = try fixture.record { fixture.controller.setItemLimit(.none, ofSectionAt: 2) }
    let recorded = try fixture.record {
      fixture.controller.performUserMove(from: [0, 0], to: [2, 0]) {
        #expect(MusicLibrary.text(fixture.controller) == "A: a2 | B: | C: a1")
        fixture.tracks[0].setValue(fixture.albums[2], forKey: "album")
      }
    }
    #expect(recorded == ["will", "item delete [2, 0] a1", "did"])
    #expect(fixture.text == "A: a2 | B: | C:")
    #expect(totals(fixture) == [1, 0, 2])
  }

  @Test func itsItemsDoNotCountInTheRequestsLimit() throws {
    let fixture = try LibraryFixture { $0.itemFetchRequest.fetchLimit = 1 }
    #expect(fixture.text == "A: a1 | B: | C:")
    #expect(totals(fixture) == [2, 0, 1])
    #expect(
      try fixture.record { fixture.controller.setItemLimit(.none, ofSectionAt: 0) }
        == ["will", "item delete [0, 0] a1", "item insert [2, 0] c1", "did"])
  }

  @Test func aSectionsOwnLimitIsReadBack() throws {
    let fixture = try LibraryFixture { $0.itemLimit = .first(1) }
    func limits() -> [ItemLimit] {
      fixture.library.run {
        fixture.controller.allSections.indices.map { fixture.controller.itemLimit(ofSectionAt: $0) }
      }
    }
    for limit in [ItemLimit.all, .none, .first(2)] {
      _ = try fixture.record { fixture.controller.setItemLimit(limit, ofSectionAt: 0) }
      #expect(limits() == [limit, .first(1), .first(1)])
    }
    _ = try fixture.record { fixture.controller.removeItemLimit(ofSectionAt: 0) }
    #expect(limits() == [.first(1), .first(1), .first(1)])
  }
}

/// Tests of deprecated declarations. They are called through a protocol, because a direct call would be a warning, and
/// warnings are errors.
private protocol DeprecatedCalls {
  func setLimits() throws
}

@Suite("Limits as integers keep their meaning")
struct IntegerLimitTests {
  @Test func zeroShowsAll() throws { try (Calls() as any DeprecatedCalls).setLimits() }

  private struct Calls: DeprecatedCalls {
    @available(*, deprecated)
    func setLimits() throws {
      let fixture = try LibraryFixture { $0.sectionItemLimit = 1 }
      let controller = fixture.controller
      #expect(fixture.text == "A: a1 | B: | C: c1")
      #expect(controller.itemLimit == .first(1) && controller.sectionItemLimit == 1)
      _ = try fixture.record { controller.setItemLimit(0, forSectionAt: 0) }
      #expect(fixture.text == "A: a1 a2 | B: | C: c1")
      fixture.library.run {
        #expect(controller.itemLimit(forSectionAt: 0) == 0 && controller.itemLimit(forSectionAt: 2) == 1)
      }
      _ = try fixture.record { controller.setItemLimit(nil, forSectionAt: 0) }
      #expect(fixture.text == "A: a1 | B: | C: c1")
      _ = try fixture.record { controller.sectionItemLimit = -1 }
      #expect(fixture.text == "A: a1 a2 | B: | C: c1")
      #expect(controller.sectionItemLimit == 0)
    }
  }
}
