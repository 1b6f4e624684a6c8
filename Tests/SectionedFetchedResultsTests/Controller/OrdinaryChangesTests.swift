import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting
import Testing

@Suite("Ordinary changes are reported as they are")
struct OrdinaryChangesTests {
  /// Tracks are grouped by the section object itself, whose ID changes when it is saved. New items must find the
  /// section, and its items must stay.
  @Test(.ourInnerControllers, arguments: [MusicLibrary.Store.memory, .sqlite])
  func aSavedSectionIsFoundByItsNewID(store: MusicLibrary.Store) throws {
    let fixture = try LibraryFixture(store, by: "album")
    var album: NSManagedObject?
    _ = try fixture.record {
      let new = fixture.library.album("D", 3)
      fixture.library.track("d1", 0, in: new)
      album = new
    }
    #expect(try fixture.record { try fixture.library.context.save() } == [])
    let recorded = try fixture.record {
      fixture.library.track("d2", 1, in: album)
      fixture.tracks[2].setValue(album, forKey: "album")
    }
    #expect(recorded.filter { $0.hasPrefix("section") } == [])
    #expect(fixture.text == "A: a1 a2 | B: | C: | D: c1 d1 d2")
    // When its items leave, the section has no group any more. When items come back, it has another group.
    let items = fixture.library.run { fixture.controller.allSections[3].items ?? [] }
    _ = try fixture.record { for item in items { item.setValue(fixture.albums[0], forKey: "album") } }
    #expect(fixture.text == "A: a1 c1 d1 a2 d2 | B: | C: | D:")
    #expect(
      try fixture.record { items[1].setValue(album, forKey: "album") } == ["will", "item move [0, 2]→[3, 0] d1", "did"])
    _ = try fixture.record { if let album { fixture.library.context.delete(album) } }
    #expect(fixture.text == "A: a1 c1 a2 d2 | B: | C:")
  }

  typealias Fixture = LibraryFixture

  @Test func showsAllSectionsEmptyOnesIncluded() throws {
    let fixture = try Fixture()
    #expect(fixture.text == "A: a1 a2 | B: | C: c1")
    fixture.library.run {
      #expect(fixture.controller.allSections.count == 3)
      #expect(fixture.controller.allSections[1].numberOfObjects == 0)
      #expect(fixture.controller.allSections[1].object === fixture.albums[1])
      #expect(fixture.controller.nonEmptySections.map(\.name) == ["A", "C"])
    }
  }

  @Test func firstItemIntoAnEmptySectionIsAnItemInsertionOnly() throws {
    let fixture = try Fixture()
    let recorded = try fixture.record { fixture.library.track("b1", 0, in: fixture.albums[1]) }
    #expect(recorded == ["will", "item insert [1, 0] b1", "did"])
  }

  @Test func lastItemOutOfASectionIsAnItemDeletionOnly() throws {
    let fixture = try Fixture()
    let recorded = try fixture.record { fixture.library.context.delete(fixture.tracks[2]) }
    #expect(recorded == ["will", "item delete [2, 0] gone", "did"])
  }

  @Test func anItemsAttributeIsAnUpdateWithItsKey() throws {
    let fixture = try Fixture()
    try fixture.library.run {
      fixture.tracks[1].setValue("changed", forKey: "title")
      fixture.library.context.processPendingChanges()
      #expect(fixture.recorder.changes.first?.items.updated.first?.keys == ["title"])
      #expect(fixture.recorder.take() == ["will", "item update [0, 1] changed", "did"])
      try expectCurrent(fixture.controller)
    }
  }

  @Test func aValueSetToItselfReportsNothing() throws {
    let fixture = try Fixture()
    let recorded = try fixture.record {
      fixture.tracks[1].setValue("a2", forKey: "title")
      fixture.albums[0].setValue("A", forKey: "title")
    }
    #expect(recorded.isEmpty)
  }

  @Test func anItemMovesWithinItsSection() throws {
    let fixture = try Fixture()
    let recorded = try fixture.record { fixture.tracks[0].setValue(5, forKey: "position") }
    #expect(recorded == ["will", "item move [0, 0]→[0, 1] a1", "did"])
  }

  @Test func anItemMovesAcrossIntoAnEmptySection() throws {
    let fixture = try Fixture()
    let recorded = try fixture.record { fixture.tracks[2].setValue(fixture.albums[1], forKey: "album") }
    #expect(recorded == ["will", "item move [2, 0]→[1, 0] c1", "did"])
  }

  @Test func aSectionIsInsertedWhereItsOrderSays() throws {
    let fixture = try Fixture()
    let recorded = try fixture.record { fixture.library.album("D", 1) }
    #expect(recorded == ["will", "section insert 2 D", "did"])
  }

  @Test func aDeletedSectionTakesItsItems() throws {
    let fixture = try Fixture()
    let recorded = try fixture.record { fixture.library.context.delete(fixture.albums[0]) }
    #expect(recorded == ["will", "section delete 0 gone", "item delete [0, 1] gone", "item delete [0, 0] gone", "did"])
  }

  @Test func aSectionsAttributeIsASectionUpdateWithItsKey() throws {
    let fixture = try Fixture()
    fixture.library.run {
      fixture.albums[1].setValue("Bee", forKey: "title")
      fixture.library.context.processPendingChanges()
      #expect(fixture.recorder.changes.first?.sections.updated.first?.keys == ["title"])
      #expect(fixture.recorder.take() == ["will", "section update 1 Bee", "did"])
    }
  }

  @Test func aChangedOrderIsASectionMove() throws {
    let fixture = try Fixture()
    let recorded = try fixture.record { fixture.albums[2].setValue(-1, forKey: "position") }
    #expect(recorded == ["will", "section move 2→0 C", "did"])
  }

  /// Sections are sorted by their keys. Saved items are in the order in which they were inserted, unsaved ones after them.
  @Test(.enabled(if: !PublicInterface.isAllThereIs, "Apple's results controller does not say how items tie."))
  func withoutSortDescriptorsSectionsAreSortedByKeyAndItemsByIdentity() throws {
    let fixture = try Fixture { controller in
      controller.itemFetchRequest.sortDescriptors = []
      controller.sectionFetchRequest.sortDescriptors = []
    }
    #expect(fixture.text == "A: a1 a2 | B: | C: c1")
    let recorded = try fixture.record {
      fixture.library.track("a0", 0, in: fixture.albums[0])
      fixture.library.album("0", 0)
      fixture.albums[2].setValue(-1, forKey: "position")
    }
    #expect(recorded == ["will", "section insert 0 0", "section update 2 C", "item insert [1, 2] a0", "did"])
    #expect(try fixture.record { try fixture.library.context.save() } == [])
  }

  @Test func savingWhatIsShownReportsNothing() throws {
    let fixture = try Fixture()
    let recorded = try fixture.record {
      let album = fixture.library.album("D", 3)
      fixture.library.track("d1", 0, in: album)
    }
    #expect(recorded == ["will", "section insert 3 D", "item insert [3, 0] d1", "did"])
    let saved = try fixture.record { try fixture.library.context.save() }
    #expect(saved.isEmpty)
    let later = try fixture.record {
      let place = try #require(fixture.library.run { fixture.controller.allSections.last?.items?.first })
      place.setValue("d2", forKey: "title")
    }
    #expect(later == ["will", "item update [3, 0] d2", "did"])
  }

  @Test func worksOnASQLiteStore() throws {
    let fixture = try Fixture(.sqlite)
    #expect(fixture.text == "A: a1 a2 | B: | C: c1")
    let recorded = try fixture.record {
      fixture.tracks[0].setValue(fixture.albums[1], forKey: "album")
      fixture.albums[2].setValue(-1, forKey: "position")
      try fixture.library.context.save()
    }
    #expect(recorded == ["will", "section move 2→0 C", "item move [0, 0]→[2, 0] a1", "did"])
  }
}
