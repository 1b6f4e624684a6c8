import CoreData
import Foundation
import PostgreSQLTesting
import SectionedTerminal
import TerminalTesting
import TestTraits
import Testing

@testable import SectionsTool

/// The browser shows a store on a server as it shows a file.
@MainActor
@Suite(
  "Browsing a server", .opensStores, .enabled(if: StoresOnServers.missing == nil, StorePlaces.missing),
  .endsWithin(minutes: 20))
struct BrowseServerTests {
  let music: MusicStore
  let address: String

  init() async throws {
    music = try MusicStore()
    address = try await music.copyToServer()
  }

  @Test func eachKeyDoesWhatItDoesWithAFile() throws {
    let file = try Browsing(music.path, edit: true) { $0.showTracksByAlbum() }
    let server = try Browsing(address, edit: true) { $0.showTracksByAlbum() }
    let quit = Set<TerminalKey>([.character("q"), .control("c")])
    for key in BrowseKey.all.flatMap(\.keys) where !quit.contains(key) {
      for key in [key, .escape, .down, .enter, .character("x"), .enter, .escape] {
        file.press(key)
        server.press(key)
        try #require(server.lines == file.lines, "after \(key)")
      }
    }
  }

  /// Edits are saved on the server. Saves of another process are shown and marked. The browser reports an edit of an
  /// object that another process has changed.
  @Test func editsAndExternalWrites() throws {
    let browsing = try Browsing(address, edit: true) { $0.showTracksByAlbum() }
    browsing.go(to: "a2")
    browsing.type("ds")
    #expect(browsing.lastLine == "Saved.")
    #expect(try titles() == ["a1", "a3", "c1", "u1", "u2"], "\(browsing.lines)")
    let other = try ToolStore.open(address, model: nil, access: .readWrite).newContext()
    try other.performAndWait {
      let track = NSEntityDescription.insertNewObject(forEntityName: "Track", into: other)
      track.setValue("a4", forKey: "title")
      track.setValue(try other.fetch(NSFetchRequest<NSManagedObject>(entityName: "Album")).first, forKey: "album")
      try other.save()
    }
    let end = Date().addingTimeInterval(60)
    while !browsing.names.contains("a4"), Date() < end {
      usleep(5_000)
      browsing.look()
    }
    #expect(browsing.names == ["title", "▾ A", "a1", "a3", "a4", "▾ B", "(empty)", "▾ C", "c1"])
  }

  @Test func theBuiltToolShowsIt() throws {
    let twin = try Browsing(address) { $0.showTracksByAlbum() }
    let terminal = try PseudoTerminal(rows: 16, columns: 60)
    try terminal.start(
      try ToolRun.tool().path,
      ["browse", address, "--items", "Track", "--by", "album", "--sort", "title", "--section-sort", "title"])
    #expect(terminal.wait { $0.lines == twin.lines }, "\(terminal.screen.lines) is not \(twin.lines)")
    terminal.type("q")
    #expect(terminal.waitForEnd() == .exited(0))
  }

  private func titles() throws -> [String] {
    let context = try ToolStore.open(address, model: nil, access: .readOnly).newContext()
    return try context.performAndWait {
      try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Track"))
        .compactMap { $0.value(forKey: "title") as? String }.sorted()
    }
  }
}
