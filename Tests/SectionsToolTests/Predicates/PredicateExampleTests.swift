import Foundation
import TestTraits
import Testing

@testable import SectionsTool

/// Runs each example in the table of `Docs/Tool.md` on the notes.
@Suite("The examples of predicates", .opensStores) struct PredicateExampleTests {
  private static func examples() throws -> [String] {
    let url = GuideExampleTests.repository.appendingPathComponent("Docs/Tool.md")
    let page = try String(contentsOf: url, encoding: .utf8)
    let chapter = try #require(page.components(separatedBy: "\n## Predicates\n").dropFirst().first)
    let text = chapter.components(separatedBy: "\n## ")[0]
    return text.split(separator: "\n").filter { $0.hasPrefix("| `") }.compactMap {
      $0.split(separator: "`").dropFirst().first.map(String.init)
    }
  }

  @Test func eachFindsWhatItSays() async throws {
    let store = try NoteStore()
    let found = ["a", "a", "b", "ab", "a", "b", "b", "ab", "c", "b"]
    let examples = try Self.examples()
    #expect(examples.count == 10)
    for (example, titles) in zip(examples, found) {
      let run = await InProcessRun("list", store.path, "--items", "Note", "--sort", "title", "--where", example)
      #expect(run.status == 0, "\(example): \(run.error)")
      #expect(NoteStore.titles(run).joined() == titles, "\(example)")
    }
  }
}
