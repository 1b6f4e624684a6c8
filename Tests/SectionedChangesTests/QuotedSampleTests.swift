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
    ("Docs/Changes.md", "Diffable/Diffable.swift", 2), ("Docs/Changes.md", "SwiftUIList/SwiftUIList.swift", 1),
  ])
  func eachSampleStandsInTheGuideAsItStandsInItsProgram(guide: String, program: String, count: Int) throws {
    let parts = try Self.quoted("Fixtures/Apple/" + program)
    #expect(parts.count == count)
    let blocks = try Self.text(guide).components(separatedBy: "```swift\n").dropFirst().map {
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

  private static let libraries = ["OrderedRows", "SectionedChanges", "SectionedFetchedResults"]
  private static let testTargets = libraries.map { $0 + "Tests" }

  /// The lines of each file of a folder, by the file's name, without what they are indented by.
  private static func lines(of folder: String) throws -> [(file: String, lines: [String])] {
    let folder = repository.appendingPathComponent(folder)
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    let sources = files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
    try #require(!sources.isEmpty)
    return try sources.map { file in
      let text = try String(contentsOf: file, encoding: .utf8)
      return (
        file.lastPathComponent, text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      )
    }
  }

  /// `Synchronization` begins with macOS 15 and iOS 18, later than the package does.
  @Test(arguments: (libraries + ["SectionedTesting"]).map { "Sources/" + $0 } + testTargets.map { "Tests/" + $0 })
  func noModuleIsImportedThatIsNewerThanThePackage(folder: String) throws {
    for (file, lines) in try Self.lines(of: folder) {
      for line in lines { #expect(!line.hasSuffix("import " + "Synchronization"), "\(file)") }
    }
  }

  @Test(arguments: libraries) func whatOnePlatformHasStandsInFilesThatSaySo(library: String) throws {
    for (file, lines) in try Self.lines(of: "Sources/" + library) {
      if file.hasSuffix("+Apple.swift") || file.hasSuffix("+OpenCoreData.swift") { continue }
      for line in lines { #expect(!line.contains("canImport(Darwin)"), "\(file)") }
    }
  }

  /// Exit tests are not on iOS, tvOS, watchOS and visionOS.
  @Test(arguments: testTargets) func exitTestsStandWhereTheyExist(target: String) throws {
    for (file, lines) in try Self.lines(of: "Tests/" + target) {
      var conditions: [String] = []
      for line in lines {
        if line.hasPrefix("#if ") { conditions.append(line) }
        if line == "#endif" { _ = conditions.popLast() }
        guard line.contains("#expect(" + "processExitsWith") else { continue }
        #expect(conditions.contains { $0.contains("os(macOS) || os(Linux)") }, "\(file): \(line)")
      }
    }
  }
}
