import Foundation
import Testing

@Suite("The manifest, the first file that an adopter reads")
struct ManifestTests {
  @Test("It reads one variable, passes no unsafe flags, and is short")
  func theManifestIsPlain() throws {
    let text = try Project.text("Package.swift")
    let variables = text.matches(of: /Context\.environment\["(\w+)"\]/).map { String($0.1) }
    #expect(variables == ["SECTIONED_OPEN_CORE_DATA"])
    #expect(text.components(separatedBy: "Context.environment").count == 2)
    #expect(!text.contains("unsafeFlags"))
    #expect(text.components(separatedBy: "\n").count <= 351)
  }

  @Test("The pages name the manifest's compiler as the oldest one", arguments: ["README.md", "Docs/Contributing.md"])
  func thePagesNameTheCompiler(page: String) throws {
    let manifest = try Project.text("Package.swift")
    let version = try #require(manifest.firstMatch(of: /^\/\/ swift-tools-version: (\d\.\d)\n/)).1
    let text = try Project.text(page)
    #expect(text.contains("Swift \(version)"))
    // The reason is in both.
    for text in [manifest, text] { #expect(text.contains("`nonisolated(nonsending)`")) }
  }

  @Test("Each target has a folder of its own, and those of sources are in a group")
  func eachTargetHasItsFolder() throws {
    let folders = try Manifest().folders
    #expect(folders.count > 25)
    #expect(Set(folders.values).count == folders.count)
    let groups: Set = ["CoreData", "Lists", "Views", "Tools", "System"]
    for (target, folder) in folders where folder.hasPrefix("Sources/") && target != "NotesTutorial" {
      let parts = folder.split(separator: "/").map(String.init)
      #expect(parts.count == 3 && groups.contains(parts[1]) && parts[2] == target, "\(folder)")
    }
  }
}
