import Foundation
import SectionedTesting
import TestTraits
import Testing

@testable import SectionsTool

@Suite("Pictures of growth", .opensStores) struct GrowthDrawingTests {
  /// A constant line, a line that grows with the list, and a figure of one size, which is not drawn.
  private static let figures = """
    {"name":"flat <1>","size":"","rows":1000,"median_ns":2000}
    {"name":"once","size":"1M rows","ratio":0.5,"median_ns":7}
    {"name":"steep","rows":100000,"median_ns":10000000}

    {"name":"steep","rows":1000,"median_ns":100000}
    {"name":"flat <1>","rows":100000,"median_ns":2000.0}
    {"name":"steep","rows":10000,"median_ns":1000000}
    """

  private func draw(_ text: String) async throws -> InProcessRun {
    let scratch = try TemporaryFolder()
    return await InProcessRun("draw", "growth", try scratch.file("figures.json", text))
  }

  @Test func linesRiseAsCostsDo() async throws {
    let run = try await draw(Self.figures)
    #expect(run.status == 0 && run.error.isEmpty)
    let picture = try DrawnPicture(run.output)
    let lines = try ["line0", "line1"].map { try picture.element($0) }
    #expect(lines.map { $0.all.last { $0.name == "text" }?.text } == ["flat <1>", "steep"])
    #expect(!picture.texts.contains("once"))
    let paths = try lines.map { line in
      DrawnPicture.numbers(try #require(line.all.first { $0.name == "path" }?.attributes["d"]))
    }
    // The line has the same height at both ends, which are two powers of ten apart.
    #expect(paths[0].count == 4 && paths[0][1] == paths[0][3])
    let side = (paths[0][2] - paths[0][0]) / 2
    #expect(side > 0)
    // The line goes from left to right, and rises by a power of ten for each power of ten.
    #expect(paths[1].count == 6)
    #expect(paths[1][2] - paths[1][0] == side && paths[1][1] - paths[1][3] == side)
    #expect(paths[1][4] - paths[1][2] == side && paths[1][3] - paths[1][5] == side)
    #expect(
      lines[1].all.filter { $0.name == "title" }.map(\.text) == [
        "steep, 1000 rows: 100.0 µs", "steep, 10000 rows: 1.0 ms", "steep, 100000 rows: 10.0 ms",
      ])
    for label in ["10³", "10⁴", "10⁵", "1 µs", "10 µs", "100 µs", "1 ms", "10 ms", "rows"] {
      #expect(picture.texts.filter { $0 == label }.count == 1, "\(label)")
    }
  }

  /// Labels are beside the ends of their lines. If several lines end at one point, their labels are below each other.
  @Test func labelsDoNotLieOnEachOther() async throws {
    let text = ["a", "b", "c"].map { #"{"name":"\#($0)","rows":1000,"median_ns":500}"# }.joined(separator: "\n")
    let picture = try DrawnPicture(try await draw(text).output)
    let places = try ["line0", "line1", "line2"].map { id in
      try #require(picture.element(id).all.first { $0.name == "text" }).number("y")
    }.sorted()
    #expect(places[1] - places[0] > 13.9 && places[2] - places[1] > 13.9)
    #expect(try #require(places.last) <= picture.root.number("height"))
  }

  /// All names of `Benchmarks --filter growth` begin with the same word.
  @Test func whatAllNamesBeginWithIsLeftOut() async throws {
    let figures = { (names: [String]) in
      names.map { #"{"name":"\#($0)","rows":1000,"median_ns":500}"# }.joined(separator: "\n")
    }
    let alike = try DrawnPicture(try await draw(figures(["growth.item", "growth.item.moved"])).output)
    #expect(alike.texts.suffix(2) == ["item", "item.moved"])
    let other = try DrawnPicture(try await draw(figures(["growth.item", "merge"])).output)
    #expect(other.texts.suffix(2) == ["growth.item", "merge"])
  }

  @Test(arguments: [
    ("growth: 3", "line 1"), ("{\"name\":\"a\",\"median_ns\":5}\n{}", "line 2"), ("[]", "line 1"),
    ("{\"name\":\"a\",\"rows\":0,\"median_ns\":5}", "line 1"),
    ("{\"name\":\"a\",\"rows\":10,\"median_ns\":0}", "line 1"),
    ("{\"name\":\"a\",\"rows\":1.5,\"median_ns\":5}", "line 1"),
    ("{\"name\":\"a\",\"rows\":10,\"median_ns\":\"5\"}", "line 1"),
  ])
  func whatIsNoFigureIsSaid(_ text: String, _ place: String) async throws {
    let run = try await draw(text)
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(
      run.error.hasSuffix(
        ", \(place): this is no figure of 'Benchmarks --json', an object with name and median_ns.\n"), "\(run.error)")
  }

  @Test(arguments: ["", "\n\n", "{\"name\":\"a\",\"median_ns\":5}"]) func noFigureIsSaid(_ text: String) async throws {
    let run = try await draw(text)
    #expect(run.status == 1 && run.output.isEmpty)
    #expect(run.error.contains(" has no figure with rows. "), "\(run.error)")
  }
}
