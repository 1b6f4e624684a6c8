import CoreData
import Foundation
import SectionedTesting
import TestTraits
import Testing

@testable import SectionsTool

@Suite("A page that cannot be", .opensStores) struct PageRefusalTests {
  private static let script = #"{"batches":[{"edits":[{"insert":"Track","values":{"title":"t"}}]}]}"#

  @Test func aStoreThatIsTooLargeIsRefusedWithAHint() async throws {
    let store = try MusicStore { context in
      let album = MusicStore.insert("Album", ["title": "A", "identifier": "A"], into: context)
      for number in 0..<PageLimit.rows {
        MusicStore.insert("Track", ["title": "\(number)"], into: context).setValue(album, forKey: "album")
      }
    }
    let script = try store.scratch.file("script.json", Self.script)
    let page = store.scratch.file("page.html")
    func run(_ more: String...) async -> InProcessRun {
      let list = ["--items", "Track", "--by", "album", "--html", page.path]
      return await InProcessRun(["replay", store.path, script] + list + more)
    }
    let refused = await run()
    #expect(refused.status == 1 && refused.output.isEmpty)
    #expect(
      refused.error.hasPrefix("sections: The list has 1 section and 5000 items; a page shows 5000 rows at most.")
        && refused.error.contains("--limit N"), "\(refused.error)")
    #expect(!FileManager.default.fileExists(atPath: page.path))
    #expect(await run("--limit", "\(PageLimit.rows - 1)").status == 0)
    #expect(try PlayedPage(page).frames[0].keys.joined().count == PageLimit.rows)
  }

  @Test func aListInMemoryThatGrowsTooLargeIsRefused() async throws {
    let scratch = try TemporaryFolder()
    let items = JSON.array((0..<PageLimit.rows).map { .string("a\($0)") }).text
    let path = try scratch.file(
      "script.json",
      #"{"source":"memory","content":[{"section":"A"}],"batches":[{},{"edits":[{"setItems":\#(items),"section":0}]}]}"#)
    let page = scratch.file("page.html")
    let run = await InProcessRun("replay", "-", path, "--html", page.path)
    #expect(run.status == 1)
    #expect(
      run.error == "sections: The list has 1 section and 5000 items; a page shows 5000 rows at most.\n", "\(run.error)")
    #expect(!FileManager.default.fileExists(atPath: page.path))
  }

  @Test func aFileThatCannotBeWrittenIsNamed() async throws {
    let path = try TemporaryFolder().url.appendingPathComponent("gone/page.html").path
    let memory = MemoryReplay.folder.appendingPathComponent("every-verb.json").path
    let runs = [PageTests.scenario("everything-at-once.json"), ["replay", "-", memory], ["demo"]]
    for arguments in runs {
      let run = await InProcessRun(arguments + ["--html", path])
      #expect(run.status == 1)
      #expect(run.error.hasPrefix("sections: The page cannot be written to '\(path)': "), "\(run.error)")
    }
    let missing = await InProcessRun("demo", "--html")
    #expect(missing.status == 2)
    #expect(missing.error == "sections: --html needs a value, FILE. Try 'sections demo --help'.\n")
  }

  @Test func aReplayThatFailsWritesNoPage() async throws {
    let scratch = try TemporaryFolder()
    let script = try scratch.file("script.json", #"{"source":"memory","batches":[{"edits":[{"remove":"a"}]}]}"#)
    let page = scratch.file("page.html")
    let run = await InProcessRun("replay", "-", script, "--html", page.path)
    #expect(run.status == 1 && !FileManager.default.fileExists(atPath: page.path))
  }

  /// A slip with tab completion: the output has the name of an input file, under another path.
  @Test func whatIsReadIsNotWrittenOver() async throws {
    let scratch = try TemporaryFolder()
    let text = #"{"source":"memory","batches":[]}"#
    let script = try scratch.file("script.json", text)
    let link = scratch.file("link.json")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: scratch.file("script.json"))
    let (store, model) = (scratch.file("Store.sqlite").path, scratch.file("None.xcdatamodel").path)
    let list = ["--items", "Track", "--by", "album"]
    let runs: [(arguments: [String], over: String)] = [
      (["replay", "-", script, "--html", link.path], script), (["demo", "--store", store, "--html", store], store),
      (["replay", script, "-", "--html", script] + list, script),
      (["draw", "growth", script, "--output", link.path], script),
      (["draw", "stages", "-", "--model", model, "--output", model] + list, model),
    ]
    for (arguments, over) in runs {
      let run = await InProcessRun(arguments)
      #expect(run.status == 2 && run.error.contains(" would overwrite '\(over)'."), "\(run.error)")
    }
    #expect(try String(contentsOfFile: script, encoding: .utf8) == text)
    #expect(!FileManager.default.fileExists(atPath: store))
    let other = await InProcessRun("replay", "-", script, "--html", scratch.file("page.html").path)
    #expect(other.status == 0, "\(other.error)")
  }

  private static let memory = MemoryReplay.folder.appendingPathComponent("every-verb.json").path

  /// The arguments of the commands that write a file, without the file's name.
  private static let writers = [
    ["replay", "-", memory, "--html"], ["demo", "--html"],
    ["draw", "index-map", ScenarioTests.folder.appendingPathComponent("section-moved.json").path, "--output"],
  ]

  /// A slip of the user: the output has the name of a store that the command does not read, or of one of its files.
  @Test func aDatabaseIsNotWrittenOver() async throws {
    let music = try MusicStore()
    let link = music.scratch.file("link.html")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: URL(fileURLWithPath: music.path))
    let archive = music.scratch.file("archive.html")
    try Data([0x50, 0x4b, 3, 4, 0, 0]).write(to: archive)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: music.path))
    for writer in Self.writers {
      for path in [music.path, link.path, archive.path] {
        let run = await InProcessRun(writer + [path])
        #expect(run.status == 1 && run.output.isEmpty, "\(run.output)")
        #expect(run.error.contains("cannot be written to '\(path)': the file is "), "\(run.error)")
      }
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: music.path)) == bytes)
    #expect(try Data(contentsOf: archive).count == 6)
  }

  /// Some of the store's files may not exist yet.
  @Test func whatBelongsToTheStoreIsNotWrittenOver() async throws {
    let music = try MusicStore()
    let parts = ["-wal", "-shm", "-journal"].map { music.path + $0 }
    for path in parts + [music.scratch.file(".Music_SUPPORT/_EXTERNAL_DATA/page.html").path] {
      let run = await InProcessRun(music.list("replay", ["-", "--html", path]))
      #expect(run.status == 2 && run.error.contains(" would overwrite '\(music.path)'."), "\(run.error)")
    }
    let inModel = "\(MusicStore.model)/page.html"
    let run = await InProcessRun(
      "replay", "-", Self.memory, "--model", MusicStore.model, "--items", "A", "--by", "b", "--html", inModel)
    #expect(run.status == 2 && run.error.contains(" would overwrite "), "\(run.error)")
  }

  @Test(.endsWithin(minutes: 5)) func aPipeWithoutAReaderIsAnError() async throws {
    let scratch = try TemporaryFolder()
    let pipe = scratch.file("pipe").path
    #expect(mkfifo(pipe, 0o644) == 0)
    for writer in Self.writers {
      let run = await InProcessRun(writer + [pipe])
      #expect(run.status == 1 && run.error.hasSuffix("'\(pipe)': no process reads from the pipe.\n"), "\(run.error)")
    }
  }

  @Test func aPipeWithAReaderGetsThePage() async throws {
    let scratch = try TemporaryFolder()
    let pipe = scratch.file("pipe").path
    #expect(mkfifo(pipe, 0o644) == 0)
    let reader = open(pipe, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    let script = try scratch.file("script.json", #"{"source":"memory","batches":[]}"#)
    // The page fits into the pipe, because the reader reads only after it is written.
    let run = await InProcessRun("replay", "-", script, "--html", pipe)
    #expect(run.status == 0, "\(run.error)")
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = read(reader, &bytes, bytes.count)
    let text = String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    #expect(text.hasPrefix("<!DOCTYPE html>") && text.hasSuffix("</html>\n"))
  }

  @Test func whatIsNoFileIsRefused() async throws {
    let scratch = try TemporaryFolder()
    let file = try scratch.file("file", "a text")
    for (path, reason) in [(scratch.url.path, "it is a folder."), (file + "/page.html", "Not a directory.")] {
      for writer in Self.writers {
        let run = await InProcessRun(writer + [path])
        #expect(run.status == 1 && run.error.hasSuffix("'\(path)': \(reason)\n"), "\(run.error)")
      }
    }
    #expect(await InProcessRun("replay", "-", Self.memory, "--html", "/dev/null").status == 0)
  }

  /// The page replaces the file to which a link points. The link is kept.
  @Test func aPageIsWrittenWhereALinkLeads() async throws {
    let scratch = try TemporaryFolder()
    let script = try scratch.file("script.json", #"{"source":"memory","batches":[]}"#)
    let (page, link) = (scratch.file("page.html"), scratch.file("link.html"))
    try Data("old".utf8).write(to: page)
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: page)
    #expect(await InProcessRun("replay", "-", script, "--html", link.path).status == 0)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == page.path)
    #expect(try String(contentsOf: page, encoding: .utf8).hasPrefix("<!DOCTYPE html>"))
  }
}
