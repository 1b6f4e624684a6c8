import CoreData
import Foundation
import SectionedTesting
import Testing

@testable import SectionsTool

@Suite("A page that cannot be") struct PageRefusalTests {
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
}
