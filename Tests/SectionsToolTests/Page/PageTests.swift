import Foundation
import SectionedTesting
import TestTraits
import Testing

@testable import SectionsTool

@Suite("A page that plays a replay", .opensStores) struct PageTests {
  /// Returns the arguments of a scenario's replay.
  static func scenario(_ file: String, _ more: String...) -> [String] {
    [
      "replay", "-", ScenarioTests.folder.appendingPathComponent(file).path, "--model", MusicStore.model, "--items",
      "Track", "--by", "album.identifier", "--sort", "position", "--section-sort", "position",
    ] + more
  }

  static let memoryFiles = ["every-verb.json", "item-comes-twice.json", "sections-and-items-cross.json"]

  /// Runs a replay with a page.
  ///
  /// - Returns: the page, and the printed batches.
  static func play(_ arguments: [String]) async throws -> (page: PlayedPage, batches: [JSON]) {
    let scratch = try TemporaryFolder()
    let url = scratch.file("page.html")
    let run = await InProcessRun(arguments + ["--json", "--html", url.path])
    try #require(run.status == 0, "\(run.error)")
    let lines = run.output.split(separator: "\n").map { Array($0.utf8) }
    return (try PlayedPage(url), try lines.map { try JSON(parsing: $0) })
  }

  @Test(arguments: ScenarioTests.files) func eachBatchEndsWithTheListOfTheReplay(_ file: String) async throws {
    let (page, batches) = try await Self.play(Self.scenario(file))
    #expect(page.batches.count == batches.count && !batches.isEmpty)
    for (index, batch) in batches.enumerated() {
      #expect(page.list(try page.end(ofBatch: index)) == listed(batch), "batch \(index)")
      let hasEvents = !PlayedPage.array(batch["events"]).isEmpty
      #expect(PlayedPage.array(page.batches[index]["callbacks"]).isEmpty == !hasEvents)
      #expect(page.frames.contains { $0.batch == index && $0.kind == "nothing" } == !hasEvents)
    }
  }

  /// A silent change is not shown before the next update.
  @Test(arguments: memoryFiles) func aListInMemoryIsPlayedWithItsTitles(_ file: String) async throws {
    let (page, batches) = try await Self.play(["replay", "-", MemoryReplay.folder.appendingPathComponent(file).path])
    for (index, batch) in batches.enumerated() {
      let frame = try page.end(ofBatch: index)
      if PlayedPage.array(batch["events"]).first?["origin"]?.plainText == "silent" {
        #expect(frame.kind == "nothing")
        continue
      }
      #expect(page.list(frame) == listed(batch), "batch \(index)")
      for (keys, section) in zip(frame.keys, PlayedPage.array(batch["visible"])) {
        let elements = [section] + PlayedPage.array(section["rows"])
        // An element that is listed twice has one title and two names.
        let titles = elements.map { element -> String? in
          element["title"] == .null
            ? element["object"].map { ElementName($0.plainText).id } : element["title"]?.plainText
        }
        #expect(keys.map { frame.titles[$0] } == titles, "batch \(index)")
      }
    }
  }

  /// A page shows the stages of a plan, each with its own list, and at last the configured cells.
  @Test func aPlanIsPlayedStageByStage() async throws {
    let (page, _) = try await Self.play(Self.scenario("everything-at-once.json"))
    let frames = page.frames.filter { $0.batch == 1 }
    #expect(frames.map(\.kind) == ["stage", "stage", "stage", "refresh"])
    #expect(
      frames.map { page.list($0) } == [
        ["$A: $a1 $a2", "$C:"], ["$C:", "$A: $a1 $a2", "$D: $d1"], ["$C: $a1", "$A: $a2", "$D: $d1"],
        ["$C: $a1", "$A: $a2", "$D: $d1"],
      ])
    #expect(frames[0].calls == ["delete section 1", "delete item [2, 0]"])
    #expect(frames[1].calls == ["insert section 2", "move section 1 → 0"])
    let marks = frames.map { frame in
      frame.marks.map { "\($0.value)\(page.names[$0.key] ?? "")" }.sorted()
    }
    #expect(
      marks == [["−$B", "−$c1"], ["+$D", "→$C"], ["→$a1"], ["~$A", "~$C", "~$a1", "~$a2"]].map { $0.sorted() })
  }

  @Test func theDemoWritesItsStory() async throws {
    let scratch = try TemporaryFolder()
    let url = scratch.file("page.html")
    let run = await InProcessRun("demo", "--html", url.path)
    try #require(run.status == 0, "\(run.error)")
    #expect(run.output == (await InProcessRun("demo")).output)
    let page = try PlayedPage(url)
    #expect(page.batches.map { $0["title"]?.plainText } == DemoStep.story.map(\.title))
    let last = try #require(page.frames.last)
    #expect(last.keys.count == 249 && last.keys.joined().count == 249 + 417)
    #expect(Set(last.keys.joined().map { last.titles[$0] }).isSuperset(of: ["Czechia", "Swaziland", "Atlantis"]))
    #expect(last.keys.joined().allSatisfy { last.titles[$0]?.isEmpty == false })
  }

  /// The buttons have drawings, because a font may lack a symbol, and the page loads no font. Every font has the
  /// characters of the remaining text.
  @Test func symbolsAreDrawn() {
    let buttons = PageBody.text.matches(of: /<button[^>]*>(?<content>[\s\S]*?)<\/button>/).map(\.content)
    #expect(buttons.count == 5)
    #expect(buttons.allSatisfy { $0.contains("<svg") && $0.contains("<path") })
    let text = PageBody.text + PageStyle.text + PageProgram.text
    #expect(Set(text.unicodeScalars.filter { !$0.isASCII }) == Set("·−→".unicodeScalars))
    #expect(!text.contains("&#"))
  }

  static let markup = [
    "</script><script>document.title = 'broken'</script>", "<img src=x onerror=\"document.title = 'broken'\">", "<!--",
    "&lt;b&gt;", "\"quoted\"", "'", "]]>", "\u{2028}", "日本", "<b>", "\\u003c", "https://example.com/",
  ]

  /// Returns a script for a list in memory whose names are markup.
  static func markupScript(in scratch: TemporaryFolder) throws -> String {
    let script = JSON.object([
      ("source", .string("memory")),
      ("content", .array([.object([("section", .string("<h1>")), ("items", .array(markup.map(JSON.string)))])])),
      ("batches", .array([.object([("edits", .array([.object([("remove", .array([.integer(0), .integer(0)]))])]))])])),
    ])
    return try scratch.file("a & <b>.json", script.text)
  }

  @Test func namesWithMarkupAreText() async throws {
    let scratch = try TemporaryFolder()
    let (page, _) = try await Self.play(["replay", "-", Self.markupScript(in: scratch)])
    #expect(page.frames[0].keys.map { $0.map { page.frames[0].titles[$0] } } == [["<h1>"] + Self.markup])
    #expect(page.text.components(separatedBy: "<script").count == 3)
    #expect(page.text.components(separatedBy: "</script").count == 3)
    #expect(page.text.contains("<title>a &amp; &lt;b&gt;.json</title>"))
    #expect(!page.text.contains("<img") && !page.text.contains("<!--"))
  }

  @Test func nothingIsTakenFromElsewhere() async throws {
    let (page, _) = try await Self.play(Self.scenario("everything-at-once.json"))
    for sign in ["://", "src=", "href=", "url(", "@import", "fetch(", "XMLHttpRequest", "import("] {
      #expect(!page.frameText.contains(sign), "\(sign)")
    }
    #expect(page.frameText.contains("default-src 'none'"))
  }
}
