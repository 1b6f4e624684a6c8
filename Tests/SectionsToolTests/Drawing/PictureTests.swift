import Foundation
import TestTraits
import Testing

@testable import SectionsTool

/// The pictures in `Docs/Pictures` are what the commands beside them in `Docs/Contributing.md` draw today.
@Suite("The pictures of the documents", .opensStores) struct PictureTests {
  private static let repository = GuideExampleTests.repository
  private static let folder = repository.appendingPathComponent("Docs/Pictures")

  private static let files =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { $0.hasSuffix(".svg") }.sorted()

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: repository.appendingPathComponent(path), encoding: .utf8)
  }

  /// `sections draw WHAT FILE … --output Docs/Pictures/NAME.svg`, without the first word and the output, by names.
  private static var commands: [String: [String]] {
    get throws {
      var commands: [String: [String]] = [:]
      for line in try text("Docs/Contributing.md").components(separatedBy: "\n") {
        let words = line.split(separator: " ").map(String.init)
        guard line.hasPrefix("swift run sections draw "), let output = words.firstIndex(of: "--output") else {
          continue
        }
        commands[String(words[output + 1].dropFirst("Docs/Pictures/".count))] = Array(words[3..<output])
      }
      return commands
    }
  }

  @Test func eachHasItsCommand() throws {
    #expect(Self.files == ["growth.svg", "index-map.svg", "index-spaces.svg", "stages.svg"])
    #expect(try Self.commands.keys.sorted() == Self.files)
  }

  @Test(arguments: files) func isWhatItsCommandDraws(_ file: String) async throws {
    var arguments = try #require(try Self.commands[file])
    arguments[2] = Self.repository.appendingPathComponent(arguments[2]).path
    let run = await InProcessRun(arguments)
    try #require(run.status == 0, "\(run.error)")
    let kept = try Self.text("Docs/Pictures/\(file)")
    #expect(run.output == kept, "Draw it again with its command in Docs/Contributing.md.")
    #expect(kept.utf8.count < 20_000)
    _ = try DrawnPicture(kept)
  }

  /// The growth of at least four kinds of work, from a thousand rows to a million and more.
  @Test func theGrowthHasItsSizes() throws {
    let figures = try GrowthFigures(try Self.text("Docs/Pictures/growth.json"), name: "growth.json")
    #expect(figures.lines.count >= 4)
    for line in figures.lines {
      #expect(line.points.map(\.rows).starts(with: [1_000, 10_000, 100_000, 1_000_000]), "\(line.name)")
    }
  }

  @Test(arguments: files) func isShownInADocument(_ file: String) throws {
    let documents =
      try ["README.md"].map(Self.text)
      + FileManager.default.contentsOfDirectory(atPath: Self.repository.appendingPathComponent("Docs").path)
      .filter { $0.hasSuffix(".md") }.map { try Self.text("Docs/\($0)") }
    let isShown = documents.contains { $0.contains("Pictures/\(file))") }
    #expect(isShown, "no document shows \(file)")
  }
}
