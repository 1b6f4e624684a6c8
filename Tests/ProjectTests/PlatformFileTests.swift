import Foundation
import Testing

/// The package is built here only for Linux, so these tests search the text for code that an Apple platform would
/// refuse.
@Suite("Files hold only what their platform has")
struct PlatformFileTests {
  private static let libraries = [
    "OrderedRows", "SectionedChanges", "SectionedFetchedResults", "SectionedDataSources", "SectionedTrees",
    "SectionedViews",
  ]
  /// The folders of all code that Apple platforms compile, except for the tests.
  private static let folders = libraries.map(Project.folder) + ["Tests/Support/SectionedTesting"]
  private static let testTargets = libraries.map { $0 + "Tests" }

  /// The lines of each file in a folder, without indentation, by the file's path in the folder.
  private static func lines(of folder: String) throws -> [(file: String, lines: [String])] {
    let sources = try Project.sources(in: folder)
    try #require(!sources.isEmpty)
    return try sources.map { file in
      let text = try Project.text("\(folder)/\(file)")
      return (file, text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
    }
  }

  /// `Synchronization` needs macOS 15 and iOS 18. The package supports earlier systems.
  @Test(arguments: folders + testTargets.map { "Tests/" + $0 })
  func noModuleIsImportedThatIsNewerThanThePackage(folder: String) throws {
    for (file, lines) in try Self.lines(of: folder) {
      for line in lines { #expect(!line.hasSuffix("import " + "Synchronization"), "\(file)") }
    }
  }

  @Test(arguments: libraries) func whatOnePlatformHasStandsInFilesThatSaySo(library: String) throws {
    for (file, lines) in try Self.lines(of: Project.folder(of: library)) {
      if file.hasSuffix("+Apple.swift") || file.hasSuffix("+OpenCoreData.swift") { continue }
      for line in lines { #expect(!line.contains("canImport(Darwin)"), "\(file)") }
    }
  }

  /// With an SDK from before typed throws, the compiler crashes at them.
  @Test(arguments: folders) func noErrorIsThrownByItsType(folder: String) throws {
    for (file, lines) in try Self.lines(of: folder) {
      for line in lines { #expect(!line.contains("throws" + "("), "\(file): \(line)") }
    }
  }

  /// With optimization, Swift 6.3 passes nil as the type of a task-local function. Such a program ends with signal 11.
  @Test func noTaskLocalValueIsAFunction() throws {
    for (file, lines) in try Self.lines(of: "Sources") {
      for line in lines where line.contains("@TaskLocal ") { #expect(!line.contains("->"), "\(file): \(line)") }
    }
  }

  /// The differences between platforms are in two folders, so that a reader finds them.
  @Test func ofTheControllerFewFilesStandElsewhere() throws {
    let elsewhere = try Self.lines(of: "Sources/Lists/SectionedFetchedResults").filter { file, lines in
      let conditions = lines.filter { $0.hasPrefix("#if ") || $0.hasPrefix("#elseif ") }
      return !file.hasPrefix("Inner/Open/") && !file.hasPrefix("Inner/Apple/")
        && conditions.contains { $0.contains("canImport(") || $0.contains("os(") || $0.contains("SECTIONED_") }
    }
    #expect(elsewhere.count <= 5, "\(elsewhere.map(\.file))")
  }

  /// Exit tests do not exist on iOS, tvOS, watchOS and visionOS.
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
