import Foundation
import SectionedTesting
import TestTraits
import Testing

@testable import SectionsTool

@Suite("Drawing", .opensStores) struct DrawCommandTests {
  private static let scenario = ScenarioTests.folder.appendingPathComponent("section-moved.json").path

  @Test(arguments: [
    (
      ["draw", "stagse", "s"],
      "'stagse' is no picture; there are index-map, index-spaces, stages, views, growth. Did you mean 'stages'? "
        + "Try 'sections draw --help'."
    ),
    (["draw"], "'sections draw' needs WHAT and FILE. Try 'sections draw --help'."),
    (["draw", "stages"], "'sections draw' needs FILE. Try 'sections draw --help'."),
    (["draw", "stages", "-"], "'sections draw' needs --items ENTITY. Try 'sections draw --help'."),
    (
      ["draw", "stages", "s", "--items", "Track", "--by", "album"],
      "'sections draw' needs --model FILE. Try 'sections draw --help'."
    ),
    (
      ["draw", "stages", "s", "--batch", "last"],
      "--batch takes a whole number that is not negative, not 'last'. Try 'sections draw --help'."
    ),
    (
      ["draw", "growth", "f", "--batch", "1"],
      "--batch has no meaning for 'growth', which is drawn from figures. Try 'sections draw --help'."
    ),
  ])
  func wrongArgumentsAreSaid(_ arguments: [String], _ message: String) async {
    let run = await InProcessRun(arguments)
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.error == "sections: \(message)\n")
  }

  @Test(arguments: [
    (["index-map", "/nowhere/gone.json"], "The script '/nowhere/gone.json' does not exist."),
    (["growth", "/nowhere/gone.json"], "The file '/nowhere/gone.json' does not exist."),
    (["stages", scenario, "--batch", "7"], "\(scenario) has no batch 7: the last one is 1."),
    (
      ["index-spaces", ScenarioTests.folder.appendingPathComponent("nothing-happens.json").path],
      "No change is reported in batch 3 of nothing-happens.json: there is nothing to draw."
    ),
  ])
  func whatCannotBeDrawnIsSaid(_ arguments: [String], _ message: String) async {
    let run = await InProcessRun(["draw"] + arguments)
    #expect(run.status == (arguments.contains("--batch") ? 2 : 1) && run.output.isEmpty)
    #expect(run.error == "sections: \(message)\n")
  }

  /// The message has the line and the column, as that of `replay`.
  @Test func whatIsWrongWithAScriptIsSaid() async throws {
    let scratch = try TemporaryFolder()
    let script = try scratch.file("script.json", "{\"batches\": [{\"edits\": [{\"delete\": \"$a\"}]}]}")
    let run = await InProcessRun(
      "draw", "index-map", script, "--model", MusicStore.model, "--items", "Track", "--by", "album")
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(run.error == "sections: \(script), line 1, column 36: Batch 0: Nothing was inserted as '$a'.\n")
    let empty = try scratch.file("empty.json", "{\"batches\": []}")
    let none = await InProcessRun("draw", "stages", empty)
    #expect(none.status == 1 && none.error == "sections: \(empty) has no batch to draw.\n")
  }

  /// An existing file is replaced completely, also if it was longer.
  @Test func aFileIsWritten() async throws {
    let scratch = try TemporaryFolder()
    let path = try scratch.file("picture.svg", String(repeating: "old ", count: 10_000))
    let run = await InProcessRun("draw", "index-map", Self.scenario, "--output", path)
    #expect(run.status == 0 && run.output.isEmpty && run.error.isEmpty)
    let printed = await InProcessRun("draw", "index-map", Self.scenario)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == printed.output)
    #expect(printed.output.hasPrefix("<svg ") && printed.output.hasSuffix("</svg>\n"))
  }

  @Test func aFileThatCannotBeWrittenIsSaid() async throws {
    let path = try TemporaryFolder().url.appendingPathComponent("gone/picture.svg").path
    let run = await InProcessRun("draw", "index-map", Self.scenario, "--output", path)
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(run.error.hasPrefix("sections: The picture cannot be written to '\(path)': "), "\(run.error)")
  }

  /// If the reader closes the pipe, the tool ends without an error, as other commands do. A full disk is reported.
  @Test func anOutputThatEndsIsNoSuccessOfAnotherKind() async {
    for (failure, status) in [(OutputClosed() as any Error, Int32(0)), (ToolError.data("full"), 1)] {
      let captured = CapturedOutput { _ in throw failure }
      let run = await SectionsTool.run(["draw", "index-map", Self.scenario], output: captured.output)
      #expect(run.status == status && run.message == (status == 0 ? "" : "sections: full\n"))
      #expect(captured.text.isEmpty)
    }
  }

  /// Names with special characters of XML, in a list with items of no section.
  @Test func namesStandAsTheyAre() async throws {
    let names = ["<b>", "a & b", "\"q\"", "]]>", "&lt;", "日本", "line\nbreak", "\u{fffe}", "&#65;"]
    let edits = names.map { name in
      JSON.object([
        ("insert", .string("Track")), ("as", .string("$\(name)")), ("set", .object([("album", .string("$<A>"))])),
      ])
    }
    let album = JSON.object([
      ("insert", .string("Album")), ("as", .string("$<A>")),
      ("values", .object([("identifier", .string("</text> & \"key\""))])),
    ])
    let lost = JSON.object([("insert", .string("Track")), ("as", .string("$lost"))])
    let script = JSON.object([("batches", .array([.object([("edits", .array([album, lost] + edits))])]))])
    let scratch = try TemporaryFolder()
    let path = try scratch.file("a & <b>.json", script.text)
    let arguments = [path, "--model", MusicStore.model, "--items", "Track", "--by", "album.identifier"]
    let shown = names.map { $0 == "\u{fffe}" ? "\u{fffd}" : $0.printable }
    for picture in ["index-spaces", "index-map", "stages"] {
      let run = await InProcessRun(["draw", picture] + arguments + ["--unmatched", "last"])
      try #require(run.status == 0, "\(run.error)")
      let drawn = try DrawnPicture(run.output)
      #expect(Set(shown + ["<A>", "no section", "lost"]).isSubset(of: Set(drawn.texts)), "\(picture): \(drawn.texts)")
      #expect(drawn.root.children.first?.text.hasSuffix("batch 0 of a & <b>.json") == true)
    }
    // The map names a group of the fetched results controller by its key. Items without a key form a group.
    let map = try DrawnPicture(await InProcessRun(["draw", "index-map"] + arguments).output)
    #expect(map.texts.contains("</text> & \"key\"") && map.texts.contains("no key"))
    #expect(map.rows(of: "inner").filter { $0.hasSuffix("not shown") } == ["0 no key not shown"])
  }

  /// The fetched results controller groups by the section object itself. The map must not show the object's URI as its
  /// name.
  @Test func aMapByTheObjectHasItsName() async throws {
    let picture = try await DrawnPicture(
      drawing: "index-map", Self.scenario, "--model", MusicStore.model, "--items", "Track", "--by", "album",
      "--section-sort", "position")
    #expect(picture.list("inner") == ["A: a1 a2", "C: c1"])
    #expect(try picture.arrows() == ["shown-0→inner-1", "shown-1→inner-0"])
  }

  /// Text is readable on light and dark backgrounds, and the drawing loads no resources.
  @Test(arguments: ["index-spaces", "index-map", "stages"])
  func aDrawingIsWholeAndTheSameEachTime(_ picture: String) async throws {
    let path = ScenarioTests.folder.appendingPathComponent("everything-at-once.json").path
    let run = await InProcessRun("draw", picture, path)
    #expect(await InProcessRun("draw", picture, path).output == run.output)
    let drawn = try DrawnPicture(run.output)
    let style = try #require(drawn.root.children.first { $0.name == "style" }?.text)
    #expect(style.contains("@media (prefers-color-scheme:dark)"))
    #expect(!run.output.contains("href") && !run.output.contains("url(") && !run.output.contains("@import"))
    // Every box is on the canvas, and rows of different columns do not overlap.
    let width = try drawn.root.number("width")
    let height = try drawn.root.number("height")
    let boxes = try drawn.root.children.filter { $0.name == "g" }.compactMap { $0.attributes["id"] }.map(drawn.box)
    #expect(boxes.allSatisfy { $0.x >= 0 && $0.right <= width && $0.y >= 0 && $0.bottom <= height })
    for (index, box) in boxes.enumerated() {
      for other in boxes[..<index] { #expect(!box.overlaps(other)) }
    }
  }
}
