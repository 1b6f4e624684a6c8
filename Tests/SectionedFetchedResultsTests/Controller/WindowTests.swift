import CoreData
import Foundation
import SectionedChanges
import SectionedFetchedResults
import SectionedTesting
import Testing

@Suite("Limits stay true")
struct WindowTests {
  @Test("12: a limit is lost once changes arrive")
  func aFetchLimitCountsInDisplayOrderAndStaysTrue() throws {
    let fixture = try LibraryFixture { $0.itemFetchRequest.fetchLimit = 2 }
    #expect(fixture.text == "A: a1 a2 | B: | C:")
    #expect(
      try fixture.record { fixture.library.track("a0", -1, in: fixture.albums[0]) }
        == ["will", "item delete [0, 1] a2", "item insert [0, 0] a0", "did"])
    #expect(
      try fixture.record {
        fixture.library.context.delete(fixture.tracks[0])
        fixture.library.context.delete(fixture.tracks[1])
      } == ["will", "item delete [0, 1] gone", "item insert [2, 0] c1", "did"])
  }

  @Test func anOffsetLeavesOutTheFirst() throws {
    let fixture = try LibraryFixture { $0.itemFetchRequest.fetchOffset = 1 }
    #expect(fixture.text == "A: a2 | B: | C: c1")
    let recorded = try fixture.record { fixture.albums[2].setValue(-1, forKey: "position") }
    #expect(fixture.text == "C: | A: a1 a2 | B:")
    #expect(
      recorded == [
        "will", "section delete 2 C", "section insert 0 C", "item delete [2, 0] c1", "item insert [1, 0] a1", "did",
      ])
  }

  @Test func anOffsetBelowZeroLeavesOutNone() throws {
    let fixture = try LibraryFixture {
      $0.itemFetchRequest.fetchOffset = -1
      $0.itemFetchRequest.fetchLimit = 2
    }
    #expect(fixture.text == "A: a1 a2 | B: | C:")
    fixture.library.run {
      fixture.library.track("a0", -1, in: fixture.albums[0])
      fixture.library.context.processPendingChanges()
    }
    #expect(fixture.recorder.take() == ["will", "item delete [0, 1] a2", "item insert [0, 0] a0", "did"])
    #expect(fixture.text == "A: a0 a1 | B: | C:")
  }

  @Test func aLimitPerSectionAndMoreOnDemand() throws {
    let fixture = try LibraryFixture { $0.itemLimit = .first(1) }
    #expect(fixture.text == "A: a1 | B: | C: c1")
    #expect(
      try fixture.record { fixture.controller.setItemLimit(.all, ofSectionAt: 0) } == [
        "will", "item insert [0, 1] a2", "did",
      ])
    #expect(try fixture.record { fixture.controller.removeItemLimit(ofSectionAt: 0) }.count == 3)
    #expect(
      try fixture.record { fixture.library.context.delete(fixture.tracks[0]) }
        == ["will", "item delete [0, 0] gone", "item insert [0, 0] a2", "did"])
    #expect(
      try fixture.record { fixture.library.track("c2", 1, in: fixture.albums[2]) }
        == ["will", "section update 2 C", "did"])
  }
}
