import Foundation
import Testing

/// `Fixtures/Apple` has the samples of the guide as programs. Between `// guide` and `// end` stands what is quoted.
@Suite("The guide quotes programs")
struct QuotedSampleTests {
  /// The quoted parts of a program, without what they are indented by.
  private static func quoted(_ path: String) throws -> [String] {
    try Project.text(path).components(separatedBy: "// guide\n").dropFirst().map { part in
      let all = part.components(separatedBy: "\n")
      let lines = all.prefix { $0.trimmingCharacters(in: .whitespaces) != "// end" }
      try #require(lines.count < all.count, "\(path) has a quotation without an end")
      let indent = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
      return lines.map { String($0.dropFirst(indent)) }.joined(separator: "\n")
    }
  }

  @Test(arguments: [
    ("README.md", "Table/Table.swift", 2), ("Docs/Changes.md", "Collection/Collection.swift", 1),
    ("Docs/Changes.md", "Diffable/Diffable.swift", 2), ("Docs/Changes.md", "SwiftUIList/SwiftUIList.swift", 1),
  ])
  func eachSampleStandsInTheGuideAsItStandsInItsProgram(guide: String, program: String, count: Int) throws {
    let parts = try Self.quoted("Fixtures/Apple/" + program)
    #expect(parts.count == count)
    let blocks = try Project.text(guide).components(separatedBy: "```swift\n").dropFirst().map {
      $0.components(separatedBy: "\n```")[0]
    }
    for part in parts { #expect(blocks.contains(part), "\(guide) does not quote \(program) as it is") }
  }

  /// A save gives new objects other IDs, and to a diffable data source these are other cells.
  @Test func theDiffableSampleHasPermanentIDsBeforeItFetches() throws {
    let part = try #require(try Self.quoted("Fixtures/Apple/Diffable/Diffable.swift").first)
    let option = try #require(part.range(of: "controller.obtainsPermanentIDs = true"))
    let fetch = try #require(part.range(of: "performFetch()"))
    #expect(option.lowerBound < fetch.lowerBound)
  }
}
