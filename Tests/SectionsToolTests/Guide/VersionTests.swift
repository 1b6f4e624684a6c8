import Foundation
import Testing

@testable import SectionsTool

@Suite("The version is the same everywhere")
struct VersionTests {
  private static func text(_ path: String) throws -> String {
    try String(contentsOf: GuideExampleTests.repository.appendingPathComponent(path), encoding: .utf8)
  }

  @Test("The version has three numbers, and the tool prints it") func tool() async {
    #expect(packageVersion.wholeMatch(of: /\d+\.\d+\.\d+/) != nil)
    #expect(await InProcessRun("--version").output == "sections \(packageVersion)\n")
  }

  @Test(
    "Each manifest that shows how to depend on the package asks for it",
    arguments: [
      ("README.md", 2), ("Fixtures/Manifests/App/Package.swift", 1), ("Fixtures/Manifests/Executable/Package.swift", 1),
      ("Docs/Classes.md", 1), ("Fixtures/Manifests/Classes/Package.swift", 1),
    ])
  func manifests(path: String, count: Int) throws {
    let versions = try Self.text(path).matches(of: /from: "([^"]*)"/).map { String($0.1) }
    #expect(versions == Array(repeating: packageVersion, count: count))
  }

  @Test("The changelog's first chapters are of what is not released and of the version") func changelog() throws {
    let chapters = try Self.text("Docs/Changelog.md").matches(of: /\n## (.*)\n/).map { String($0.1) }
    try #require(chapters.count >= 2)
    #expect(chapters[0] == "Unreleased")
    // A chapter named `0.9` is about version 0.9.0.
    let numbers = chapters[1].split(separator: ".").map(String.init) + ["0", "0"]
    #expect(numbers.prefix(3).joined(separator: ".") == packageVersion)
  }

  @Test("The changelog promises semantic versions") func promise() throws {
    let text = try Self.text("Docs/Changelog.md")
    #expect(text.contains("semantic") && text.contains("`@available(*, deprecated, renamed:)`"))
  }
}
