import CoreData
import Foundation
import SectionedTesting
import TestTraits
import Testing

@testable import SectionsTool

/// A backup of an open store: its file, and a log with a title that is only there.
@MainActor
@Suite("Reading leaves the folder as it is", .opensStores) struct FolderTests {
  let backup: TemporaryFolder
  var path: String { backup.file("Music.sqlite").path }

  init() throws {
    let music = try MusicStore()
    let database = try RawDatabase(music.path)
    try database.texts("UPDATE ZTRACK SET ZTITLE = 'logged' WHERE ZTITLE = 'a1'")
    backup = try TemporaryFolder()
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: music.path + suffix, toPath: backup.file("Music.sqlite").path + suffix)
    }
    withExtendedLifetime(database) {}
  }

  private func contents() throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: backup.url.path)
    return try Dictionary(uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: backup.file($0))) })
  }

  @Test(arguments: [
    ["entities"], ["list", "--items", "Track"], ["list", "--items", "Track", "--by", "album"],
    ["list", "--items", "Track", "--by", "title", "--json"], ["value", "p1", "identifier"], ["copy"], ["replay"],
  ])
  func noFileComes(_ command: [String]) async throws {
    let before = try contents()
    #expect(Set(before.keys) == ["Music.sqlite", "Music.sqlite-wal"] && before["Music.sqlite-wal"]?.isEmpty == false)
    let other = try TemporaryFolder()
    var arguments = [command[0], path] + command.dropFirst()
    if command == ["copy"] { arguments.append(other.file("Copy.sqlite").path) }
    if command == ["replay"] {
      arguments += [try other.file("script.json", #"{"batches": []}"#), "--items", "Track", "--by", "album"]
    }
    let run = await InProcessRun(arguments)
    #expect(run.status == 0, "\(run.error)")
    #expect(command[0] != "list" || run.output.contains("logged"), "\(run.output)")
    #expect(try contents() == before)
  }

  @Test func theBrowserMakesNone() throws {
    let before = try contents()
    let browsing = try Browsing(path) { $0.showTracksByAlbum() }
    browsing.look()
    #expect(browsing.names.contains("logged"), "\(browsing.lines)")
    browsing.type("e")
    browsing.look()
    #expect(try contents() == before)
  }
}
