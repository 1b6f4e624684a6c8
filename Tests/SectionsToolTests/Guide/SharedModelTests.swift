import Foundation
import Testing

/// `Fixtures/SharedModel` is a package that depends on this one as the README says.
@Suite("A model that a Mac and Linux share") struct SharedModelTests {
  /// The `swift` command; nil where there is none.
  private static let swift: URL? = {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":").map(String.init) ?? []
    let paths = folders.map { $0 + "/swift" }
    return paths.first(where: FileManager.default.isExecutableFile(atPath:)).map { URL(fileURLWithPath: $0) }
  }()

  @Test func theReadmeQuotesItsManifest() throws {
    let repository = GuideExampleTests.repository
    func text(_ path: String) throws -> String {
      try String(contentsOf: repository.appendingPathComponent(path), encoding: .utf8)
    }
    let manifest = try text("Fixtures/SharedModel/Package.swift")
    #expect(try text("README.md").contains("```swift\n\(manifest)```\n"))
  }

  /// A copy of it beside a checkout of this package: the manifest names neighbours. `describe` loads both manifests, so that a
  /// product that is not there is an error.
  @Test(
    .enabled(if: swift != nil, "PATH has no swift command."),
    arguments: [(nil, ["CoreData", "SectionedFetchedResults"]), ("0", ["SectionedFetchedResults"])])
  func coreDataIsADependencyWhereAppleHasNone(setting: String?, products: [String]) throws {
    let scratch = try Scratch()
    let files = FileManager.default
    let repository = GuideExampleTests.repository
    let package = scratch.url.appendingPathComponent("Library")
    try files.copyItem(at: repository.appendingPathComponent("Fixtures/SharedModel"), to: package)
    try files.createSymbolicLink(
      at: scratch.url.appendingPathComponent("SectionedFetchedResultsController"), withDestinationURL: repository)
    let process = Process()
    process.executableURL = Self.swift
    // A scratch folder of its own: that of the package under test is locked while its tests run.
    process.arguments = [
      "package", "--package-path", package.path, "--scratch-path", scratch.url.appendingPathComponent("build").path,
      "describe", "--type", "json",
    ]
    var environment = ProcessInfo.processInfo.environment
    environment["SECTIONED_OPEN_CORE_DATA"] = setting
    process.environment = environment
    let (output, messages) = (Pipe(), scratch.url.appendingPathComponent("messages"))
    try Data().write(to: messages)
    process.standardOutput = output
    process.standardError = try FileHandle(forWritingTo: messages)
    try process.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let complaint = try String(contentsOf: messages, encoding: .utf8)
    try #require(process.terminationStatus == 0, "\(complaint)")
    let description = try JSONDecoder().decode(Description.self, from: said)
    #expect(description.targets.map(\.name) == ["Library"])
    #expect(description.targets.first?.product_dependencies == products)
  }

  /// What is read of the command's answer.
  private struct Description: Decodable {
    struct Target: Decodable {
      let name: String
      let product_dependencies: [String]
    }
    let targets: [Target]
  }
}
