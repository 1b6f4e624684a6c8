import CoreData
import Foundation
import SectionedTerminal
import SectionedTesting
import Testing

@testable import SectionsTool

/// Random keys, sizes and writes of another process. No step traps, and each screen is complete.
///
/// `BROWSE_KEYS` is the number of keys in a run.
@MainActor
@Suite("Random browsing") struct RandomBrowsingTests {
  private static let environment = ProcessInfo.processInfo.environment
  nonisolated private static let seeds: [UInt64] =
    ProcessInfo.processInfo.environment["SEED"].flatMap(UInt64.init).map { [$0] }
    ?? (0..<4).map { _ in .random(in: 0...UInt64.max) }

  @Test(arguments: seeds) func noKeyTraps(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let count = Self.environment["BROWSE_KEYS"].flatMap(Int.init) ?? 300
    let store = try MusicStore { context in
      for number in 0..<Int.random(in: 0...8, using: &random) {
        let album = MusicStore.insert("Album", ["title": "A\(number)", "position": number % 3], into: context)
        for track in 0..<Int.random(in: 0...9, using: &random) {
          let title = ["t\(track)", "日本\(track)", "e\u{301}", "👩‍👩‍👧", "line\nbreak"].randomElement(using: &random) ?? ""
          MusicStore.insert("Track", ["title": title, "position": track], into: context).setValue(
            album, forKey: "album")
        }
      }
    }
    let edit = Bool.random(using: &random)
    let browsing = try Browsing(store.path, edit: edit) {
      $0.items = "Track"
      $0.by = ["", "album", "title", "position", "album.artist"].randomElement(using: &random) ?? ""
      $0.position = Bool.random(using: &random) ? "position" : nil
    }
    // Writing to files is disabled, because random names could be anywhere.
    browsing.model.write = { _, _ in }
    let typed =
      BrowseKey.all.flatMap(\.keys).filter { $0 != .character("q") && $0 != .control("c") }
      + "abt1é".map { .character($0) } + Array(repeating: .enter, count: 6) + Array(repeating: .escape, count: 4)
    let keys = typed + [.paste("ds\nd\n"), .paste("日\te\u{301}")]
    for step in 0..<count {
      switch Int.random(in: 0..<40, using: &random) {
      case 0:
        browsing.screen.size = TerminalSize(
          rows: .random(in: 0...30, using: &random), columns: .random(in: 0...90, using: &random))
        browsing.press(.resize)
      case 1:
        let mouse = TerminalMouse(
          [.click, .doubleClick, .wheelUp, .wheelDown].randomElement(using: &random) ?? .click,
          row: .random(in: 0...30, using: &random), column: .random(in: 0...90, using: &random))
        browsing.press(.mouse(mouse))
      case 2:
        try write(to: store, &random)
        browsing.look()
      // The keys are typed ahead.
      case 3..<13: browsing.model.handle(keys.randomElement(using: &random) ?? .down)
      default: browsing.press(keys.randomElement(using: &random) ?? .down)
      }
      #expect(browsing.lines.count == browsing.screen.size.rows, "seed \(seed), step \(step)")
      #expect(!browsing.model.isDone && !browsing.model.panes.isEmpty, "seed \(seed), step \(step)")
    }
  }

  private func write(to store: MusicStore, _ random: inout SeededRandom) throws {
    let (kind, number) = (Int.random(in: 0..<3, using: &random), Int.random(in: 0..<100, using: &random))
    try store.write { context in
      let tracks = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Track"))
      let albums = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Album"))
      switch kind {
      case 0:
        let track = MusicStore.insert("Track", ["title": "new\(number)"], into: context)
        if !albums.isEmpty { track.setValue(albums[number % albums.count], forKey: "album") }
      case 1: if !tracks.isEmpty { context.delete(tracks[number % tracks.count]) }
      default: if !tracks.isEmpty { tracks[number % tracks.count].setValue("other\(number)", forKey: "title") }
      }
    }
  }
}
