import Foundation
import Testing

@Suite("The pages name files and folders that exist")
struct PathTests {
  private static let tops: Set = ["Docs", "Fixtures", "Sources", "Tests"]

  /// The words in code voice of a page, without its blocks of code.
  private static func words(of page: String) throws -> [String] {
    let blocks = try Project.text(page).components(separatedBy: "```")
    let prose = blocks.indices.filter { $0 % 2 == 0 }.map { blocks[$0] }.joined()
    let parts = prose.components(separatedBy: "`")
    return parts.indices.filter { $0 % 2 == 1 }.map { parts[$0] }
  }

  /// Whether a path is a file or a folder, or the name of a Swift file without its ending.
  private static func exists(_ path: String) -> Bool {
    [path, path + ".swift"].contains {
      FileManager.default.fileExists(atPath: Project.root.appendingPathComponent($0).path)
    }
  }

  @Test(
    "A path is one from the top, or begins with a target",
    arguments: ["Architecture", "Checks", "Contributing", "Layers", "Mechanisms", "Performance"])
  func paths(page: String) throws {
    let targets = Set(try Manifest().dependencies.keys)
    var count = 0
    for word in try Self.words(of: "Docs/\(page).md") where !word.contains(" ") {
      let top = word.components(separatedBy: "/")[0]
      guard word.contains("/"), Self.tops.contains(top) || targets.contains(top) else { continue }
      count += 1
      let path = Self.tops.contains(top) ? word : Project.folder(of: top) + word.dropFirst(top.count)
      #expect(Self.exists(path), "\(word)")
    }
    #expect(count > 3)
  }

  @Test(
    "A source file is one of that name, in the folder that its name says",
    arguments: ["Architecture", "Checks", "Contributing", "Layers", "Mechanisms"])
  func sourceFiles(page: String) throws {
    let files = try ["Sources", "Tests", "Fixtures"].flatMap { top in
      try Project.sources(in: top).map { "/\(top)/\($0)" }
    }
    for word in try Self.words(of: "Docs/\(page).md")
    where word.hasSuffix(".swift") && word != "Package.swift" && !word.contains(" ") {
      #expect(files.contains { $0.hasSuffix("/" + word) }, "\(word)")
    }
  }
}
