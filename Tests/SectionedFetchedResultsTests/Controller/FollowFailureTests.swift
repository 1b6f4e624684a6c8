import CoreData
import Foundation
import SectionedFetchedResults
import SectionedTesting
import Testing

/// Another program takes a table away while the list is shown, and brings it back. `A: a1 a2 | B: | C: c1`
@Suite("An event that cannot be followed is reported, and followed later", .ourInnerControllers)
struct FollowFailureTests {
  @Test(
    "with the next event, whatever that is of",
    arguments: ["ZTRACK", "ZALBUM"])
  func tableAway(table: String) throws {
    let fixture = try LibraryFixture(.sqlite)
    let (library, recorder) = (fixture.library, fixture.recorder)
    let url = try #require(library.run { library.context.persistentStoreCoordinator?.persistentStores.first?.url })
    func execute(_ statement: String) throws { _ = try ChinookData.rows(statement, of: url.absoluteString) }

    try execute("ALTER TABLE \(table) RENAME TO AWAY")
    let isOfTracks = table == "ZTRACK"
    library.run {
      if isOfTracks { library.track("b1", 0, in: fixture.albums[1]) } else { library.album("D", 3) }
      library.context.processPendingChanges()
    }
    #expect(recorder.take() == [])
    #expect(recorder.errors.count == 1 && recorder.errors.allSatisfy { "\($0)".contains(table) }, "\(recorder.errors)")
    #expect(fixture.text == "A: a1 a2 | B: | C: c1")

    try execute("ALTER TABLE AWAY RENAME TO \(table)")
    let reported = try fixture.record {
      if isOfTracks {
        fixture.albums[2].setValue("c", forKey: "title")
      } else {
        fixture.tracks[0].setValue("a", forKey: "title")
      }
    }
    let changes =
      isOfTracks
      ? ["section update 2 c", "item insert [1, 0] b1"] : ["section insert 3 D", "item update [0, 0] a"]
    #expect(reported == ["will"] + changes + ["did"])
    #expect(recorder.errors.count == 1)
  }
}
