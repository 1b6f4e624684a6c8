import Foundation
import Testing

/// The package is built here for Linux only: what an Apple platform would refuse is looked for in the text.
@Suite("Files hold only what their platform has")
struct PlatformFileTests {
  private static let libraries = [
    "OrderedRows", "SectionedChanges", "SectionedFetchedResults", "SectionedDataSources", "SectionedTrees",
    "SectionedViews",
  ]
  /// The folders of all that Apple platforms compile, but for the tests.
  private static let folders = libraries.map { "Sources/" + $0 } + ["Tests/Support/SectionedTesting"]
  private static let testTargets = libraries.map { $0 + "Tests" }

  /// The lines of each file of a folder, by the file's path in it, without what they are indented by.
  private static func lines(of folder: String) throws -> [(file: String, lines: [String])] {
    let sources = try Project.sources(in: folder)
    try #require(!sources.isEmpty)
    return try sources.map { file in
      let text = try Project.text("\(folder)/\(file)")
      return (file, text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
    }
  }

  /// `Synchronization` begins with macOS 15 and iOS 18, later than the package does.
  @Test(arguments: folders + testTargets.map { "Tests/" + $0 })
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

  /// With an SDK that is older than typed throws, the compiler ends with a crash where one is thrown.
  @Test(arguments: folders) func noErrorIsThrownByItsType(folder: String) throws {
    for (file, lines) in try Self.lines(of: folder) {
      for line in lines { #expect(!line.contains("throws" + "("), "\(file): \(line)") }
    }
  }

  /// Swift 6.3 passes the type of a task-local function as nil where it optimizes: such a program ends with signal 11, and
  /// one that is not optimized does not.
  @Test func noTaskLocalValueIsAFunction() throws {
    for (file, lines) in try Self.lines(of: "Sources") {
      for line in lines where line.contains("@TaskLocal ") { #expect(!line.contains("->"), "\(file): \(line)") }
    }
  }

  /// A stranger who looks for what differs finds it in two folders.
  @Test func ofTheControllerFewFilesStandElsewhere() throws {
    let elsewhere = try Self.lines(of: "Sources/SectionedFetchedResults").filter { file, lines in
      let conditions = lines.filter { $0.hasPrefix("#if ") || $0.hasPrefix("#elseif ") }
      return !file.hasPrefix("Inner/Open/") && !file.hasPrefix("Inner/Apple/")
        && conditions.contains { $0.contains("canImport(") || $0.contains("os(") || $0.contains("SECTIONED_") }
    }
    #expect(elsewhere.count <= 5, "\(elsewhere.map(\.file))")
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
