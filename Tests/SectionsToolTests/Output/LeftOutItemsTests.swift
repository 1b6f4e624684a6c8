import CoreData
import Foundation
import SectionedTerminal
import SectionedTesting
import TestTraits
import Testing

@testable import SectionsTool

/// Album A has the tracks a1 a2 a3, B none, C has c1; u1 and u2 have no album.
@Suite("Items that are left out", .opensStores) struct LeftOutItemsTests {
  private let hint = "2 items without a section are left out: --unmatched last includes them"

  @MainActor @Test func theBrowserSaysSo() throws {
    let store = try MusicStore()
    let browsing = try Browsing(store.path, columns: 100) { $0.showTracksByAlbum() }
    #expect(browsing.lastLine == hint + ".")
    browsing.press(.down)
    #expect(browsing.lastLine.hasPrefix("? help"))
    // Sections that are chosen in the menu cause the message, too.
    let chosen = try Browsing(store.path, columns: 100) { $0.items = "Track" }
    #expect(chosen.lastLine.hasPrefix("? help"))
    chosen.type("b")
    chosen.go(to: "album")
    chosen.press(.enter)
    #expect(chosen.lastLine == hint + ".", "\(chosen.lines)")
    let all = try Browsing(store.path, columns: 100) {
      $0.showTracksByAlbum()
      $0.unmatched = .last
    }
    #expect(all.lastLine.hasPrefix("? help"))
    // A limit hides other items, which belong to sections.
    let limited = try Browsing(store.path, columns: 100) {
      $0.showTracksByAlbum()
      $0.sectionLimit = 1
    }
    #expect(limited.lastLine == hint + ".")
  }

  @Test func aWatchAndAReplaySaySo() async throws {
    let store = try MusicStore()
    let captured = CapturedOutput()
    let watch = try await StoreWatch(options(store), captured.output)
    try await watch.begin()
    #expect(captured.text.contains(hint))
    let script = try store.scratch.file("script.json", #"{"batches":[{}]}"#)
    let replay = await InProcessRun(store.list("replay", [script]))
    #expect(replay.status == 0, "\(replay.error)")
    #expect(replay.lines.dropLast().last == hint + ".", "\(replay.lines)")
    let shown = await InProcessRun(store.list("replay", [script, "--unmatched", "last"]))
    #expect(!shown.output.contains("left out"))
    let json = await InProcessRun(store.list("replay", [script, "--json"]))
    #expect(json.lines.count == 2)
  }

  private func options(_ store: MusicStore) -> ListOptions {
    var options = ListOptions()
    options.store = store.path
    options.showTracksByAlbum()
    return options
  }
}
