import Foundation
import TestTraits
import Testing

@testable import SectionsTool

/// The pictures in `Docs/Pictures` are the current output of the commands in `Docs/Contributing.md`.
@Suite("The pictures of the documents", .opensStores) struct PictureTests {
  private static let repository = GuideExampleTests.repository
  private static let folder = repository.appendingPathComponent("Docs/Pictures")

  private static let files = pictures(endingIn: ".svg")

  private static let photographs = pictures(endingIn: ".png")

  private static func pictures(endingIn ending: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { $0.hasSuffix(ending) }.sorted()
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: repository.appendingPathComponent(path), encoding: .utf8)
  }

  /// The arguments of the commands `sections draw WHAT FILE … --output Docs/Pictures/NAME.svg`, without `sections` and
  /// the output, by name.
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
    #expect(Self.files == ["growth.svg", "index-map.svg", "index-spaces.svg", "stages.svg", "views.svg"])
    #expect(try Self.commands.keys.sorted() == Self.files)
  }

  @Test(arguments: files) func isWhatItsCommandDraws(_ file: String) async throws {
    let arguments = try #require(try Self.commands[file]).map { argument in
      ["Docs/", "Fixtures/"].contains { argument.hasPrefix($0) }
        ? Self.repository.appendingPathComponent(argument).path : argument
    }
    let run = await InProcessRun(arguments)
    try #require(run.status == 0, "\(run.error)")
    let kept = try Self.text("Docs/Pictures/\(file)")
    #expect(run.output == kept, "Draw it again with its command in Docs/Contributing.md.")
    #expect(kept.utf8.count < 20_000)
    _ = try DrawnPicture(kept)
  }

  /// Screenshots cannot be compared, because letters look different on each machine.
  @Test(arguments: photographs) func aPhotographIsSmallAndShown(_ file: String) throws {
    let bytes = try Data(contentsOf: Self.folder.appendingPathComponent(file))
    #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) && bytes.count < 150_000, "\(file) has \(bytes.count) bytes")
    #expect(try Self.documents.contains { $0.contains("Pictures/\(file)") }, "no document shows \(file)")
  }

  @Test func theBrowserAndThePageHaveTheirPhotographs() {
    #expect(Self.photographs == ["browse.png", "page-dark.png", "page-light.png", "page-phone.png"])
  }

  /// The figure has at least four kinds of work, each from a thousand rows to a million or more.
  @Test func theGrowthHasItsSizes() throws {
    let figures = try GrowthFigures(try Self.text("Docs/Pictures/growth.json"), name: "growth.json")
    #expect(figures.lines.count >= 4)
    for line in figures.lines {
      #expect(line.points.map(\.rows).starts(with: [1_000, 10_000, 100_000, 1_000_000]), "\(line.name)")
    }
  }

  @Test(arguments: files) func isShownInADocument(_ file: String) throws {
    let isShown = try Self.documents.contains { $0.contains("Pictures/\(file))") }
    #expect(isShown, "no document shows \(file)")
  }

  /// The texts of the documents, except for the page with the commands.
  private static var documents: [String] {
    get throws {
      let pages = try FileManager.default.contentsOfDirectory(atPath: repository.appendingPathComponent("Docs").path)
        .filter { $0.hasSuffix(".md") && $0 != "Contributing.md" }
      return try ["README.md"].map(text) + pages.map { try text("Docs/\($0)") }
    }
  }
}
