import CoreData
import Foundation
import SectionedTesting
import TestTraits
import Testing

@testable import SectionsTool

/// Album A has the tracks a1 a2 a3, B none, C has c1; u1 and u2 have no album.
@Suite("Events of many changes", .opensStores) struct ChangeLinesTests {
  /// Returns a script that inserts tracks into album A and deletes a1.
  private static func script(inserting count: Int) -> String {
    let insertions = (1...count).map {
      #"{"insert":"Track","values":{"title":"n\#($0)"},"set":{"album":"Album p1"}},"#
    }
    return #"{"batches":[{"edits":["# + insertions.joined() + #"{"delete":"Track p1"}]}]}"#
  }

  private func replay(inserting count: Int, _ more: String...) async throws -> InProcessRun {
    let store = try MusicStore()
    let script = try store.scratch.file("script.json", Self.script(inserting: count))
    return await InProcessRun(store.list("replay", [script] + more))
  }

  @Test func theFirstOnesHaveALineAndTheRestIsCounted() async throws {
    let run = try await replay(inserting: 5000)
    let lines = run.lines.filter { $0.hasPrefix("  ") }
    #expect(lines.count == ChangeLines.limit + 2, "\(run.error)")
    #expect(lines.first?.hasPrefix("  item  delete  [0,0]") == true && lines[1].hasPrefix("  item  insert  [0,"))
    let rest = 5001 - ChangeLines.limit
    #expect(lines[ChangeLines.limit] == "  … and \(rest) more: \(rest) items inserted; --json prints all")
    #expect(lines.last == "  now 3 sections, 1 empty; 5003 items; 2 items without a section")
    let json = try await replay(inserting: 200, "--json").json()
    guard case .array(let calls)? = json["events"]?[0]?["callbacks"] else {
      Issue.record("no callbacks: \(json.text)")
      return
    }
    #expect(calls.count == 203)
  }

  @Test func ofFewNoneIsCounted() async throws {
    let most = try await replay(inserting: ChangeLines.limit - 1)
    #expect(!most.output.contains("more:") && most.lines.filter { $0.hasPrefix("  item") }.count == ChangeLines.limit)
    let one = try await replay(inserting: ChangeLines.limit)
    #expect(one.lines.contains("  … and 1 more: 1 item inserted; --json prints all"), "\(one.lines)")
  }

  @Test func aListInMemoryCountsThemToo() async throws {
    let sections = (0..<60).map { #"{"appendSection":"S\#($0)"}"# }.joined(separator: ",")
    let items = (0..<30).map { #"{"append":"i\#($0)","section":0}"# }.joined(separator: ",")
    let run = try await MemoryReplay.run(
      #"""
      {"source":"memory","content":[{"section":"A","items":["a"]}],
       "batches":[{"edits":[\#(sections),\#(items)]}]}
      """#)
    #expect(run.lines.filter { $0.hasPrefix("  section") }.count == ChangeLines.limit, "\(run.output)\(run.error)")
    #expect(
      run.lines.contains("  … and 40 more: 10 sections inserted, 30 items inserted; --json prints all"),
      "\(run.output)")
  }

  @Test func eachKindIsCounted() {
    let rest = [("item", "update"), ("section", "move"), ("item", "delete"), ("item", "update")]
    #expect(
      ChangeLines.summary(of: rest.map { (noun: $0.0, kind: $0.1) }, terminal: .none)
        == "  … and 4 more: 1 section moved, 1 item deleted, 2 items updated; --json prints all")
    #expect(ChangeLines.summary(of: [], terminal: .none) == nil)
  }
}
