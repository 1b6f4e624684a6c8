import Foundation
import Testing

@testable import SectionsTool

/// `Docs/Changes.md` names a scenario for each example, *(like-this)*. The row or paragraph with the name must quote in
/// code the changes that the scenario's file expects: `item move [0, 1]→[1, 0]`, `section update 0`.
@Suite("The guide's examples") struct GuideExampleTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let scenario: String
    let reported: [String]
    let keys: Set<String>

    var testDescription: String { scenario }
  }

  static let repository = ScenarioTests.folder.deletingLastPathComponent().deletingLastPathComponent()
  static let guide =
    (try? String(contentsOf: repository.appendingPathComponent("Docs/Changes.md"), encoding: .utf8)) ?? ""

  /// The rows, list entries and paragraphs of the page, each as one line.
  private static var passages: [String] {
    var passages: [String] = []
    for line in guide.components(separatedBy: "\n") {
      let isNew = line.isEmpty || line.hasPrefix("|") || line.hasPrefix("- ") || line.hasPrefix("#")
      if isNew || passages.isEmpty { passages.append(line) } else { passages[passages.count - 1] += " " + line }
    }
    return passages
  }

  static let examples: [Example] = passages.flatMap { passage in
    let scenarios = passage.matches(of: /\*\(([a-z]+(?:-[a-z]+)*)\)\*/).map { String($0.1) }
    let reported = passage.matches(of: /`((?:item|section) [^`]*)`/).map { String($0.1).replacing(", ", with: ",") }
    let keys = Set(passage.matches(of: /keys `([a-z]+)`/).map { String($0.1) })
    return scenarios.map { Example(scenario: $0, reported: reported, keys: keys) }
  }

  @Test func thereAreManyAndEachStandsAlone() {
    #expect(Self.examples.count >= 20)
    #expect(Set(Self.examples.map(\.scenario)).count == Self.examples.count)
    #expect(Self.passages.filter { $0.hasPrefix("|") }.count == 2 + Self.rows)
  }

  /// The number of table rows that name a scenario.
  private static var rows: Int { passages.filter { $0.hasPrefix("|") && $0.contains("*(") }.count }

  @Test(arguments: examples) func saysWhatTheScenarioExpects(_ example: Example) throws {
    let url = ScenarioTests.folder.appendingPathComponent("\(example.scenario).json")
    let story = try JSONDecoder().decode(Story.self, from: Data(contentsOf: url))
    let first = try #require(story.batches.first)
    #expect(
      first.visible.map { "\($0.object ?? "-"): \($0.items.joined(separator: " "))" }
        == ["$A: $a1 $a2", "$B: ", "$C: $c1"])
    // The example's changes are expected in one of the batches after the first. An example without changes needs a
    // batch without events.
    let recorded = story.batches.dropFirst().flatMap { batch in
      [batch.reported.flatMap(\.changes.lines), batch.reported.flatMap(\.lines)]
    }
    #expect(recorded.contains(example.reported), "expected is one of \(recorded)")
    #expect(example.keys.isSubset(of: story.batches.dropFirst().flatMap { $0.reported.flatMap(\.changes.keys) }))
  }

  /// The sources of all tests, and of the programs that are checked against Apple's SDK.
  private static var sources: String {
    get throws {
      let files = ["Tests", "Fixtures/Apple"].flatMap { folder in
        let all = FileManager.default.enumerator(
          at: repository.appendingPathComponent(folder), includingPropertiesForKeys: nil)
        return all?.compactMap { $0 as? URL } ?? []
      }
      return try files.filter { $0.pathExtension == "swift" }
        .map { try String(contentsOf: $0, encoding: .utf8) }.joined().replacing("screen.", with: "")
    }
  }

  /// The page names a test by its function, (`likeThis`).
  @Test func eachNamedTestIsThere() throws {
    let sources = try Self.sources
    let named = Self.guide.matches(of: /\(`([a-z][A-Za-z]+)`\)/).map { String($0.1) }
    #expect(named.count >= 8)
    for name in named {
      let isThere = sources.contains("func \(name)(")
      #expect(isThere, "no test \(name)")
    }
  }

  /// Each line of a plan's code in the articles is also in a test with a view that has no screen.
  @Test(arguments: ["DrivingATableView", "DrivingACollectionView"]) func eachLineOfAPlanIsOfATest(
    article: String
  ) throws {
    let path = "Sources/Lists/SectionedFetchedResults/SectionedFetchedResults.docc/\(article).md"
    let text = try String(contentsOf: Self.repository.appendingPathComponent(path), encoding: .utf8)
    let loop = try #require(text.firstMatch(of: /\nfor stage in plan\.stages {\n((?s).*?)\n}/))
    let run = try String(
      contentsOf: Self.repository.appendingPathComponent(
        "Tests/SectionedFetchedResultsTests/Controller/GuideTests.swift"), encoding: .utf8
    ).replacing("screen.", with: "")
    for line in loop.1.components(separatedBy: "\n") {
      let isThere = run.contains(line.trimmingCharacters(in: .whitespaces))
      #expect(isThere, "no test has the line \(line)")
    }
  }
}

/// The expectations in a scenario's file, as far as the guide quotes them.
private struct Story: Decodable {
  struct Section: Decodable {
    let object: String?
    let items: [String]
  }

  struct Batch: Decodable {
    let events: [Event]?
    let visible: [Section]

    var reported: [Event] { events ?? [] }
  }

  struct Event: Decodable {
    let callbacks: [Call]
    let changes: Changes

    /// The calls of the classic delegate, except for the beginning and the end.
    var lines: [String] {
      callbacks.compactMap { call in
        call.change.map { "\(call.call) \($0) \([call.at, call.to].compactMap { $0?.text }.joined(separator: "→"))" }
      }
    }
  }

  struct Call: Decodable {
    let call: String
    let change: String?
    let at: JSON?
    let to: JSON?
  }

  struct Changes: Decodable {
    struct Level: Decodable {
      let deleted: [JSON]
      let inserted: [JSON]
      let moved: [Move]
      let updated: [Update]

      func lines(_ name: String) -> [String] {
        deleted.map { "\(name) delete \($0.text)" } + inserted.map { "\(name) insert \($0.text)" }
          + moved.map { "\(name) move \($0.from.text)→\($0.to.text)" }
          + updated.map { "\(name) update \($0.old.text)" + ($0.old == $0.new ? "" : "→\($0.new.text)") }
      }
    }

    struct Move: Decodable {
      let from: JSON
      let to: JSON
      let keys: [String]?
    }

    struct Update: Decodable {
      let old: JSON
      let new: JSON
      let keys: [String]?
    }

    let sections: Level
    let items: Level

    var keys: [String] {
      [sections, items].flatMap { $0.moved.compactMap(\.keys) + $0.updated.compactMap(\.keys) }.flatMap { $0 }
    }

    var lines: [String] { sections.lines("section") + items.lines("item") }
  }

  let batches: [Batch]
}
