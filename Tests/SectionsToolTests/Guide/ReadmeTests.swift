import Foundation
import ProcessTesting
import SectionedTesting
import TestTraits
import Testing

@testable import SectionsTool

/// Compares the README and the related pages with the quick start, the delegate and the tool.
@Suite("The README", .opensStores) struct ReadmeTests {
  private static func file(_ path: String) throws -> String {
    try String(contentsOf: GuideExampleTests.repository.appendingPathComponent(path), encoding: .utf8)
  }

  /// Returns the chapter of a page below a heading.
  private static func chapter(_ heading: String, of page: String) throws -> String {
    let rest = try file(page).components(separatedBy: "\n## \(heading)\n")
    return try #require(rest.dropFirst().first).components(separatedBy: "\n## ")[0]
  }

  @Test func eachLineOfTheQuickStartIsOfItsProgram() throws {
    let sources = try ["Objects.swift", "Model.swift", "Import.swift", "QuickStart.swift"].map {
      try Self.file("Fixtures/QuickStart/\($0)")
    }.joined()
    let chapter = try Self.chapter("A program from nothing", of: "Docs/Linux.md")
    let swift = chapter.matches(of: /```swift\n((?s).*?)```/).map { String($0.1) }
    #expect(swift.count >= 6)
    let lines = Set(sources.components(separatedBy: "\n"))
    for line in swift.joined().components(separatedBy: "\n") {
      guard !line.isEmpty, line.trimmingCharacters(in: .whitespaces) != "// …" else { continue }
      #expect(lines.contains(line), "\(line)")
    }
    let models = chapter.matches(of: /```xml\n((?s).*?)```/).map { String($0.1) }
    #expect(models == [try Self.file("Fixtures/QuickStart/Library.xcdatamodeld/Library.xcdatamodel/contents")])
  }

  /// Runs with the model in a file, then on the same store with the model in code.
  @Test func theQuickStartRuns() throws {
    let scratch = try TemporaryFolder()
    let lines = try run(scratch.url.path)
    #expect(lines.prefix(2) == ["+1 sections, +0 items", "+1 sections, +0 items"])
    #expect(lines.suffix(2) == ["Blue 0", "Imported 2500"])
    // The number of saves in one merge depends on timing.
    let imported = lines.dropFirst(2).dropLast(2).map { $0.dropFirst("+0 sections, +".count).dropLast(" items".count) }
    #expect(imported.compactMap { Int($0) }.reduce(0, +) == 2500, "\(lines)")
    #expect(try run(scratch.url.path, "code").suffix(4) == ["Blue 0", "Blue 0", "Imported 2500", "Imported 2500"])
  }

  private func run(_ arguments: String...) throws -> [String] {
    let process = ChildProcess()
    process.executableURL = try ToolRun.tool().deletingLastPathComponent().appendingPathComponent("QuickStart")
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test func eachMethodOfTheDelegateIsListed() throws {
    let file = try Self.file(
      "Sources/Lists/SectionedFetchedResults/Delegate/SectionedFetchedResultsControllerDelegate.swift")
    // The sample in a doc comment also has some of the methods.
    let lines = file.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("///") }
    let methods = lines.joined(separator: "\n").matches(of: #/func (\w+)\(([^)]*)\)/#).map { method in
      let labels = method.2.matches(of: #/(\w+)(?: \w+)?: /#).map { "\($0.1):" }
      return "`\(method.1)(\(labels.joined()))`"
    }
    #expect(methods.count >= 7)
    let chapter = try Self.file(
      "Sources/Lists/SectionedFetchedResults/SectionedFetchedResults.docc/DrivingATableView.md")
    for method in methods { #expect(chapter.contains("| \(method) |"), "\(method)") }
    #expect(chapter.components(separatedBy: "\n| `controller").count - 1 == methods.count)
  }

  @Test func eachMemberOfAListsJSONIsListed() async throws {
    let store = try MusicStore()
    let list = try await InProcessRun(store.list("list", "--json")).json()
    let chapter = try Self.file("Docs/Tool.md")
    guard case .array(let sections)? = list["sections"], case .array(let rows)? = sections[0]["rows"] else {
      Issue.record("no list: \(list.text)")
      return
    }
    for json in [list, try #require(list["totals"]), sections[0], rows[0]] {
      guard case .object(let members) = json else { continue }
      for member in members { #expect(chapter.contains("`\(member.key)`"), "\(member.key)") }
    }
  }

  @Test func theCommandsInItAreRight() throws {
    let pages = try ["README.md", "Docs/Tool.md"].map(Self.file).joined()
    let commands = pages.matches(of: /swift run sections ([^`\n&]*)/).map { String($0.1) }
    #expect(commands.count >= 6)
    for command in commands {
      let arguments = ShellWords.of(command)
      #expect(throws: Never.self, "\(command)") { try Command(arguments: arguments) }
    }
  }
}
