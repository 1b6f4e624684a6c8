import CoreData
import SectionedTerminal
import Testing

@testable import SectionsTool

/// Keys that are typed faster than the browser draws act on the result of the keys before them.
@MainActor
@Suite("Typing ahead") struct BrowseTypeAheadTests {
  let store: MusicStore

  init() throws { store = try MusicStore() }

  private func tracks(edit: Bool = false) throws -> Browsing {
    try Browsing(store.path, edit: edit) {
      $0.items = "Track"
      $0.sort = [.init(key: "title", ascending: true)]
    }
  }

  @Test func whatIsDeletedIsWhatWasSearched() throws {
    let browsing = try tracks(edit: true)
    browsing.burst("/a2\nd")
    #expect(browsing.lastLine.hasPrefix("a2") || browsing.lines.suffix(3).joined().contains("a2  (Track"))
    browsing.press(.escape)
    #expect(browsing.names == ["title", "a1", "a3", "c1", "u1", "u2"], "\(browsing.lines)")
  }

  @Test func whatIsOpenedIsWhatWasSearched() throws {
    let browsing = try tracks()
    browsing.burst("/a2\n\n")
    #expect(browsing.title.hasPrefix("a2  (Track"), "\(browsing.lines)")
    browsing.press(.escape)
    #expect(browsing.title.contains("with “a2”"), "the search stays")
  }

  @Test func aSearchIsOfTheListInWhichItWasTyped() throws {
    let browsing = try tracks()
    browsing.burst("/a2\ne\n")
    #expect(browsing.title.hasPrefix("Album ") && !browsing.title.contains("with"), "\(browsing.lines)")
    let other = try tracks()
    other.burst("/a2\ne")
    other.press(.escape)
    #expect(other.title.contains("with “a2”") && other.title.hasSuffix("1 item"), "\(other.lines)")
  }

  @Test func theMouseAndTheArrowsMoveInWhatWasFound() throws {
    let browsing = try tracks()
    for key in [.character("/"), .character("u"), .down, .enter] as [TerminalKey] { browsing.model.handle(key) }
    browsing.settle()
    #expect(browsing.cursorLine.hasPrefix("u2"), "\(browsing.lines)")
  }

  @Test func aSearchIsTypedOnWhereOneBegan() throws {
    let browsing = try tracks()
    browsing.burst("/a\n/2")
    #expect(browsing.lastLine == "Search: a2")
    #expect(browsing.names == ["title", "a2"])
  }
}
