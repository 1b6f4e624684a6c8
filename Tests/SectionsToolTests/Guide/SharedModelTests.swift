import CoreData
import Foundation
import ProcessTesting
import SectionedTesting
import Testing

@testable import SectionsTool

/// Tests of `Fixtures/SharedModel`, a package that depends on this one as `Docs/Linux.md` says.
@Suite("A model that a Mac and Linux share") struct SharedModelTests {
  /// The `swift` command; nil if there is none.
  private static let swift: URL? = {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":").map(String.init) ?? []
    let paths = folders.map { $0 + "/swift" }
    return paths.first(where: FileManager.default.isExecutableFile(atPath:)).map { URL(fileURLWithPath: $0) }
  }()

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: GuideExampleTests.repository.appendingPathComponent(path), encoding: .utf8)
  }

  @Test func thePageQuotesItsManifest() throws {
    let manifest = try Self.text("Fixtures/SharedModel/Package.swift")
    #expect(try Self.text("Docs/Linux.md").contains("```swift\n\(manifest)```\n"))
  }

  /// The path leads from a zone of `sections demo` to its country. On a Mac, a fetch refuses a path that ends in a
  /// relationship, and the compiler does not notice this.
  @Test(arguments: ["Fixtures/SharedModel/Sources/Library/Library.swift", "Fixtures/Apple/Table/Table.swift"])
  func itsGroupingPathEndsInAnAttributeOfTheSection(file: String) throws {
    let paths = try Self.paths(in: Self.text(file))
    let path = try #require(paths.first)
    #expect(paths.count == 1)
    let model = WorldModel.make()
    var entity = model.entitiesByName["Zone"]
    for step in path.dropLast() { entity = entity?.relationshipsByName[step]?.destinationEntity }
    #expect(entity?.name == "Country")
    let last = try #require(path.last)
    #expect(entity?.attributesByName[last] != nil, "\(path) ends in no attribute")
    #expect(entity?.uniquenessConstraints as? [[String]] == [[last]])
  }

  /// If a grouping path on the page ends in a relationship, the page says that this is for Linux only.
  @Test func thePageSaysWhichGroupingPathsAreForLinuxOnly() throws {
    for paragraph in try Self.text("Docs/Linux.md").components(separatedBy: "\n\n") {
      for path in Self.paths(in: paragraph) where path != ["country", "code"] {
        #expect(paragraph.contains("On Apple platforms the path must end in an attribute"), "\(path)")
      }
    }
  }

  private static func paths(in text: String) -> [[String]] {
    text.matches(of: /sectionGroupingKeyPath: "([^"]+)"/).map { $0.1.split(separator: ".").map(String.init) }
  }

  /// The sample is copied beside a checkout of this package, because its manifest names the neighbour folder.
  /// `describe` loads both manifests, so a missing product is an error.
  @Test(
    .enabled(if: swift != nil, "PATH has no swift command."),
    arguments: [(nil, ["CoreData", "SectionedFetchedResults"]), ("0", ["SectionedFetchedResults"])])
  func coreDataIsADependencyWhereAppleHasNone(setting: String?, products: [String]) throws {
    let scratch = try TemporaryFolder()
    let files = FileManager.default
    let repository = GuideExampleTests.repository
    let package = scratch.file("Library")
    try files.copyItem(at: repository.appendingPathComponent("Fixtures/SharedModel"), to: package)
    try files.createSymbolicLink(
      at: scratch.file("SectionedFetchedResultsController"), withDestinationURL: repository)
    let description = try Self.describe(package, setting: setting, scratch)
    #expect(description.targets.map(\.name) == ["Library"])
    #expect(description.targets.first?.product_dependencies == products)
  }

  /// Loads the manifests of the README and of `Docs/Classes.md`, with a path to this package instead of its address.
  @Test(
    .enabled(if: swift != nil, "PATH has no swift command."),
    arguments: [
      ("App", ["SectionedViews"]), ("Executable", ["CoreData", "SectionedFetchedResults"]),
      ("Classes", ["CoreData", "SectionedFetchedResults", "CoreDataModelPlugin"]),
    ])
  func theManifestsOfThePagesLoad(folder: String, products: [String]) throws {
    let scratch = try TemporaryFolder()
    let repository = GuideExampleTests.repository
    let package = scratch.file("Atlas")
    let sources = package.appendingPathComponent("Sources/Atlas")
    try FileManager.default.createDirectory(
      at: sources.appendingPathComponent("Atlas.xcdatamodeld"), withIntermediateDirectories: true)
    try "let one = 1\n".write(to: sources.appendingPathComponent("Atlas.swift"), atomically: true, encoding: .utf8)
    let manifest = try Self.text("Fixtures/Manifests/\(folder)/Package.swift")
    let address = "url: \"https://example.com/\\(lists).git\", from: \"0.9.0\""
    try #require(manifest.contains(address))
    try manifest.replacingOccurrences(of: address, with: "path: \"../\\(lists)\"").write(
      to: package.appendingPathComponent("Package.swift"), atomically: true, encoding: .utf8)
    try FileManager.default.createSymbolicLink(
      at: scratch.file("SectionedFetchedResultsController"), withDestinationURL: repository)
    let description = try Self.describe(package, setting: nil, scratch)
    #expect(description.targets.map(\.name) == ["Atlas"])
    #expect(description.targets.first?.product_dependencies == products)
  }

  /// On Apple platforms the manifest has no tool and no benchmarks, because they use more of our Core Data than Apple's
  /// interface. It has the plugin, which does nothing there, so that an app has one manifest for both.
  @Test(.enabled(if: swift != nil, "PATH has no swift command."))
  func onlyWhatBuildsWithApplesIsInTheManifestThere() throws {
    let scratch = try TemporaryFolder()
    let description = try Self.describe(GuideExampleTests.repository, setting: "0", scratch)
    #expect(
      description.targets.map(\.name).sorted() == [
        "CoreDataModelPlugin", "OrderedRows", "OrderedRowsTests", "ProjectTests", "SectionedAppKit", "SectionedChanges",
        "SectionedChangesTests", "SectionedDataSources", "SectionedDataSourcesTests", "SectionedFetchedResults",
        "SectionedFetchedResultsTests", "SectionedTesting", "SectionedTrees", "SectionedTreesTests", "SectionedUIKit",
        "SectionedViews", "SectionedViewsTests", "TestTraits",
      ])
  }

  private static func describe(_ package: URL, setting: String?, _ scratch: TemporaryFolder) throws -> Description {
    let process = ChildProcess()
    process.executableURL = swift
    // The package under test is locked while its tests run, so the command has its own scratch folder.
    process.arguments = [
      "package", "--package-path", package.path, "--scratch-path", scratch.file("build").path,
      "describe", "--type", "json",
    ]
    var environment = ProcessInfo.processInfo.environment
    environment["SECTIONED_OPEN_CORE_DATA"] = setting
    process.environment = environment
    let (output, messages) = (Pipe(), scratch.file("messages"))
    try Data().write(to: messages)
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: messages)
    try process.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let complaint = try String(contentsOf: messages, encoding: .utf8)
    try #require(process.terminationStatus == 0, "\(complaint)")
    return try JSONDecoder().decode(Description.self, from: said)
  }

  /// The parts of the command's output that tests read.
  private struct Description: Decodable {
    struct Target: Decodable {
      let name: String
      let product_dependencies: [String]?
    }
    let targets: [Target]
  }
}
