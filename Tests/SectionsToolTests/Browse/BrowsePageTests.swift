import CoreData
import Foundation
import SectionedTerminal
import SectionedTesting
import TestTraits
import Testing

@testable import SectionsTool

/// The table of keys in `Docs/Browse.md` is that of the code, and its screens are those of a session that this test
/// runs.
///
/// With `BROWSE_RECORD=1` the test writes both.
@MainActor
@Suite("The page of the browser", .opensStores) struct BrowsePageTests {
  private static let url = GuideExampleTests.repository.appendingPathComponent("Docs/Browse.md")
  private static let isRecording = ProcessInfo.processInfo.environment["BROWSE_RECORD"] == "1"

  @Test func itsKeysAreThoseOfTheBrowser() throws {
    let when: [BrowseKey.Condition: String] = [
      .always: "", .inAList: "in a list of objects", .onAValue: "on a value of an object", .withEdit: "with `--edit`",
      .inTheDemo: "in `sections demo --browse`",
    ]
    let rows = BrowseKey.all.map { key in
      let keys = key.name.split(separator: " ").map { "`\($0)`" }.joined(separator: " ")
      return "| \(keys) | \(key.text) | \(when[key.condition] ?? "") |"
    }
    try compare((["| keys | what they do | when |", "|---|---|---|"] + rows).joined(separator: "\n"), with: "Keys")
  }

  @Test func itsScreensAreThoseOfTheSession() async throws {
    let scratch = RunFolder()
    let (world, _) = try await DemoCommand.world(in: scratch)
    let path = try #require(world.coordinator.persistentStores.first?.url?.path)
    let browsing = try Browsing(path, edit: true, rows: 14, columns: 64) { options in
      (options.items, options.by) = ("Zone", "country.code")
      options.sort = [.init(key: "name", ascending: true)]
      options.sectionSort = options.sort
    }
    var parts: [String] = []
    func show(_ text: String) {
      parts.append("\(text)\n\n```text\n\(browsing.lines.joined(separator: "\n"))\n```")
    }
    show(
      """
      `sections browse World.sqlite --items Zone --by country.code --sort name --section-sort name --edit` shows every
      country, empty or not:
      """)
    browsing.type("/reyk")
    show("`/reyk`: only what matches is fetched, as one types:")
    browsing.press(.enter, .down, .enter)
    show("`Enter`, `↓`, `Enter`: the details of the object:")
    browsing.press(.end, .enter)
    show("`End`, `Enter`: the relationship is followed:")
    browsing.press(.escape, .escape, .escape)
    browsing.type("tBou")
    browsing.press(.enter)
    show("`Esc` three times, back and out of the search, then `tBou` and `Enter`: a section without items:")
    browsing.type("i")
    browsing.go(to: "name")
    browsing.press(.enter)
    browsing.type("Atlantic/Bouvet")
    show("`i` inserts a zone there. On its `name`, `Enter` and what one types:")
    browsing.press(.enter, .escape)
    show("`Enter`, `Esc`: the item has come. Its star says that it is not saved:")
    browsing.type("s")
    browsing.type("b")
    show("`s` saves. `b` chooses what the sections are:")
    browsing.press(.escape)
    browsing.screen.size = TerminalSize(rows: 10, columns: 40)
    browsing.press(.resize)
    show("`Esc`, and the same on a terminal of 40×10:")
    try compare(parts.joined(separator: "\n\n"), with: "A session")
  }

  /// Compares the body of a chapter with the expected text, or replaces it.
  private func compare(_ expected: String, with chapter: String) throws {
    let page = try String(contentsOf: Self.url, encoding: .utf8)
    let start = try #require(page.range(of: "## \(chapter)\n\n")).upperBound
    let end = page.range(of: "\n## ", range: start..<page.endIndex)?.lowerBound ?? page.endIndex
    if Self.isRecording {
      return try page.replacingCharacters(in: start..<end, with: expected + "\n").write(
        to: Self.url, atomically: true, encoding: .utf8)
    }
    #expect(String(page[start..<end]) == expected + "\n")
  }
}
