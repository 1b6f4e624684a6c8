import Foundation
import Testing

/// The README and the articles quote programs of `Fixtures/Apple` and tests. The quoted lines are between `// guide`
/// and `// end`.
@Suite("The guide quotes programs")
struct QuotedSampleTests {
  /// The quoted parts of a program, without their indentation.
  private static func quoted(_ path: String) throws -> [String] {
    try Project.text(path).components(separatedBy: "// guide\n").dropFirst().map { part in
      let all = part.components(separatedBy: "\n")
      let lines = all.prefix { $0.trimmingCharacters(in: .whitespaces) != "// end" }
      try #require(lines.count < all.count, "\(path) has a quotation without an end")
      let indent = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
      return lines.map { String($0.dropFirst(indent)) }.joined(separator: "\n")
    }
  }

  /// The code blocks of a page. A diff is two blocks: the old code and the new code.
  private static func blocks(_ path: String) throws -> [String] {
    func blocks(_ language: String) throws -> [String] {
      try Project.text(path).components(separatedBy: "```\(language)\n").dropFirst().map {
        $0.components(separatedBy: "\n```")[0]
      }
    }
    let programs = try blocks("diff").flatMap { diff in
      ["+", "-"].map { other in
        diff.components(separatedBy: "\n").filter { !$0.hasPrefix(other) }.map { String($0.dropFirst()) }
          .joined(separator: "\n")
      }
    }
    return try blocks("swift") + programs
  }

  /// The README also quotes manifests, which are files of their own. `SharedModelTests` loads them.
  @Test func eachBlockOfTheReadmeIsOfAProgram() throws {
    let programs = try ["Fixtures/Apple", "Tests"].flatMap { try Self.files(in: $0, ".swift") }
    var parts = try Set(programs.flatMap(Self.quoted))
    for manifest in try Self.files(in: "Fixtures/Manifests", "Package.swift") {
      parts.insert(try Project.text(manifest).trimmingCharacters(in: .newlines))
    }
    let blocks = try Self.blocks("README.md")
    #expect(blocks.count == 6)
    for block in blocks {
      let isThere = parts.contains(block)
      #expect(isThere, "README.md has code that no program has: \(block)")
      let isManifest = block.contains("import PackageDescription")
      #expect(isManifest || block.components(separatedBy: "\n").count <= 12)
    }
  }

  @Test func theReadmeIsShort() throws {
    #expect(try Project.text("README.md").components(separatedBy: "\n").count <= 131)
  }

  /// Both lists are searched while the user types. Ours also shows countries without zones.
  @Test func aListInSwiftUIIsNoLongerThanWithApplesWrapper() throws {
    let lines = try ["SwiftUIFetchRequest", "SwiftUIRequest"].map { name in
      let parts = try Self.quoted("Fixtures/Apple/\(name)/\(name).swift")
      let part = try #require(parts.first { $0.contains("struct CountriesView") })
      return part.components(separatedBy: "\n").count
    }
    #expect(lines[1] <= lines[0])
  }

  private static let catalogues = [
    "Sources/Lists/SectionedChanges/SectionedChanges.docc",
    "Sources/Lists/SectionedFetchedResults/SectionedFetchedResults.docc",
    "Sources/Lists/SectionedDataSources/SectionedDataSources.docc", "Sources/Lists/SectionedTrees/SectionedTrees.docc",
    "Sources/Views/SectionedViews/SectionedViews.docc",
    "Sources/Views/SectionedUIKit/SectionedUIKit.docc",
    "Sources/Views/SectionedAppKit/SectionedAppKit.docc",
    "Sources/Views/SectionedTerminal/SectionedTerminal.docc",
    "Sources/CoreData/CoreData/CoreData.docc",
  ]

  /// The paths of the files with certain endings in a folder and its subfolders.
  private static func files(in folder: String, _ endings: String...) throws -> [String] {
    let all = try FileManager.default.subpathsOfDirectory(atPath: Project.root.appendingPathComponent(folder).path)
    return all.filter { path in endings.contains { path.hasSuffix($0) } }.map { folder + "/" + $0 }.sorted()
  }

  @Test func eachBlockOfAnArticleIsOfAProgram() throws {
    let programs = try ["Fixtures/Apple", "Tests"].flatMap { try Self.files(in: $0, ".swift") }
    let parts = try Set(programs.flatMap(Self.quoted))
    var count = 0
    let articles = try Self.catalogues.flatMap { try Self.files(in: $0, ".md") }
    // The excluded articles quote declarations, which `AppleInterfaceTests` compares.
    for article in articles.filter({ !$0.hasSuffix("/AppleInterface.md") }) {
      for block in try Self.blocks(article) {
        count += 1
        let isThere = parts.contains(block)
        #expect(isThere, "\(article) has code that no program has: \(block)")
      }
    }
    #expect(count >= 20)
  }

  /// Each quoted part is in a page.
  @Test func eachQuotationStandsSomewhere() throws {
    let texts = try Self.catalogues.flatMap { try Self.files(in: $0, ".md") } + ["README.md"]
    let blocks = try Set(texts.flatMap(Self.blocks))
    for program in try ["Fixtures/Apple", "Tests"].flatMap({ try Self.files(in: $0, ".swift") }) {
      for part in try Self.quoted(program) {
        let isQuoted = blocks.contains(part)
        #expect(isQuoted, "No article and not the README quotes this of \(program): \(part)")
      }
    }
  }

  /// A test runs each quoted program. The programs of `Fixtures/Apple` are for Apple platforms, so most have a copy
  /// among the tests. The classic ones and those of AppKit are built by tests. SwiftUI does not run here:
  /// `.ci/check-apple.py` compiles its samples, and tests check the state that their views read.
  @Test func aTestRunsEachQuotation() throws {
    let run = try Set(Self.files(in: "Tests", ".swift").flatMap(Self.quoted))
    for program in try Self.files(in: "Fixtures/Apple", ".swift") {
      let folder = program.components(separatedBy: "/")[2]
      guard !["AppKit", "Classic"].contains(folder), !folder.hasPrefix("SwiftUI") else { continue }
      for part in try Self.quoted(program) {
        let isRun = run.contains(part)
        #expect(isRun, "No test runs this of \(program): \(part)")
      }
    }
  }

  /// Each step of the tutorial is a file, and each file is a step.
  @Test func theTutorialShowsEachOfItsSteps() throws {
    let folder = "Sources/Lists/SectionedFetchedResults/SectionedFetchedResults.docc/Tutorials"
    let tutorials = try Self.files(in: folder, ".tutorial").map(Project.text).joined()
    let named = tutorials.components(separatedBy: "file: \"").dropFirst().map { $0.components(separatedBy: "\"")[0] }
    let files = try Self.files(in: folder, ".swift").compactMap { $0.components(separatedBy: "/").last }
    #expect(named == files)
    #expect(files.count == 5)
  }

  /// A product without a catalogue would have no page. `CoreDataPostgreSQL` needs none, because it has no public
  /// declarations.
  @Test func eachLibraryHasACatalogue() throws {
    let products = try Project.text("Package.swift").components(separatedBy: ".library(name: \"").dropFirst().map {
      $0.components(separatedBy: "\"")[0]
    }.filter { $0 != "CoreDataPostgreSQL" }
    for file in try Self.files(in: "Sources/CoreData/CoreDataPostgreSQL", ".swift") {
      let code = String(decoding: SwiftCode.kept(of: try Project.text(file)), as: UTF8.self)
      let found = code.firstMatch(of: /\b(?:public|open) (?:\w+ )*(?:class|struct|enum|func|var|let|init)\b/)
      #expect(found == nil, "\(file)")
    }
    #expect(Set(products.map { "\(Project.folder(of: $0))/\($0).docc" }) == Set(Self.catalogues))
    let gate = try Project.text(".ci/documentation")
    for product in products {
      let page = "\(Project.folder(of: product))/\(product).docc/\(product).md"
      #expect(try Project.text(page).hasPrefix("# ``\(product)``\n"))
      #expect(gate.contains(" \(product)"), "The gate does not make the documentation of \(product).")
    }
  }

  /// A save gives new objects permanent IDs. A diffable data source would take them for other items.
  @Test func theDiffableSampleHasPermanentIDsBeforeItFetches() throws {
    let part = try #require(try Self.quoted("Fixtures/Apple/Diffable/Diffable.swift").first)
    let option = try #require(part.range(of: "controller.obtainsPermanentIDs = true"))
    let fetch = try #require(part.range(of: "performFetch()"))
    #expect(option.lowerBound < fetch.lowerBound)
  }
}
