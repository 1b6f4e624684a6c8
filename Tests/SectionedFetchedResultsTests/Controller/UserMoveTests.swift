import CoreData
import Foundation
import SectionedFetchedResults
import SectionedTesting
import Testing

@Suite("A user's move is not told back")
struct UserMoveTests {
  private func path(_ section: Int, _ item: Int) -> IndexPath { IndexPath(indexes: [section, item]) }

  @Test("19: the echo of a drag fights the view")
  func theEchoIsSwallowed() throws {
    let fixture = try LibraryFixture()
    let heard = try fixture.hear {
      fixture.controller.performUserMove(from: path(0, 0), to: path(1, 0)) {
        fixture.tracks[0].setValue(fixture.albums[1], forKey: "album")
      }
    }
    #expect(heard.isEmpty)
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

  @Test func whatElseChangesIsTold() throws {
    let fixture = try LibraryFixture()
    let heard = try fixture.hear {
      fixture.controller.performUserMove(from: path(0, 0), to: path(1, 0)) {
        fixture.tracks[0].setValue(fixture.albums[1], forKey: "album")
        fixture.tracks[1].setValue(0, forKey: "position")
      }
    }
    #expect(heard == ["will", "item update [0, 0] a2", "did"])
  }

  @Test func editsThatLeadElsewhereAreToldFromWhereTheUserPutIt() throws {
    let fixture = try LibraryFixture()
    let heard = try fixture.hear {
      fixture.controller.performUserMove(from: path(0, 0), to: path(1, 0)) {
        fixture.tracks[0].setValue(fixture.albums[2], forKey: "album")
      }
    }
    #expect(heard == ["will", "item move [1, 0]→[2, 0] a1", "did"])
  }

  struct Refused: Error {}

  @Test func editsThatThrowBringItBack() throws {
    let fixture = try LibraryFixture()
    let heard = try fixture.hear {
      #expect(throws: Refused.self) {
        try fixture.controller.performUserMove(from: path(0, 0), to: path(1, 0)) { throw Refused() }
      }
    }
    #expect(heard == ["will", "item move [1, 0]→[0, 0] a1", "did"])
  }

  @Test func sectionsTheSame() throws {
    let fixture = try LibraryFixture()
    let heard = try fixture.hear {
      fixture.controller.performUserMove(fromSection: 2, to: 0) {
        #expect(fixture.controller.allSections.map(\.name) == ["C", "A", "B"])
        fixture.albums[2].setValue(-1, forKey: "position")
      }
    }
    #expect(heard.isEmpty)
    let back = try fixture.hear {
      #expect(throws: Refused.self) {
        try fixture.controller.performUserMove(fromSection: 0, to: 1) { throw Refused() }
      }
    }
    #expect(back == ["will", "section move 1→0 C", "did"])
  }
}
