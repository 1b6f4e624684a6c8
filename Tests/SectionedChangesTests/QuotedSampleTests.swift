import Foundation
import Testing

/// `Fixtures/Apple` has the samples of the guide as programs. Between `// guide` and `// end` stands what is quoted.
@Suite("The guide quotes programs")
struct QuotedSampleTests {
  private static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: repository.appendingPathComponent(path), encoding: .utf8)
  }

  /// The quoted parts of a program, without what they are indented by.
  private static func quoted(_ path: String) throws -> [String] {
    try text(path).components(separatedBy: "// guide\n").dropFirst().map { part in
      let all = part.components(separatedBy: "\n")
      let lines = all.prefix { $0.trimmingCharacters(in: .whitespaces) != "// end" }
      try #require(lines.count < all.count, "\(path) has a quotation without an end")
      let indent = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
      return lines.map { String($0.dropFirst(indent)) }.joined(separator: "\n")
    }
  }

  @Test(arguments: [
    ("README.md", "Table/Table.swift", 2), ("Docs/Changes.md", "Collection/Collection.swift", 1),
    ("Docs/Changes.md", "Diffable/Diffable.swift", 1), ("Docs/Changes.md", "SwiftUIList/SwiftUIList.swift", 1),
  ])
  func eachSampleStandsInTheGuideAsItStandsInItsProgram(guide: String, program: String, count: Int) throws {
    let parts = try Self.quoted("Fixtures/Apple/" + program)
    #expect(parts.count == count)
    let blocks = try Self.text(guide).components(separatedBy: "```swift\n").dropFirst().map {
      $0.components(separatedBy: "\n```")[0]
    }
    for part in parts { #expect(blocks.contains(part), "\(guide) does not quote \(program) as it is") }
  }

  /// Exit tests are not on iOS, tvOS, watchOS and visionOS.
  @Test(arguments: ["OrderedRowsTests", "SectionedChangesTests", "SectionedFetchedResultsTests"])
  func exitTestsStandWhereTheyExist(target: String) throws {
    let folder = Self.repository.appendingPathComponent("Tests/" + target)
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    for case let file as URL in files where file.pathExtension == "swift" {
      var conditions: [String] = []
      for line in try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n") {
        let line = line.trimmingCharacters(in: .whitespaces)
        if line.hasPrefix("#if ") { conditions.append(line) }
        if line == "#endif" { _ = conditions.popLast() }
        guard line.contains("#expect(" + "processExitsWith") else { continue }
        #expect(conditions.contains { $0.contains("os(macOS) || os(Linux)") }, "\(file.lastPathComponent): \(line)")
      }
    }
  }
}
